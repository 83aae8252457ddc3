import { expect, it } from 'vitest'
import { isUnwanted } from '../../../../../main/src/services/context/core/unwanted.ts'

const passage = (from: number, to: number, path = 'manuscript/001.md') => ({ path, from, to })
const entry = (item?: string) => ({ path: '.creonow/rules/constraints.json', ...(item ? { item } : {}) })

it('a range leaves out what touches it in its own file, and nothing that has no range', () => {
  const without = ['manuscript/001.md#300-620']
  const parts = [
    ...[passage(0, 300), passage(0, 301), passage(619, 900), passage(620, 900), passage(0, 900)],
    ...[passage(300, 620, 'manuscript/002.md'), { path: 'manuscript/001.md' }],
  ]
  expect(parts.map((part) => isUnwanted(part, without))).toEqual([
    ...[false, true, true, false, true],
    ...[false, false],
  ])
})

it('a reference without a range leaves out what has the very name: a file, or one item of it', () => {
  const [file, first] = ['.creonow/rules/constraints.json', '.creonow/rules/constraints.json#甲']
  const leftOut = (without: string) =>
    [entry(), entry('甲'), entry('乙')].map((part) => isUnwanted(part, [without]))
  expect([leftOut(file), leftOut(first), leftOut('.creonow/rules')]).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])
  expect(isUnwanted(entry(), [])).toBe(false)
})
