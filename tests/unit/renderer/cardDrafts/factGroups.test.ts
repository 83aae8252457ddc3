import { expect, test } from 'vitest'
import { groupsOf } from '../../../../renderer/src/features/cardDrafts/factGroups.ts'

const fact = (id: string, field: string | undefined, clash = false) => ({ id, field, clash })

test('facts of one field that contradict one another are together where the first of them stands', () => {
  const facts = [
    fact('a', '年龄', true),
    fact('b', '兵器'),
    fact('c', '年龄', true),
    fact('d', 'home', true),
    fact('e', undefined),
    fact('f', 'home', true),
  ]
  expect(groupsOf(facts).map((group) => group.map(({ id }) => id))).toEqual([
    ['a', 'c'],
    ['b'],
    ['d', 'f'],
    ['e'],
  ])
})

test('several facts of a field that may have several values stay apart', () => {
  expect(groupsOf([fact('a', '兵器'), fact('b', '兵器')]).map(({ length }) => length)).toEqual([1, 1])
  expect(groupsOf([])).toEqual([])
})
