import { expect, test } from 'vitest'
import { keyOfRow, rowsOf, type Thread } from '../../../../renderer/src/features/threads/threadGroups.ts'

const thread = (id: string, state: Thread['state'], overdue = false): Thread => ({
  ...{ id, state, overdue, title: id, people: [], from: null, due: null, knownBy: null, marks: [] },
})

test('threads stand under the heading of their group, the overdue ones first, each row with a key of its own', () => {
  const rows = rowsOf([
    thread('灯', 'paid'),
    thread('信', 'planted'),
    thread('token', 'planted', true),
    thread('𠮷', 'planted'),
  ])
  expect(rows.map((row) => ('count' in row ? [row.group, row.count] : row.id))).toEqual([
    ['due', 1],
    'token',
    ['open', 2],
    '信',
    '𠮷',
    ['paid', 1],
    '灯',
  ])
  expect(new Set(rows.map(keyOfRow)).size).toBe(rows.length)
  expect(rowsOf([])).toEqual([])
})
