import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { identityNumber } from '../../../../main/src/services/redaction/patterns.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const found = (text: string) =>
  scanSecrets(text, { scope: 'manuscript' }).map(({ patternId, from, to }) => [
    patternId,
    text.slice(from, to),
  ])
const own = (text: string) => [identityNumber.patternId, text]

test('a number with the right check digit is hidden, also between Chinese words and with a small x', () => {
  for (const number of ['11010519491231002X', '11010519491231002x', '440524188001010014']) {
    expect(found(`他的身份证号是${number}，记好。`)).toEqual([own(number)])
  }
})

/** By the formula of ISO 7064 on all 18 places, another way than the code goes. */
function isValid(number: string): boolean {
  const values = [...number.toUpperCase()].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  return values.reduce((sum, digit) => (sum * 2 + digit) % 11, 0) === 1
}

test('exactly the right one of the eleven ends of each number is hidden', () => {
  const checked = countedChecks()
  const date = fc.tuple(
    fc.integer({ min: 1800, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 999_999 }),
      date,
      fc.integer({ min: 0, max: 999 }),
      (region, [year, month, day], order) => {
        const two = (number: number) => String(number).padStart(2, '0')
        const start = `${region}${year}${two(month)}${two(day)}${String(order).padStart(3, '0')}`
        const hidden = [...'0123456789X'].filter((end) => found(`（${start}${end}）`).length > 0)
        expect(hidden).toEqual([...'0123456789X'].filter((end) => isValid(start + end)))
        checked.when(hidden.length === 1)
      },
    ),
    { numRuns: 300 },
  )
  checked.expectShare(0.99)
})

test.each([
  '110105194912310021',
  '01010519491231002X',
  '11010519491331002X',
  '11010519490031002X',
  '11010519491200002X',
  '11010519491232002X',
  '11010517491231002X',
  '11010521491231002X',
  '111010519491231002X',
  '11010519491231002X1',
  'A11010519491231002X',
  '11010519491231002XB',
  '_11010519491231002X',
  '0.11010519491231002X',
  '11010519491231002X.5',
])('another number stays: %s', (text) => expect(found(text)).toEqual([]))
