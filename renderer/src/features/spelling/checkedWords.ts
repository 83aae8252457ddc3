/** A word of a text that can be misspelt; offsets in UTF-16 units of that text. */
export interface CheckedWord {
  readonly from: number
  readonly to: number
  /** With straight apostrophes, and with one in front or behind where letters are left out (`'tis`, `goin'`). */
  readonly word: string
}

/** What is no prose: code, comments, tags, targets of links, addresses. The limits keep the search linear. */
const skipped =
  /`[^`\n]*`|<!--[\s\S]{0,2000}?-->|<\/?[a-z][^<>\n]{0,2000}>|\]\([^()\n]{0,2000}\)|\b(?:https?:\/\/|www\.)\S+|(?<!\S)[^\s@]{1,100}@[^\s@]+/giu

const wordPattern =
  /(?<![\p{L}\p{M}\p{N}_])\p{Script=Latin}\p{M}*(?:['’‑-]?\p{Script=Latin}\p{M}*)*(?![\p{L}\p{M}\p{N}_])/gu

const isApostrophe = (character: string | undefined) => character === "'" || character === '’'

/**
 * The words of Latin letters, in order. A letter by itself, a word in capitals and what has a digit or another script
 * beside it are no words: initials, headings, units, names of things.
 */
export const checkedWords = (text: string): readonly CheckedWord[] => {
  const prose = text.replace(skipped, (part) => ' '.repeat(part.length))
  return Array.from(prose.matchAll(wordPattern), ({ 0: place, index: from }) => {
    const to = from + place.length
    const front = isApostrophe(prose[from - 1]) ? "'" : ''
    const end = isApostrophe(prose[to]) ? "'" : ''
    return {
      from,
      to,
      word: `${front}${place.normalize('NFC').replaceAll('’', "'").replaceAll('‑', '-')}${end}`,
    }
  }).filter(({ word }) => word.length > 1 && word !== word.toUpperCase())
}
