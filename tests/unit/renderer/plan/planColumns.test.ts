import { expect, test } from 'vitest'
import { planColumns } from '../../../../main/src/contract/plans.ts'
import {
  cellAfter,
  columnShapes,
  gridTracks,
  storeColumns,
  storedColumns,
  toggledColumn,
} from '../../../../renderer/src/features/plan/planColumns.ts'

test('the table of the page has the columns of the exported one, in the same order', () => {
  expect(columnShapes.map(({ column }) => column)).toEqual([...planColumns])
})

test('columns that were chosen come back in the order of the table, and what is no column is left out', () => {
  const stored = new Map<string, string>()
  storeColumns({ setItem: (key, value) => void stored.set(key, value) }, ['due', 'title'])
  const read = (value: string | null) => storedColumns({ getItem: () => value })
  expect([read([...stored.values()][0] ?? ''), read('mood'), read(null)]).toEqual([
    ['title', 'due'],
    read(null),
    ['number', 'title', 'status', 'pov', 'words', 'plan', 'beats', 'due'],
  ])
})

test('a column comes to its place and goes again, but the title stays', () => {
  const withLabel = toggledColumn(['title', 'words'], 'label')
  expect([withLabel, toggledColumn(withLabel, 'label'), toggledColumn(withLabel, 'title')]).toEqual([
    ['title', 'label', 'words'],
    ['title', 'words'],
    withLabel,
  ])
  expect(gridTracks(['number', 'title', 'plan'])).toBe('44px minmax(44px, 6fr) minmax(44px, 5fr)')
})

test('keys lead from cell to cell and stay at the edges, and other keys lead nowhere', () => {
  const size = { rows: 5000, columns: 3, page: 20 }
  const from = { row: 10, column: 1 }
  const after = (key: string, place = from) => cellAfter(place, key, size)
  expect(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'a'].map((key) =>
      after(key),
    ),
  ).toEqual([
    ...[
      { row: 9, column: 1 },
      { row: 11, column: 1 },
      { row: 10, column: 0 },
      { row: 10, column: 2 },
    ],
    ...[{ row: 10, column: 0 }, { row: 10, column: 2 }, { row: 0, column: 1 }, { row: 30, column: 1 }, null],
  ])
  expect(after('ArrowRight', { row: 4999, column: 2 })).toEqual({ row: 4999, column: 2 })
})
