export interface TextCounts {
  /** 字数 as Chinese writers count: each CJK character or mark is one, each Latin word or number is one. */
  readonly words: number
  /** Code points that are not white space. */
  readonly characters: number
}

const cjk =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3001-\\u303F\\uFF01-\\uFF65—…“”‘’'
const letter = `(?![${cjk}])[\\p{L}\\p{N}]`
/** A CJK character or mark, or a word with what is inside it; `main/src/lib/wordCount.ts` counts the list so. */
const counted = new RegExp(`[${cjk}]|${letter}(?:${letter}|(?![${cjk}])[\\p{M}'-]|’(?=${letter}))*`, 'gu')

/** Counts of a chapter or a selection, in one pass each. */
export const countText = (text: string): TextCounts => {
  let spaces = 0
  let surrogatePairs = 0
  for (const _ of text.matchAll(/\s/g)) spaces++
  for (const _ of text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)) surrogatePairs++
  let words = 0
  for (const _ of text.matchAll(counted)) words++
  return { words, characters: text.length - spaces - surrogatePairs }
}
