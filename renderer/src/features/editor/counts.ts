export interface TextCounts {
  /** 字数 as Chinese writers count: each CJK character or mark is one, each Latin word or number is one. */
  readonly wordCount: number
  /** Code points that are not white space. */
  readonly characters: number
}

const cjk =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3001-\\u303F\\uFF01-\\uFF65'
const isCjk = new RegExp(`[${cjk}]`, 'u')
const marks = '—…“”‘’'
const letter = `(?![${cjk}])[\\p{L}\\p{N}]`
/** A CJK character, marks of both scripts, or a word with what is inside it; `main/src/lib/wordCount.ts` counts the list so. */
const counted = new RegExp(
  `[${cjk}]|[${marks}]+|${letter}(?:${letter}|(?![${cjk}])[\\p{M}'-]|’(?=${letter}))*`,
  'gu',
)

/** Counts of a chapter or a selection, in one pass each. */
export const countText = (text: string): TextCounts => {
  let spaces = 0
  let surrogatePairs = 0
  for (const _ of text.matchAll(/\s/g)) spaces++
  for (const _ of text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)) surrogatePairs++
  let wordCount = 0
  for (const { 0: match, index } of text.matchAll(counted)) {
    if (!marks.includes(match[0] ?? '')) wordCount++
    else if (marksCount(text, index, index + match.length)) wordCount += match.length
  }
  return { wordCount, characters: text.length - spaces - surrogatePairs }
}

/** Marks count beside CJK, and where they stand alone; “ and — of another script are no words. */
const marksCount = (text: string, from: number, to: number): boolean => {
  const before = /.$/su.exec(text.slice(Math.max(0, from - 2), from))?.[0] ?? ''
  const after = /^./su.exec(text.slice(to, to + 2))?.[0] ?? ''
  return isCjk.test(before) || isCjk.test(after) || `${before}${after}`.trim() === ''
}
