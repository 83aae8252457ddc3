export interface TextCounts {
  /** 字数 as Chinese writers count: each CJK character or mark is one, each Latin word or number is one. */
  readonly words: number
  /** Code points that are not white space. */
  readonly characters: number
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303F\uFF01-\uFF65—…“”‘’]/gu

/** Counts of a chapter or a selection, in one pass each. */
export const countText = (text: string): TextCounts => {
  let spaces = 0
  let surrogatePairs = 0
  for (const _ of text.matchAll(/\s/g)) spaces++
  for (const _ of text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)) surrogatePairs++
  let words = 0
  const rest = text.replace(cjk, () => {
    words++
    return ' '
  })
  for (const _ of rest.matchAll(wordPattern)) words++
  return { words, characters: text.length - spaces - surrogatePairs }
}
