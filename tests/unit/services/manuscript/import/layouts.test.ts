import { expect, test } from 'vitest'
import { layoutOf } from '../../../../support/import/layouts.ts'
import { chaptersOf } from '../../../../support/import/reading.ts'

const count = 500

test(`at least 98.5 % of ${count} generated layouts are split exactly right, and every other one is reported as uncertain`, () => {
  const wrong: string[] = []
  const silent: string[] = []
  for (let seed = 1; seed <= count; seed++) {
    const book = layoutOf(seed)
    const read = chaptersOf(book)
    if (read.joined !== book.text) wrong.push(`${book.name}: text lost`)
    if (JSON.stringify(read.chapters) === JSON.stringify(book.expected)) continue
    wrong.push(book.name)
    if (read.doubts.length === 0) silent.push(book.name)
  }
  expect(silent).toEqual([])
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(count * 0.015)
})
