import { expect, test } from 'vitest'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { unsavedError } from '../../../../renderer/src/features/editor/unsavedError.ts'

const saved = { kind: 'saved', at: null } as const
const unreadable = errorPayload('DOCUMENT_ENCODING', {})
const diskFull = errorPayload('IO_ERROR', { why: 'full' })

test('a chapter that could not be opened says why, and not that it is unsaved', () => {
  expect(unsavedError({ phase: 'failed', error: unreadable, save: saved })).toEqual(unreadable)
})

test('a chapter that could not be saved says why, and one in conflict that it is unsaved', () => {
  expect(unsavedError({ phase: 'ready', error: null, save: { kind: 'failed', error: diskFull } })).toEqual(
    diskFull,
  )
  const conflict = { kind: 'conflict', diskText: '雾。', diskHash: '0' } as const
  for (const save of [conflict, saved])
    expect(unsavedError({ phase: 'ready', error: null, save })).toEqual(
      errorPayload('CONFLICT', { why: 'unsaved' }),
    )
})
