import { readingsOf } from '../import/headings.ts'
import {
  chineseNumberClass,
  parseChineseNumber,
  parseEnglishNumber,
  writeChineseNumber,
  writeEnglishNumber,
  writeRomanNumber,
} from '../import/numbers.ts'

/** The number of a chapter as its title has it: 第十二章, Chapter 12, XII. */
export interface WrittenNumber {
  /** UTF-16 offsets in the title. */
  readonly from: number
  readonly to: number
  readonly written: string
  readonly value: number
}

/** Chinese numbers and figures, and each English word with the one behind it. */
const token = new RegExp(
  `[${chineseNumberClass}]+|(?<![A-Za-z])(?=([A-Za-z]+(?:[-\\s][A-Za-z]+)?))[A-Za-z]+`,
  'gu',
)

/**
 * Where a title has its chapter's number; undefined where it has none, or where the number is a volume's. Of
 * 第一卷 第一章 it is the second one.
 */
export function numberIn(title: string): WrittenNumber | undefined {
  const heading = readingsOf(title).find(({ number }) => number !== undefined)
  if (heading?.number === undefined || heading.kind !== 'chapter') return undefined
  const start =
    heading.volume === undefined ? 0 : title.indexOf(heading.volume.title) + heading.volume.title.length
  for (const { 0: word, 1: pair = word, index } of title.slice(start).matchAll(token)) {
    const written = [pair, word].find((each) => numberOf(each) === heading.number)
    if (written === undefined) continue
    const from = start + index
    return { from, to: from + written.length, written, value: heading.number }
  }
  return undefined
}

const numberOf = (written: string) => parseChineseNumber(written) ?? parseEnglishNumber(written)

/** The title with another number, written as its own is. `digitsOnly`: the book writes 一二〇 for 120. */
export function withNumber(title: string, number: WrittenNumber, value: number, digitsOnly: boolean): string {
  const next = writtenLike(number.written, value, digitsOnly)
  return title.slice(0, number.from) + next + title.slice(number.to)
}

/** Whether a number is written digit by digit in Chinese: 一二〇, and not 一百二十. */
export const hasDigitsOnly = (written: string) => /^[〇○零一二三四五六七八九]{2,}$/u.test(written)

/** Whether a number leaves out its 零: 一百一 is 101. */
const omitsZero = (written: string) => /百[一二三四五六七八九]$/u.test(written)

function writtenLike(written: string, value: number, digitsOnly: boolean): string {
  const digits = String(value).padStart(/^[0０]/.test(written) ? written.length : 0, '0')
  if (/^\d+$/.test(written)) return digits
  if (/^[０-９]+$/.test(written))
    return digits.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  if (/^[A-Za-z]/.test(written)) return likeEnglish(written, value)
  const zero = /[〇○零]/u.exec(written)?.[0] ?? '〇'
  if (digitsOnly || hasDigitsOnly(written))
    return String(value).replaceAll(/\d/g, (digit) =>
      digit === '0' ? zero : '〇一二三四五六七八九'.charAt(Number(digit)),
    )
  const next = writeChineseNumber(value)
  // 一百零一 is 一百一 in older books, which write 一百一十 in full.
  return omitsZero(written) ? next.replaceAll(/(?<=百)零(?=.$)/gu, '') : next
}

function likeEnglish(written: string, value: number): string {
  const isRoman = /^[IVXLCDM]+$/i.test(written)
  const next = isRoman ? writeRomanNumber(value) : writeEnglishNumber(value)
  if (written === written.toLowerCase()) return next.toLowerCase()
  if (written === written.toUpperCase()) return next.toUpperCase()
  return next.replaceAll(/(?<=^|-)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** A chapter in the order of the book. */
export interface NumberedTitle {
  readonly title: string
  /** It is the first of its volume. */
  readonly startsVolume: boolean
}

/**
 * The numbers that chapters get from `start` on, so that each is one more than the one before; null for a title without
 * one. Where a volume begins again at one it still does. `first`: of the first numbered chapter; absent: one more than
 * the number before it, or its own when there is none.
 */
export function numbersFrom(
  titles: readonly NumberedTitle[],
  start: number,
  first?: number,
): readonly (number | null)[] {
  const values = titles.map(({ title }) => numberIn(title)?.value)
  let last = first === undefined ? values.slice(0, start).findLast((value) => value !== undefined) : first - 1
  let isFirst = true
  return values.slice(start).map((value, index) => {
    if (value === undefined) return null
    const restarts = titles[start + index]?.startsVolume === true && value === 1
    const next: number =
      (restarts && (first === undefined || !isFirst)) || last === undefined ? value : last + 1
    isFirst = false
    last = next
    return next
  })
}
