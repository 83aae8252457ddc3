import { graphemes } from '../../../lib/text.ts'

/** Where text may be cut: paragraph, sentence, grapheme. Offsets are UTF-16 units. Pure. */

const lineBreak = /\r\n|\n|\r/g
const sentenceEnd = /(?:(?:[。！？…；｡‥]|．(?![\d０-９]))+[”’」』）〕】》]*|[.!?]+["')\]”’]*[ \t]+)/g

/** Starts of paragraphs: 0 and every offset behind a line break. */
export function paragraphStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(lineBreak)) starts.push(match.index + match[0].length)
  if (starts.at(-1) === text.length && starts.length > 1) starts.pop()
  return starts
}

/** Starts of sentences inside [from, to): behind an end mark and the quotes that close with it. */
export function sentenceStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  for (const match of text.slice(from, to).matchAll(sentenceEnd)) {
    const start = from + match.index + match[0].length
    if (start < to) starts.push(start)
  }
  return starts
}

/** Points that end no sentence: titles, and an initial other than the pronoun. */
const abbreviation =
  /(?:^|[\s“‘"'(—-])(?:Mr|Mrs|Ms|Messrs|Dr|St|Prof|Capt|Col|Gen|Lieut|Rev|Hon|Esq|No|Vol|[A-HJ-Z])\.$/
/** A question, a cry or a pause that closes a speech. */
const speechEnd = /[！？!?…][”’」』]+$/
const reachOfMark = 16

/**
 * Whether a start of a sentence is one to a reader too: not behind an abbreviation or a semicolon, and not between a
 * speech and who speaks it (“走吗？”他问).
 */
function isWholeStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - reachOfMark), at).trimEnd()
  const next = text.charAt(at)
  // The paragraph behind a break begins, not the break.
  if (/[\r\n]/.test(next)) return false
  if (abbreviation.test(before) || /；[”’」』）〕】》]*$/.test(before) || /\p{Ll}/u.test(next)) return false
  return !(speechEnd.test(before) && /[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}]/u.test(next))
}

/** Where whole sentences begin, as a reader sees them, and where paragraphs do; from `from` on, up to `to`. */
export function wholeStarts(text: string, from: number, to: number): number[] {
  const start = Math.max(0, from - reachOfMark)
  const part = text.slice(start, to + 1)
  const paragraphs = paragraphStarts(part).filter((at) => at > 0 || start === 0)
  const sentences = sentenceStarts(part, 0, part.length).filter((at) => isWholeStart(text, start + at))
  return [...new Set([...paragraphs, ...sentences])]
    .map((at) => start + at)
    .filter((at) => at >= from && at <= to)
    .toSorted((a, b) => a - b)
}

/** Where the sentence that ends the text begins; white space behind it belongs to it. */
export function lastSentence(text: string): number {
  const end = text.trimEnd().length
  const paragraph = paragraphStarts(text).findLast((start) => start < end) ?? 0
  return sentenceStarts(text, paragraph, end).findLast((start) => start < end) ?? paragraph
}

const clusterReach = 64

/** The first grapheme boundary at or after `offset`, so that no emoji or surrogate pair is split. */
export function graphemeAtOrAfter(text: string, offset: number): number {
  if (offset <= 0) return 0
  if (offset >= text.length) return text.length
  const base = Math.max(0, offset - clusterReach)
  const segment = graphemes.segment(text.slice(base, offset + clusterReach)).containing(offset - base)
  if (!segment || base + segment.index === offset) return offset
  return base + segment.index + segment.segment.length
}

/** The last grapheme boundary at or before `offset`. */
export function graphemeAtOrBefore(text: string, offset: number): number {
  if (offset <= 0) return 0
  if (offset >= text.length) return text.length
  const base = Math.max(0, offset - clusterReach)
  const segment = graphemes.segment(text.slice(base, offset + clusterReach)).containing(offset - base)
  return segment ? base + segment.index : offset
}

/** Largest n in [low, high] for which `fits(n)`, low when none does; `fits` must turn false once and for all. */
export function largestFitting(low: number, high: number, fits: (n: number) => boolean): number {
  let sure = low
  let open = high
  while (sure < open) {
    const middle = Math.ceil((sure + open) / 2)
    if (fits(middle)) sure = middle
    else open = middle - 1
  }
  return sure
}

/**
 * The same for n from 0 to a `high` that may be a whole book: `fits` is called for `first`, then for twice as much
 * each time, so that it never reads more than twice what fits.
 */
export function largestFittingNear(high: number, first: number, fits: (n: number) => boolean): number {
  let sure = 0
  for (let next = Math.max(1, first); next < high; next *= 2) {
    if (!fits(next)) return largestFitting(sure, next - 1, fits)
    sure = next
  }
  // Where it comes so far, all of it fits more often than not.
  return high > sure && fits(high) ? high : largestFitting(sure, high - 1, fits)
}

