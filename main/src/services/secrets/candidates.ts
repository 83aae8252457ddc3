/** A part of a text that may hold a secret: UTF-16 offsets, `to` exclusive. */
export interface Candidate {
  readonly from: number
  readonly to: number
}

/** Every rule of the preset needs a run of such characters; prose in any language hardly ever has one. */
const tokenRun = /[A-Za-z0-9_+/=.~@:%-]{16,}/g
const lineBreak = /[\n\r]/
/** A name stands in front of its value, at most on the line above. */
const contextUnits = 200
/** Bounds the work of one rule on one candidate, whatever the text. */
const maxCandidateUnits = 4096
const overlapUnits = 512
/** English joins words with dashes; without digit, capital inside or symbol such a run is no token. */
const joinedWords = /^[A-Z]?[a-z]+(?:[-.]+[A-Z]?[a-z]+)*[-.:]*$/

/**
 * Token-like runs with their surroundings: whole lines where those are short. What overlaps is joined, then cut
 * into overlapping parts of at most 4,096 units. Linear.
 */
export function candidatesOf(text: string): Candidate[] {
  const spans: { from: number; to: number }[] = []
  for (const match of text.matchAll(tokenRun)) {
    const end = match.index + match[0].length
    if (joinedWords.test(match[0])) continue
    const last = spans.at(-1)
    const from = Math.max(lineStart(text, match.index), last?.to ?? 0)
    const to = lineEnd(text, end)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  return spans.flatMap(inParts)
}

/** The start of the line above `at`, at most `contextUnits` away. */
function lineStart(text: string, at: number): number {
  const minStart = Math.max(0, at - contextUnits)
  let breaks = 0
  for (let from = at; from > minStart; from--) {
    if (lineBreak.test(text.charAt(from - 1)) && ++breaks === 2) return from
  }
  return minStart
}

function lineEnd(text: string, at: number): number {
  const maxEnd = Math.min(text.length, at + contextUnits)
  for (let to = at; to < maxEnd; to++) if (lineBreak.test(text.charAt(to))) return to
  return maxEnd
}

function inParts({ from, to }: Candidate): Candidate[] {
  const parts: Candidate[] = []
  for (let start = from; ; start += maxCandidateUnits - overlapUnits) {
    parts.push({ from: start, to: Math.min(to, start + maxCandidateUnits) })
    if (start + maxCandidateUnits >= to) return parts
  }
}
