import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createAutosavedValue,
  type Stored,
} from '../../../../renderer/src/features/autosavedForm/autosavedValue.ts'
import type { Draft } from '../../../../renderer/src/features/drafts/draft.ts'

interface Sheet {
  readonly text: string
  readonly note: string
}
const place = { projectId: '雾港', form: 'style', row: '' }
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A file that refuses another base, and the journal of the page. */
function setting(text = '短句。', note = '') {
  let disk: Stored<Sheet> = { value: { text, note }, hash: 'h0' }
  let writes = 0
  let failing: string | null = null
  const journal = new Map<string, Draft>()
  const error = (code: string) => ({ ok: false, error: { code, message: code } }) as never
  return {
    journal,
    disk: () => disk.value,
    writes: () => writes,
    fail: (code: string | null) => {
      failing = code
    },
    outside: (value: Partial<Sheet>) => {
      disk = { value: { ...disk.value, ...value }, hash: `${disk.hash}+` }
    },
    open: (isReady?: (value: Sheet) => boolean, asStored?: (value: Sheet) => Sheet) =>
      createAutosavedValue<Sheet>({
        place,
        drafts: {
          read: () => journal.get('draft'),
          save: (_place, draft) =>
            void (draft === null ? journal.delete('draft') : journal.set('draft', draft)),
        },
        read: async () => ({ ok: true, data: disk }),
        async write(value, baseHash) {
          writes += 1
          if (failing !== null) return error(failing)
          if (baseHash !== disk.hash) return error('CONFLICT')
          disk = { value: asStored?.(value) ?? value, hash: `h${writes}` }
          return { ok: true, data: { hash: disk.hash } }
        },
        ...(isReady && { isReady }),
        ...(asStored && { asStored }),
      }),
  }
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('what is typed is stored after a pause of 800 ms, and at the latest after three seconds of typing', async () => {
  const file = setting()
  const saved = file.open()
  await settle()
  saved.change({ text: '短句。少用副词。' })
  await settle(799)
  expect(file.writes()).toBe(0)
  await settle(2)
  expect(file.disk().text).toBe('短句。少用副词。')
  for (let at = 0; at < 30; at += 1) {
    saved.change({ text: `短句${at}` })
    await settle(100)
  }
  expect(file.writes()).toBe(2)
  expect(file.journal.size).toBe(1)
  await settle(800)
  expect(file.disk().text).toBe('短句29')
  expect(file.journal.size).toBe(0)
})

test('what the host could not store is restored by the next page and stored', async () => {
  const file = setting()
  const saved = file.open()
  await settle()
  file.fail('CANCELLED')
  saved.change({ text: '没有存上' })
  expect(await saved.flush()).toBe(false)
  expect(saved.store.getState().save).toMatchObject({ kind: 'failed' })
  file.fail(null)
  const next = file.open()
  await settle(801)
  expect(next.store.getState()).toMatchObject({
    value: { text: '没有存上' },
    restored: true,
    save: { kind: 'saved' },
  })
  expect(file.disk().text).toBe('没有存上')
  expect(file.journal.size).toBe(0)
})

test('fields changed on both sides are joined when they are different fields', async () => {
  const file = setting()
  const saved = file.open()
  await settle()
  file.outside({ note: '外面写的' })
  saved.change({ text: '这里写的' })
  await settle(801)
  expect(file.disk()).toEqual({ text: '这里写的', note: '外面写的' })
})

test('the same field changed on both sides shows both; the one not chosen can be taken back', async () => {
  const file = setting()
  const saved = file.open()
  await settle()
  file.outside({ text: '外面写的' })
  saved.change({ text: '这里写的' })
  await settle(801)
  expect(saved.store.getState().save).toMatchObject({
    kind: 'conflict',
    disk: { value: { text: '外面写的' } },
  })
  expect(file.disk().text).toBe('外面写的')
  saved.resolve('mine')
  await settle()
  expect(file.disk().text).toBe('这里写的')
  saved.restoreRejected()
  await settle()
  expect(file.disk().text).toBe('外面写的')
  expect(saved.store.getState()).toMatchObject({
    value: { text: '外面写的' },
    rejectedVersion: { text: '这里写的' },
  })
})

test('a draft over a file that has changed since is a conflict, not an overwriting', async () => {
  const file = setting()
  file.journal.set('draft', { patch: { text: '旧稿' }, base: { text: '更早的' } } as Draft)
  const saved = file.open()
  await settle(5000)
  expect(saved.store.getState()).toMatchObject({ value: { text: '旧稿' }, save: { kind: 'conflict' } })
  expect(file.disk().text).toBe('短句。')
})

test('a value that cannot be stored stays a draft until it can', async () => {
  const file = setting()
  const saved = file.open(({ text }) => text !== '')
  await settle()
  saved.change({ text: '' })
  await settle(801)
  expect(saved.store.getState().save).toEqual({ kind: 'unready' })
  expect([file.writes(), file.journal.size]).toEqual([0, 1])
  saved.change({ text: '有了' })
  await settle(801)
  expect([file.disk().text, file.journal.size]).toEqual(['有了', 0])
})

test('a refusal for another reason than a change elsewhere is shown, tried once, and can be given up', async () => {
  const file = setting()
  const saved = file.open()
  await settle()
  file.fail('CONFLICT') // as for a second one with the same words
  saved.change({ text: '与别条相同' })
  await settle(5000)
  expect(saved.store.getState()).toMatchObject({ value: { text: '与别条相同' }, save: { kind: 'failed' } })
  expect([file.writes(), file.journal.size]).toEqual([1, 1])
  saved.discard()
  await settle(5000)
  expect(saved.store.getState()).toMatchObject({ value: { text: '短句。' }, save: { kind: 'saved' } })
  expect([file.writes(), file.journal.size]).toEqual([1, 0])
})

test('white space that is not stored stays in the field, is no draft, and is no change from elsewhere', async () => {
  const file = setting()
  const trimmed = (value: Sheet) => ({ ...value, text: value.text.trim() })
  const saved = file.open(undefined, trimmed)
  await settle()
  saved.change({ text: '林远说，　' })
  await settle(801)
  await saved.reread()
  expect(file.disk().text).toBe('林远说，')
  expect(saved.store.getState().value?.text).toBe('林远说，　')
  expect(file.journal.size).toBe(0)
  saved.change({ text: '林远说，　雾大' })
  await settle(300)
  // A page that comes after this one must not take the stored words for a change from elsewhere.
  const next = file.open(undefined, trimmed)
  await settle(801)
  expect(next.store.getState()).toMatchObject({ value: { text: '林远说，　雾大' }, save: { kind: 'saved' } })
})