export type HeadCut = 'paragraph' | 'sentence' | 'grapheme'

/**
 * The longest beginning of a text that fits, ending at the coarsest boundary allowed by `finest`; a coarser one is
 * skipped when `isFull` reports that it leaves too much out. `fits(end)` must be monotone. Returns the end offset, 0
 * when nothing fits.
 */
export function headThatFits(
  text: string,
  fits: (end: number) => boolean,
  finest: HeadCut,
  isFull: (end: number) => boolean = () => true,
): number {
  if (fits(text.length)) return text.length
  const best = (ends: readonly number[]) => {
    const index = largestFitting(-1, ends.length - 1, (n) => n < 0 || fits(ends[n] ?? 0))
    return index < 0 ? 0 : (ends[index] ?? 0)
  }
  const starts = paragraphStarts(text)
  const paragraph = best(starts.slice(1))
  if (finest === 'paragraph' || (paragraph > 0 && isFull(paragraph))) return paragraph
  const next = starts.find((start) => start > paragraph) ?? text.length
  const sentence = best(sentenceStarts(text, paragraph, next)) || paragraph
  if (finest === 'sentence' || (sentence > 0 && isFull(sentence))) return sentence
  return graphemeAtOrBefore(text, largestFitting(sentence, text.length, fits))
}

/** `whole`: sentences as a reader sees them. `sentence`: at every mark that may end one. `clause`: at commas too. */
export type SentenceCut = 'whole' | 'sentence' | 'clause'

/**
 * Of the runs of whole sentences that reach `leastUnits`, the one with most of `terms`, the first of equals; then the
 * sentences behind it and, where all of them fit, those in front. So a larger space shows everything that a smaller
 * one shows. Undefined when not even that run fits. `fits(from, to)` must be true of every part of what fits.
 */
export function partThatFits(
  text: string,
  fits: (from: number, to: number) => boolean,
  terms: readonly string[],
  leastUnits: number,
  finest: SentenceCut = 'sentence',
): { readonly from: number; readonly to: number } | undefined {
  const clauses = finest === 'clause' ? [...text.matchAll(/[，；：、,;:—]+(?=[^\s，；：、,;:—])/g)] : []
  const starts = new Set([
    ...(finest === 'whole'
      ? wholeStarts(text, 0, text.length - 1)
      : [...paragraphStarts(text), ...sentenceStarts(text, 0, text.length)]),
    ...clauses.map(({ 0: { length }, index }) => index + length),
  ])
  // The line break behind a sentence belongs to it.
  const edges = [...[...starts].filter((at) => !/[\r\n]/.test(text.charAt(at))), text.length].sort(
    (a, b) => a - b,
  )
  const edge = (at: number) => edges[at] ?? text.length
  const runs = edges.flatMap((from, first) => {
    const last = edges.findIndex((to) => to - from >= leastUnits)
    const matchCount = terms.filter((word) => text.slice(from, edge(last)).includes(word)).length
    return last < 0 ? [] : [{ first, last, matchCount }]
  })
  const maxMatches = Math.max(...runs.map(({ matchCount }) => matchCount))
  const run = runs.find(({ matchCount }) => matchCount === maxMatches)
  if (!run || !fits(edge(run.first), edge(run.last))) return undefined
  let { first, last } = run
  while (last + 1 < edges.length && fits(edge(first), edge(last + 1))) last += 1
  if (last + 1 === edges.length) while (first > 0 && fits(edge(first - 1), edge(last))) first -= 1
  return { from: edge(first), to: edge(last) }
}

/** The earliest of ascending starts from which the rest fits; undefined when none does. */
export function earliestFitting(
  starts: readonly number[],
  fits: (start: number) => boolean,
): number | undefined {
  const startOf = (count: number) => starts[starts.length - count] ?? 0
  const fittingCount = largestFitting(0, starts.length, (n) => n === 0 || fits(startOf(n)))
  return fittingCount === 0 ? undefined : startOf(fittingCount)
}

/**
 * Start of the longest ending that fits: at a paragraph, else a sentence, else a grapheme. A coarser start is skipped
 * when `isFull` reports that it leaves too much out.
 */
export function tailThatFits(
  text: string,
  fits: (start: number) => boolean,
  isFull: (start: number) => boolean = () => true,
): number {
  if (text.length === 0 || fits(0)) return 0
  const paragraphs = paragraphStarts(text)
  const paragraph = earliestFitting(paragraphs, fits)
  if (paragraph !== undefined && isFull(paragraph)) return paragraph
  const end = paragraph ?? text.length
  const from = paragraphs.findLast((start) => start < end) ?? 0
  const sentence = earliestFitting(sentenceStarts(text, from, end), fits)
  if (sentence !== undefined && isFull(sentence)) return sentence
  const fittingLength = largestFitting(text.length - end, text.length, (length) => fits(text.length - length))
  return graphemeAtOrAfter(text, text.length - fittingLength)
}
