import { graphemes } from '../../lib/text.ts'
/** A stretch of a document's stored text: UTF-16 offsets, `to` exclusive, no white space at either end. */
export interface Passage {
  readonly from: number
  readonly to: number
}

/** A passage that has reached this length takes no further paragraph. */
const enoughUnits = 350
/** A passage shorter than this takes the first sentences of a paragraph that is too long to join whole. */
const tooShortUnits = 150
/** No passage is longer. */
export const maxPassageUnits = 500

const paragraphs = /[^\r\n\u2028\u2029]+/g
const sentences = /[^。！？!?…‥．｡.]*(?:(?:[。！？!?…‥．｡]|\.(?=\s|["'”’)]|$)|\.)+["'”’」』）)\]】]*|$)/gu

/**
 * Cuts a text into passages of about 300–500 UTF-16 units on paragraph boundaries: short paragraphs are
 * joined, long ones cut at sentence ends, endless sentences between graphemes. Every character that is not
 * white space lies in exactly one passage. Linear in the length of the text.
 */
export function cutPassages(text: string): Passage[] {
  const passages: Passage[] = []
  let open: Passage | undefined
  const add = (unit: Passage) => {
    if (open && unit.to - open.from <= maxPassageUnits && open.to - open.from < enoughUnits) {
      open = { from: open.from, to: unit.to }
      return
    }
    if (open) passages.push(open)
    open = unit
  }
  for (const unit of paragraphsOf(text)) {
    const joined = unit.to - (open?.from ?? unit.from)
    const short = open !== undefined && open.to - open.from < tooShortUnits
    if (joined <= maxPassageUnits || (!short && unit.to - unit.from <= maxPassageUnits)) add(unit)
    else for (const sentence of sentencesOf(text, unit)) add(sentence)
  }
  if (open) passages.push(open)
  return passages
}

function* paragraphsOf(text: string): Generator<Passage> {
  for (const match of text.matchAll(paragraphs)) {
    const unit = trimmed(text, match.index, match.index + match[0].length)
    if (unit) yield unit
  }
}

function* sentencesOf(text: string, { from, to }: Passage): Generator<Passage> {
  for (const match of text.slice(from, to).matchAll(sentences)) {
    let rest = trimmed(text, from + match.index, from + match.index + match[0].length)
    while (rest && rest.to - rest.from > maxPassageUnits) {
      const cut =
        rest.from + graphemeCut(text.slice(rest.from, Math.min(rest.to, rest.from + 2 * maxPassageUnits)))
      const piece = trimmed(text, rest.from, cut)
      if (piece) yield piece
      rest = trimmed(text, cut, rest.to)
    }
    if (rest) yield rest
  }
}

/** Units of the longest run of whole graphemes that fits a passage; at least one code point. */
function graphemeCut(text: string): number {
  let cut = 0
  for (const { index } of graphemes.segment(text)) {
    if (index > maxPassageUnits) break
    cut = index
  }
  if (cut > 0) return cut
  // One grapheme larger than a passage (stacked marks): surrogate pairs stay whole, which is all that can be done.
  return /[\uD800-\uDBFF]/.test(text.charAt(maxPassageUnits - 1)) ? maxPassageUnits - 1 : maxPassageUnits
}

function trimmed(text: string, from: number, to: number): Passage | undefined {
  let start = from
  let end = to
  while (start < end && isSpace(text.charAt(start))) start++
  while (end > start && isSpace(text.charAt(end - 1))) end--
  return start < end ? { from: start, to: end } : undefined
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}
