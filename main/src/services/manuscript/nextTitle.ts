import { hasDigitsOnly, numberIn, withNumber } from './rearrange/numbering.ts'

const words = {
  zh: { first: '第一章', unnumbered: '新章节' },
  en: { first: 'Chapter 1', unnumbered: 'New chapter' },
} as const

/** In front of a number what belongs to it: 第, Chapter; not the volume before that. */
const nameOfNumber = /(?:[A-Za-z]+\s+)?\S*$/
/** Behind it likewise. */
const unitOfNumber = /^\s*[章回节節话話集幕篇折出]/u

/**
 * The title of a new chapter that has no name yet: the number behind that of the last numbered chapter in front of it,
 * written as that is; none where the chapter behind has that number. `titles`: of the chapters in front, in the order
 * of the book; `behind`: of those behind it.
 */
export function nextTitle(
  titles: readonly string[],
  behind: readonly string[],
  language: 'zh' | 'en',
): string {
  if (titles.length === 0 && behind.length === 0) return words[language].first
  const last = titles.findLast((title) => numberIn(title) !== undefined)
  const number = last === undefined ? undefined : numberIn(last)
  if (last === undefined || number === undefined) return words[language].unnumbered
  const numberBehind = behind.map(numberIn).find((each) => each !== undefined)
  if (numberBehind?.value === number.value + 1) return words[language].unnumbered
  const from = number.from - (nameOfNumber.exec(last.slice(0, number.from))?.[0].length ?? 0)
  const to = number.to + (unitOfNumber.exec(last.slice(number.to))?.[0].length ?? 0)
  const shifted = { ...number, from: number.from - from, to: number.to - from }
  const digitsOnly = titles.some((title) => {
    const { written = '' } = numberIn(title) ?? {}
    return written.length === 2 && hasDigitsOnly(written)
  })
  const next = withNumber(last.slice(from, to), shifted, number.value + 1, digitsOnly)
  return next.trim() === '' ? words[language].unnumbered : next.trim()
}
