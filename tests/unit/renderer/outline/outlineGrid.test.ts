import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentSummary } from '#contract/documents.ts'
import { type ListRow, listRows } from '../../../../renderer/src/features/chapters/listRows.ts'
import { cellAfter, outlineRows, placeOf } from '../../../../renderer/src/features/outline/outlineGrid.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

/** Chapters 一 to … in volumes of these sizes; a size below zero stands for chapters without a volume. */
const book = (sizes: readonly number[]): readonly ListRow[] => {
  let number = 0
  const documents = sizes.flatMap((size, index) =>
    Array.from({ length: Math.abs(size) }, () => {
      number += 1
      const volume = { index: index + 1, title: `第${index + 1}卷` }
      // What the rows do not look at is left out.
      return {
        ...{ documentId: `c_${number}`, title: `第${number}章`, words: 1, kind: 'chapter' },
        ...(size > 0 && { volume }),
      } as DocumentSummary
    }),
  )
  return listRows(documents, new Set(), null)
}
const ids = (lines: readonly ListRow[], columns: number) =>
  outlineRows(lines, columns).map(({ cells }) => cells.map(({ id }) => id).join(' '))

test('chapters stand beside each other below the heading of their volume, and a volume begins a row', () => {
  const lines = book([4, 2])
  expect(ids(lines, 3)).toEqual(['volume 1', 'c_1 c_2 c_3', 'c_4', 'volume 2', 'c_5 c_6'])
  expect(ids(lines, 1)).toEqual(['volume 1', 'c_1', 'c_2', 'c_3', 'c_4', 'volume 2', 'c_5', 'c_6'])
  expect(ids(book([-4]), 3)).toEqual(['c_1 c_2 c_3', 'c_4'])
  expect(ids([], 3)).toEqual([])
})

test('the arrow keys lead through the book, in a column and over volumes, and stop at its ends', () => {
  const rows = outlineRows(book([4, 2]), 3)
  const after = (id: string, key: string) => {
    const place = placeOf(rows, id)
    return place === null ? 'nowhere' : (cellAfter(rows, place, key)?.id ?? null)
  }
  expect(
    [
      ['c_3', 'ArrowRight'],
      ['c_4', 'ArrowLeft'],
      ['c_3', 'ArrowDown'],
      ['c_4', 'ArrowDown'],
      ['c_6', 'ArrowUp'],
      ['c_4', 'ArrowRight'],
      ['volume 1', 'ArrowRight'],
      ['volume 1', 'ArrowUp'],
      ['c_6', 'ArrowRight'],
      ['c_5', 'Home'],
      ['c_1', 'End'],
      ['c_1', 'Enter'],
      ['c_9', 'Home'],
    ].map(([id = '', key = '']) => after(id, key)),
  ).toEqual([
    ...['c_4', 'c_3', 'c_4', 'volume 2', 'volume 2', 'volume 2', null, null, null],
    ...['volume 1', 'c_6', null, 'nowhere'],
  ])
})

test('every line of a book is in one cell, in order, in rows no longer than asked, and right leads through all chapters', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      (sizes, columns) => {
        const lines = book(sizes)
        checked.when(lines.length > columns)
        const rows = outlineRows(lines, columns)
        expect(rows.flatMap(({ cells }) => cells)).toEqual(lines)
        expect(Math.max(0, ...rows.map(({ cells }) => cells.length))).toBeLessThanOrEqual(columns)
        for (const [at, line] of lines.entries()) {
          if (line.kind !== 'chapter') continue
          const place = placeOf(rows, line.id)
          if (place === null) throw new Error('a chapter has no place')
          expect(cellAfter(rows, place, 'ArrowRight')).toBe(lines[at + 1] ?? null)
        }
      },
    ),
  )
  checked.expectShare(0.5)
})

test('five thousand chapters are laid out in rows without looking at one twice for each other', () => {
  const lines = book([-5000])
  let looked = 0
  const watched = lines.map(
    (line) =>
      new Proxy(line, {
        get(target, key) {
          looked += 1
          return Reflect.get(target, key)
        },
      }),
  )
  expect(outlineRows(watched, 4)).toHaveLength(1250)
  expect(looked).toBeLessThan(4 * 5000)
})
