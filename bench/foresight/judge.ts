import { type Book, type Cursor, type ReferencePassage, settings } from './book.ts'
import type { BookWords } from './words.ts'

/** A stretch of the novel that a system chose: UTF-16 offsets. */
export interface Chosen {
  readonly from: number
  readonly to: number
}

export interface Judged {
  readonly cursor: Cursor
  /** The end of what may be chosen: the window begins here. */
  readonly end: number
  readonly earlier: readonly ReferencePassage[]
  /** Gains of the best eight earlier passages. */
  readonly ideal: readonly number[]
  gain(piece: string): number
}

/** What this share of all earlier passages reaches by chance is no gain. */
const noise = 0.9
/** A cursor whose best passage gains less has nothing to foresee. */
const leastIdeal = 2

/** What a passage gains at a cursor: telling words of the true continuation that the window does not hold. */
export function judge(book: Book, words: BookWords, cursor: Cursor): Judged {
  const { text, isChinese, passages } = book
  const end = Math.max(0, cursor.offset - settings.window)
  const terms = newWords(book, words, cursor)
  const raw = (piece: string) => {
    const own = isChinese ? undefined : words.in(piece)
    return terms.reduce(
      (sum, term) =>
        sum + ((own ? own.has(term) : piece.includes(term)) ? (words.weights.get(term) ?? 0) : 0),
      0,
    )
  }
  const earlier = passages.filter(({ to }) => to <= end)
  const all = earlier.map(({ from, to }) => raw(text.slice(from, Math.min(to, from + settings.cap))))
  const floor = [...all].sort((a, b) => a - b)[Math.floor(all.length * noise)] ?? 0
  const gain = (piece: string) => Math.max(0, raw(piece) - floor)
  const ideal = all
    .map((it) => Math.max(0, it - floor))
    .sort((a, b) => b - a)
    .slice(0, settings.top)
  return { cursor, end, earlier, ideal, gain }
}

export const isCounted = ({ ideal }: Judged): boolean => (ideal[0] ?? 0) >= leastIdeal

/** Words of the continuation that the window does not hold, nor a part of them that is a word. */
function newWords({ text, isChinese }: Book, words: BookWords, { offset }: Cursor): string[] {
  const shown = text.slice(Math.max(0, offset - settings.window), offset)
  const shownWords = words.in(shown)
  const isShown = (word: string) => {
    if (!isChinese) return shownWords.has(word)
    for (let n = 2; n <= word.length; n++)
      for (let at = 0; at + n <= word.length; at++) {
        const part = word.slice(at, at + n)
        if ((n === word.length || words.weights.has(part)) && shown.includes(part)) return true
      }
    return false
  }
  return [...words.in(text.slice(offset, offset + settings.hidden))].filter(
    (word) => (words.weights.get(word) ?? 0) > 0 && !isShown(word),
  )
}

/** nDCG@8 and the share of the oracle's gain, and the pieces that were judged. */
export function score({ text }: Book, { end, ideal, gain }: Judged, chosen: readonly Chosen[]) {
  const seen: Chosen[] = []
  const gains = chosen.slice(0, settings.top).map(({ from, to: whole }) => {
    const to = Math.min(whole, from + settings.cap, end)
    const common = seen.reduce(
      (sum, it) => sum + Math.max(0, Math.min(it.to, to) - Math.max(it.from, from)),
      0,
    )
    // In the window or behind it, or said before.
    if (to <= from || common > (to - from) / 2) return 0
    seen.push({ from, to })
    return gain(text.slice(from, to))
  })
  return {
    ndcg: Math.min(1, discounted(gains) / discounted(ideal)),
    share: sum(gains) / sum(ideal),
    pieces: seen.map(({ from, to }) => text.slice(from, to)),
  }
}

const sum = (list: readonly number[]) => list.reduce((all, it) => all + it, 0)
const discounted = (gains: readonly number[]) =>
  gains.reduce((all, it, at) => all + it / Math.log2(at + 2), 0)
