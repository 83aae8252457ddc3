import { expect, test } from 'vitest'
import type { DocumentSummary } from '#contract/documents.ts'
import { keptRows } from '../../../../renderer/src/app/keptRows.ts'

const chapterOf = (at: number): DocumentSummary => ({
  ...{
    documentId: `c_${at}`,
    path: `manuscript/${at}.md`,
    kind: 'chapter',
    title: `第${at}章　雾`,
    chapterNumber: at,
  },
  ...{ characters: 2000, words: 1900, hash: String(at).padStart(64, '0') },
  volume: { title: '第一卷　东礁', index: 1 },
})
const book = () => Array.from({ length: 500 }, (_, at) => chapterOf(at))

test('after a save only the chapter that was written in is another object', () => {
  const before = book()
  const next = book().map((one, at) => (at === 7 ? { ...one, words: 1901, hash: 'f'.repeat(64) } : one))
  const kept = keptRows(before, next)
  expect(kept).toEqual(next)
  expect(kept.flatMap((one, at) => (one === before[at] ? [] : [at]))).toEqual([7])
})

test.each<Partial<DocumentSummary>>([
  { kind: 'front' },
  { title: '第三章　港' },
  { chapterNumber: 4 },
  { characters: 1 },
  { words: 1 },
  { hash: 'e'.repeat(64) },
  { unnumbered: true },
  { volume: undefined },
  { volume: { title: '第一卷　西礁', index: 1 } },
  { volume: { title: '第一卷　东礁', index: 2 } },
])('a chapter with another %j is told as it is now', (change) => {
  const before = book()
  const next = book().map((one, at) => (at === 3 ? { ...one, ...change } : one))
  expect(keptRows(before, next)[3]).toEqual(next[3])
  expect(keptRows(before, next)[3]).not.toBe(before[3])
})

test('a moved chapter stays the same object in its new place', () => {
  const before = book()
  const next = [...book().slice(1), chapterOf(0)]
  expect(keptRows(before, next).at(-1)).toBe(before[0])
  expect(keptRows(null, next)).toBe(next)
})
