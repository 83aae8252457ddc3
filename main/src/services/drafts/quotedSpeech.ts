/** A stretch of a text, in UTF-16 units; `to` exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** Opening and closing marks; a mark that is not closed goes on as far as a speech can. */
const pairs = [
  ['“', '”'],
  ['「', '」'],
  ['『', '』'],
  ['«', '»'],
] as const

/** From an opening single mark to the last one of its line that is no apostrophe; without one, to the end of the line. */
const single = /‘(?:[^‘\n]*’(?!\p{L})|[^\n]*)/gu
/** The same in the form of a typewriter: a mark in front of a word, behind none. */
const straightSingle = /(?<![\p{L}\p{N}'])'(?=[\p{L}…—-])(?:[^\n]*[^\p{L}\p{N}\s]'(?!\p{L})|[^\n]*)/gu

/**
 * What of a chapter stands inside quotation marks. In doubt a stretch belongs to it: a statement that is taken for a
 * speech is read by the author, one that is not may pass unread.
 */
export function quotedStretches(text: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const [opening, closing] of pairs) stretches.push(...paired(text, opening, closing))
  for (const pattern of [single, straightSingle])
    for (const match of text.matchAll(pattern))
      stretches.push({ from: match.index, to: match.index + match[0].length })
  stretches.push(...straight(text))
  return stretches
}

/** Whether any part of a quote is inside quotation marks, anywhere it stands in the chapter. */
export function isQuoted(text: string, quote: string, stretches: readonly Stretch[]): boolean {
  for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
    const to = from + quote.length
    if (stretches.some((each) => each.from < to && from < each.to)) return true
  }
  return false
}

/**
 * A speech that goes on in the next paragraph has no closing mark at the end of the first, and an opening one again, or
 * none, in front of the next.
 */
function* paired(text: string, opening: string, closing: string): Generator<Stretch> {
  let from = text.indexOf(opening)
  while (from >= 0) {
    const close = text.indexOf(closing, from + 1)
    const next = text.indexOf(opening, from + 1)
    const lineEnd = endOfLine(text, from)
    const isClosed = close >= 0 && (next < 0 || close < next || close < lineEnd)
    const to = isClosed ? close + 1 : lineEnd
    yield { from, to }
    from = text.indexOf(opening, to)
  }
}

/** Marks that open and close alike: by pairs in a line; a line with one too many is a speech as a whole. */
function* straight(text: string): Generator<Stretch> {
  let start = 0
  for (const line of text.split('\n')) {
    const marks = [...line.matchAll(/["＂]/gu)].map(({ index }) => start + index)
    if (marks.length % 2 === 1) yield { from: start, to: start + line.length }
    else
      for (let at = 0; at < marks.length; at += 2)
        yield { from: marks[at] ?? start, to: (marks[at + 1] ?? start) + 1 }
    start += line.length + 1
  }
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
