import { expect, test } from 'vitest'
import { layoutOf } from '../../../../support/import/layouts.ts'
import { madeBooks } from '../../../../support/import/madeBooks.ts'
import { madeFiles } from '../../../../support/import/madeFiles.ts'

test('more than two hundred different files are expected, and no two have one name', () => {
  const names = [...madeBooks, ...madeFiles].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(200)
})

test('every expected heading stands in its text', () => {
  const layouts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(layoutOf)
  for (const { name, text, expected } of [...madeBooks, ...layouts]) {
    const titles = expected
      .filter((each) => each !== '*' && each !== '书')
      .map((each) => each.split('|').at(-1) ?? '')
    expect([name, titles.filter((title) => !text.includes(title))]).toEqual([name, []])
  }
})

test('the same seed makes the same layout', () => {
  expect(layoutOf(7)).toEqual(layoutOf(7))
  expect(layoutOf(7)).not.toEqual(layoutOf(8))
})
