import type { Match } from './match.ts'

/** A match as it is shown: with its line and what stands around it in that line. */
export interface Hit extends Match {
  /** Its number among the matches of the chapter, counted from 0. */
  readonly index: number
  /** Counted from 1. */
  readonly line: number
  readonly before: string
  readonly text: string
  readonly after: string
}

const unitsBefore = 30
const unitsAfter = 60
const mostUnits = 200

/** The first `most` matches of a text, ready to be shown; linear in the text. */
export function hitsOf(text: string, matches: readonly Match[], maxHits: number): Hit[] {
  let line = 1
  let lineStart = 0
  let scannedTo = 0
  const breaks = /\r\n|\r|\n/g
  return matches.slice(0, maxHits).map((match, index) => {
    breaks.lastIndex = scannedTo
    for (
      let lineBreak = breaks.exec(text);
      lineBreak && lineBreak.index < match.from;
      lineBreak = breaks.exec(text)
    ) {
      if (lineBreak.index + lineBreak[0].length > match.from) break
      line += 1
      lineStart = lineBreak.index + lineBreak[0].length
      scannedTo = lineStart
    }
    const from = whole(text, Math.max(lineStart, match.from - unitsBefore))
    const end = whole(text, Math.min(text.length, match.to + unitsAfter))
    return {
      ...match,
      replacement: shortened(match.replacement),
      index,
      line,
      before: text.slice(from, match.from),
      text: shortened(text.slice(match.from, match.to)),
      after: (/^[^\r\n]*/.exec(text.slice(match.to, end)) ?? [''])[0],
    }
  })
}

/** Not between the halves of a surrogate pair. */
const whole = (text: string, at: number) => ((text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at)

const shortened = (text: string) =>
  text.length <= mostUnits ? text : `${text.slice(0, whole(text, mostUnits - 1))}…`
