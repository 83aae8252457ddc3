import { graphemes } from '../../lib/text.ts'
/** Short forms of what an author wrote, cut where sentences, clauses or characters end. Lengths in UTF-16 units. */

/** The first line with content, without a Markdown mark; empty: there is none. */
export function firstParagraph(text: string): string {
  return (
    text
      .split(/\r\n|\n|\r/)
      .map((line) => line.replace(/^\s*(?:#+|[-*>])\s+/, '').trim())
      .find((line) => line !== '') ?? ''
  )
}

const sentenceEnd = /[。！？…!?][”’」』）)"']*|\.(?=\s|$)["')]*/g
const clauseEnd = /[，；：、。！？…—,;:!?][”’」』）)"']*|\.(?=\s|$)["')]*|[\r\n]+/g

/** As many whole sentences as fit; empty when not even the first does. */
export const wholeSentences = (text: string, units: number): string =>
  text.length <= units ? text : text.slice(0, lastEnd(text, units, sentenceEnd))

/** As many whole sentences as fit; a first one that is too long is cut between characters, with an ellipsis. */
export const sentencesWithin = (text: string, units: number): string =>
  wholeSentences(text, units) || `${charactersWithin(text, units - 1)}…`

/**
 * The first sentence, or as many as fit. Of one that is too long the beginning and the last clause are left, because
 * its outcome is at its end: 围猎遇刺……是夜身亡。
 */
export function gist(text: string, units: number): string {
  if (text.length <= units) return text
  const [sentence = text] = piecesOf(text, sentenceEnd)
  if (sentence.length <= units) return wholeSentences(text, units)
  const last = piecesOf(sentence, clauseEnd).at(-1) ?? ''
  const freeUnits = units - last.length - 2
  if (freeUnits < 4) return `${charactersWithin(sentence, units - 1)}…`
  const head = sentence.slice(0, lastEnd(sentence, freeUnits, clauseEnd)).replace(/[，；：、,;:]+$/, '')
  return `${head || charactersWithin(sentence, freeUnits)}……${last}`
}

/** A clause that only gives a time: 建安五年, 三天之后. */
const onlyWhen = /^.{0,10}[年月日夜晚春夏秋冬天时][初末间中]?(?:之?[前后])?$/u

/**
 * Words for the end of a life. Of several clauses the one with such a word is used in full: nothing an entry could
 * leave out matters more.
 */
const ends =
  /[死亡殁殒毙逝薨]|遇害|被杀|自刎|自尽|身故|气绝|断气|病故|驾崩|\b(?:died?|dead|killed|drowned|murdered)\b/u

/**
 * The clause in which a life ends, else the first that gives more than a time, without the name at its start, cut to
 * so many characters.
 */
export function stateIn(text: string, names: readonly string[], units: number): string {
  const clauses = piecesOf(firstParagraph(text), clauseEnd)
    .map((clause) => clause.replace(clauseEnd, '').trim())
    .filter((clause) => clause !== '')
  const clause =
    clauses.find((candidate) => ends.test(candidate)) ??
    clauses.find((candidate) => !onlyWhen.test(candidate)) ??
    clauses[0] ??
    ''
  const called = names.filter((name) => clause.startsWith(name)).toSorted((a, b) => b.length - a.length)[0]
  const statement = called === undefined ? clause : clause.slice(called.length).trim()
  // Without a quotation that the cut leaves open.
  return charactersWithin(statement === '' ? clause : statement, units).replace(
    /(?!^)[“‘「『（(《][^”’」』）)》]*$/u,
    '',
  )
}

/** A text in pieces, each with the mark that ends it. */
function piecesOf(text: string, end: RegExp): string[] {
  const parts: string[] = []
  let from = 0
  for (const match of text.matchAll(end)) {
    parts.push(text.slice(from, match.index + match[0].length))
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

function lastEnd(text: string, units: number, end: RegExp): number {
  let last = 0
  for (const match of text.matchAll(end)) {
    const to = match.index + match[0].length
    if (to > units) break
    last = to
  }
  return last
}

/** As many whole characters as fit. */
function charactersWithin(text: string, units: number): string {
  if (text.length <= units) return text
  let cut = ''
  for (const { segment } of graphemes.segment(text.slice(0, units * 2))) {
    if (cut.length + segment.length > units) break
    cut += segment
  }
  return cut
}
