import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseChineseNumber,
  parseEnglishNumber,
} from '../../../../../main/src/services/manuscript/import/numbers.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

describe('parseChineseNumber', () => {
  test.each([
    ['一百一', 101],
    ['一零一', 101],
    ['一百零一', 101],
    ['一百一十', 110],
    ['一一零', 110],
    ['一二〇', 120],
    ['百二十', 120],
    ['一百三一', 131],
    ['一百廿', 120],
    ['廿', 20],
    ['廿一', 21],
    ['卅五', 35],
    ['卌', 40],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['两百', 200],
    ['一千零二十四', 1024],
    ['一千二', 1002],
    ['一万零五', 10_005],
    ['壹佰贰拾叁', 123],
    ['〇', 0],
    ['１２', 12],
    ['012', 12],
    ['1 2', 12],
  ])('reads %s as the number %d', (written, value) => {
    expect(parseChineseNumber(written)).toBe(value)
  })

  test.each(['', '几', '二三十', '十百', '一十二十', '百千', '第', 'abc', '万', '-1', '1.5'])(
    'finds no single number in %j',
    (written) => {
      expect(parseChineseNumber(written)).toBeUndefined()
    },
  )

  test('reads every chapter number in each way of writing it', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (value) => {
        checked.when(value > 9)
        const positional = [...String(value)].map((digit) => '〇一二三四五六七八九'[Number(digit)]).join('')
        expect([positional, inChinese(value), String(value)].map(parseChineseNumber)).toEqual(
          Array(3).fill(value),
        )
      }),
    )
    checked.expectShare(0.5)
  })
})

test('English numbers: digits, Roman numerals, words; other words are none', () => {
  const written = ['12', 'IV', 'xiv', 'XCIX', 'one', 'Twenty-One', 'ninety nine', 'IIII', 'zero', 'the', '']
  expect(written.map(parseEnglishNumber)).toEqual([
    12,
    4,
    14,
    99,
    1,
    21,
    99,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

/** 1024 → 一千零二十四, an own writer to test the reader against. */
function inChinese(value: number): string {
  const digits = [...String(value)].map(Number)
  let text = ''
  let zero = false
  for (const [index, digit] of digits.entries()) {
    const unit = ['', '十', '百', '千'][digits.length - 1 - index] ?? ''
    if (digit === 0) zero = text !== ''
    else {
      text += `${zero ? '零' : ''}${'零一二三四五六七八九'[digit]}${unit}`
      zero = false
    }
  }
  return text.replace(/^一十/, '十')
}
