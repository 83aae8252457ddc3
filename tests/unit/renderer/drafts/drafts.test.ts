import { expect, test } from 'vitest'
import { draftOf, isStale, withDraft } from '../../../../renderer/src/features/drafts/draft.ts'
import { createDrafts } from '../../../../renderer/src/features/drafts/drafts.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

const stored = { name: '许三娘', body: '客栈的掌柜。', tags: ['雾港'] }
const place = { projectId: 'p', form: 'codex', row: 'xu' }

test('a draft has only the changed fields, so untouched ones follow what is stored meanwhile', () => {
  const draft = draftOf(stored, { ...stored, body: '袖口缝着铜钱𠮷。' })
  expect(draft).toEqual({ patch: { body: '袖口缝着铜钱𠮷。' }, base: { body: '客栈的掌柜。' } })
  const now = { ...stored, name: '三娘', tags: ['青屿'] }
  expect(withDraft(now, draft ?? undefined)).toEqual({ ...now, body: '袖口缝着铜钱𠮷。' })
  expect(isStale(now, draft ?? undefined)).toBe(false)
  expect(isStale({ ...now, body: '别处改的。' }, draft ?? undefined)).toBe(true)
  // As when a form is opened again before the last one has written.
  expect(isStale({ ...now, body: '袖口缝着铜钱𠮷。' }, draft ?? undefined)).toBe(false)
})

test('a form that equals what is stored has no draft', () => {
  expect(draftOf(stored, { ...stored, tags: ['雾港'] })).toBe(null)
})

test('rows with equal content are the same, whatever the page calls them', () => {
  const rows = (key: string) => ({ ...stored, late: [{ key, text: '许记东家' }] })
  expect(draftOf(rows('stored-0'), rows('0b5f'))).toBe(null)
  const draft = draftOf({ ...stored, late: [] as object[] }, rows('0b5f')) ?? undefined
  expect(isStale({ ...stored, late: [] }, draft)).toBe(false)
})

test('a draft outlives its page, and is removed for good once it is dropped', async () => {
  const port = createMemoryPort()
  const before = createDrafts(pageJournal(port, 'before'))
  before.save(place, { patch: { body: '甲' }, base: { body: '' } })
  before.saveNow()
  const after = createDrafts(pageJournal(port, 'after'))
  await after.load()
  expect(after.read(place)).toEqual({ patch: { body: '甲' }, base: { body: '' } })
  expect(after.read({ ...place, projectId: 'other' })).toBeUndefined()
  after.save(place, null)
  after.saveNow()
  expect([after.read(place), port.entries.size]).toEqual([undefined, 0])
})

test('a key typed into a form is never written down, and the rest of the form is', async () => {
  const port = createMemoryPort()
  const drafts = createDrafts(pageJournal(port, 'page'))
  const draft = { patch: { name: '本机', key: 'sk-秘密' }, base: { name: '', key: '' } }
  drafts.save(place, draft, ['key'])
  drafts.saveNow()
  expect(drafts.read(place)).toEqual(draft)
  expect([...port.entries.values()].map(({ value }) => value)).toEqual([
    { patch: { name: '本机' }, base: { name: '' } },
  ])
  drafts.save(place, { patch: { key: 'sk-秘密' }, base: { key: '' } }, ['key'])
  drafts.saveNow()
  expect(port.entries.size).toBe(0)
})
