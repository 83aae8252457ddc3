import { expect, test } from 'vitest'
import { lengthOf } from '../../../../renderer/src/i18n/format.ts'

test('a number of tokens is put as a length of text in two digits, and what is no number is none', () => {
  const counts = [500, 2000, 12_345, 0, -1, Number.NaN]
  expect(counts.map((tokens) => lengthOf(tokens, 'zh'))).toEqual([630, 2500, 15_000, 0, 0, 0])
  expect(counts.map((tokens) => lengthOf(tokens, 'en'))).toEqual([380, 1500, 9300, 0, 0, 0])
})
