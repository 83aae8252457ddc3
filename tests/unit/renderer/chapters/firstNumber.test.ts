import { expect, test } from 'vitest'
import { firstNumberOf } from '../../../../renderer/src/features/chapters/firstNumber.ts'

test.each<[string, number | null | undefined]>([
  ['', undefined],
  [' \u3000', undefined],
  ['1', 1],
  [' ０１２ ', 12],
  ['100000', 100_000],
  ['100001', null],
  ['0', null],
  ['-3', null],
  ['2.5', null],
  ['1e3', null],
  ['十一', null],
])('what is typed as the number of a chapter, “%s”, is %s', (typed, number) => {
  expect(firstNumberOf(typed)).toBe(number)
})
