const chineseDigits = '〇一二三四五六七八九'
const otherDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'○零'].map((character) => [character, 0])),
  ...Object.fromEntries([...'壹贰叁肆伍陆柒捌玖'].map((character, index) => [character, index + 1])),
  ...Object.fromEntries([...'壹貳參肆伍陸柒捌玖'].map((character, index) => [character, index + 1])),
  两: 2,
  兩: 2,
}
const units: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 }
const tens: Readonly<Record<string, number>> = { 廿: 20, 卅: 30, 卌: 40 }

/** The characters a Chinese number is written with, for use inside a character class. */
export const chineseNumberClass =
  '0-9０-９〇○零一二三四五六七八九十百千万萬两兩廿卅卌壹贰貳叁參肆伍陆陸柒捌玖拾佰仟'

/**
 * A whole number written in Chinese, full-width or ASCII digits: 一百一 = 101 (as in chapter numbers, not
 * 110), 一零一 = 101, 一二〇 = 120, 廿一 = 21, 百二十 = 120, 一百三一 = 131. Undefined when it is not one number.
 */
export function parseChineseNumber(written: string): number | undefined {
  const text = written.normalize('NFKC').replaceAll(/\s/g, '')
  if (/^\d{1,8}$/.test(text)) return Number(text)
  const digits = [...text].map(digitOf)
  if (text !== '' && digits.length <= 8 && digits.every((digit) => digit !== undefined))
    return Number(digits.join(''))
  return parseWithUnits(text)
}

/** As chapters are counted: 一, 十, 十二, 二十, 一百零一, 一千零二十; figures from 10,000 on. */
export function writeChineseNumber(value: number): string {
  if (value < 1 || value > 9999 || !Number.isInteger(value)) return String(value)
  let written = ''
  let isGap = false
  for (const [index, unit] of ['千', '百', '十', ''].entries()) {
    const digit = Math.floor(value / 10 ** (3 - index)) % 10
    if (digit === 0) {
      isGap = written !== ''
      continue
    }
    const isLeadingTen = unit === '十' && digit === 1 && written === ''
    written += `${isGap ? '零' : ''}${isLeadingTen ? '' : chineseDigits.charAt(digit)}${unit}`
    isGap = false
  }
  return written
}

function parseWithUnits(text: string): number | undefined {
  let total = 0
  let section = 0
  let digit: number | undefined
  let smallestUnit = Number.POSITIVE_INFINITY
  for (const character of text) {
    const value = digitOf(character)
    const unit = units[character]
    const ten = tens[character]
    if (value !== undefined) {
      if (digit !== undefined && digit !== 0) {
        // 一百三一 leaves out the 十 of 131: a slip that can be read in one way only.
        if (smallestUnit !== 100) return undefined
        section += digit * 10
        smallestUnit = 10
      }
      digit = value
    } else if (unit !== undefined || ten !== undefined) {
      if ((unit ?? 10) >= smallestUnit) return undefined
      smallestUnit = unit ?? 10
      section += ten ?? (digit || 1) * (unit ?? 1)
      digit = undefined
    } else if (character === '万' || character === '萬') {
      if (total > 0 || section + (digit ?? 0) === 0) return undefined
      total = (section + (digit ?? 0)) * 10_000
      section = 0
      digit = undefined
      smallestUnit = Number.POSITIVE_INFINITY
    } else return undefined
  }
  return text === '' ? undefined : total + section + (digit ?? 0)
}

function digitOf(character: string): number | undefined {
  const index = chineseDigits.indexOf(character)
  if (index >= 0) return index
  return /^\d$/.test(character) ? Number(character) : otherDigits[character]
}

const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const romanShape = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/i
const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const decades = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A number in an English heading: digits, a Roman numeral, a word up to ninety-nine or `third`. */
export function parseEnglishNumber(written: string): number | undefined {
  const text = written.normalize('NFKC').trim().toLowerCase()
  if (/^\d{1,8}$/.test(text)) return Number(text)
  if (text !== '' && romanShape.test(text)) return romanNumber(text.toUpperCase())
  const [first = '', second] = text.split(/[\s-]+/)
  if (second === undefined && small.includes(first)) return small.indexOf(first) + 1
  if (second === undefined && ordinals.includes(first)) return ordinals.indexOf(first) + 1
  const decade = decades.indexOf(first)
  if (decade < 0) return undefined
  if (second === undefined) return (decade + 2) * 10
  const digit = small.indexOf(second)
  return digit >= 0 && digit < 9 ? (decade + 2) * 10 + digit + 1 : undefined
}

function romanNumber(text: string): number {
  let total = 0
  for (let index = 0; index < text.length; index++) {
    const value = romanValues[text[index] ?? ''] ?? 0
    total += value < (romanValues[text[index + 1] ?? ''] ?? 0) ? -value : value
  }
  return total
}

/** In Roman letters: XII; figures from 4,000 on. */
export function writeRomanNumber(value: number): string {
  if (value < 1 || value > 3999 || !Number.isInteger(value)) return String(value)
  const steps = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const
  let rest = value
  return steps
    .map(([of, letters]) => {
      const count = Math.floor(rest / of)
      rest -= count * of
      return letters.repeat(count)
    })
    .join('')
}

/** In words: seven, twenty-one; figures from 100 on. */
export function writeEnglishNumber(value: number): string {
  if (value < 1 || value > 99 || !Number.isInteger(value)) return String(value)
  if (value < 20) return small[value - 1] ?? ''
  const digit = value % 10
  const decade = decades[Math.floor(value / 10) - 2] ?? ''
  return digit === 0 ? decade : `${decade}-${small[digit - 1]}`
}
