import { expect, test } from 'vitest'
import { madeBooks } from '../../../../support/import/madeBooks.ts'
import { chaptersOf } from '../../../../support/import/reading.ts'

test.each(madeBooks.map((book) => [book.name, book] as const))(
  'the chapters of a book are found: %s',
  (_, book) => {
    const read = chaptersOf(book)
    expect(read.chapters).toEqual(book.expected)
    expect([...new Set(read.doubts)]).toEqual(expect.arrayContaining([...(book.doubts ?? [])]))
    expect(read.joined === book.text).toBe(true)
  },
)

test('the collection has at least 200 books', () => {
  expect(madeBooks.length).toBeGreaterThanOrEqual(200)
})
