import { expect, test } from 'vitest'
import type { DocumentSummary } from '../../../../main/src/contract/documents.ts'
import { placeChoices } from '../../../../renderer/src/features/plan/insertPlace.ts'

const chapter = (documentId: string, volume?: DocumentSummary['volume']): DocumentSummary => ({
  ...{ documentId, path: null, kind: 'chapter', title: `${documentId}的标题`, chapterNumber: 1 },
  ...{ characters: 0, words: 0, hash: '0'.repeat(64), ...(volume && { volume }) },
})
const second = { title: '卷二', index: 1 }
const documents = [
  { ...chapter('卷首'), kind: 'front' as const },
  chapter('c_1'),
  chapter('c_2', second),
  chapter('c_3', second),
]

test('chapters may come at the end of the book or of a volume, and behind each chapter but no front matter', () => {
  expect(placeChoices(documents, undefined)).toEqual([
    { place: undefined, title: '' },
    { place: { at: 'volume', documentId: 'c_2' }, title: '卷二' },
    { place: { at: 'after', documentId: 'c_1' }, title: 'c_1的标题' },
    { place: { at: 'after', documentId: 'c_2' }, title: 'c_2的标题' },
    { place: { at: 'after', documentId: 'c_3' }, title: 'c_3的标题' },
  ])
})

test('the place in front of the chapter that was pressed is among the choices', () => {
  const place = { at: 'before', documentId: 'c_3' } as const
  expect(placeChoices(documents, place)[1]).toEqual({ place, title: 'c_3的标题' })
})
