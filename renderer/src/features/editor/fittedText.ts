import type { Text } from '@codemirror/state'
import { paragraphEnd } from './paragraphEnd.ts'
import { isSeparate, type ParagraphStyle, paragraphStyle } from './paragraphStyle.ts'

/** A text of a run as it goes into the chapter: `before + text + after`, and nothing else, is shown and taken. */
export interface FittedText {
  /** Line breaks and indent that begin its paragraph, or a space; '' where it goes on right there. */
  readonly before: string
  /** The run's own words, without what it wrote around them. */
  readonly text: string
  /** Line breaks towards the paragraph behind it. */
  readonly after: string
  /** UTF-16 units of the run's text that stood before its first word. */
  readonly skipped: number
}

const breaks = (count: number) => '\n'.repeat(Math.max(0, count))
const isBlank = (text: string) => text.trim() === ''

/** How many line breaks stand between a line and the next line with text in one direction; null: there is none. */
const breaksTo = (doc: Text, line: number, step: 1 | -1) => {
  for (let number = line + step; number >= 1 && number <= doc.lines; number += step) {
    const { text } = doc.line(number)
    if (!isBlank(text)) return { count: Math.abs(number - line), text }
  }
  return null
}

/** What is missing between an empty line and its neighbour; a heading is set apart as Markdown does it. */
const missing = (doc: Text, line: number, step: 1 | -1, style: ParagraphStyle) => {
  const next = breaksTo(doc, line, step)
  if (next === null) return ''
  const breakCount = isSeparate(next.text) ? 2 : style.breaks
  return breaks(breakCount - next.count)
}

/** Letters of the scripts that write words apart. */
const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
/** A word, with the mark or closing quote behind it; an apostrophe may stand inside a word. */
const wordBefore = new RegExp(`(?:${letter}\\p{M}*|${letter}[\\p{M}\\p{N}]*\\p{N})[”"»)\\]]*$`, 'u')
const markBefore = /[,;:.!?]["'”’)]*$/
const wordFirst = new RegExp(`^[“"‘«(\\[]?(?:${letter}|\\p{N})`, 'u')
const beginsWord = new RegExp(`^(?:${letter}|\\p{N})`, 'u')

/** Words of a script that writes them apart are not written onto the word or the mark before them. */
const spaceBetween = (before: string, written: string, rest: string): string => {
  const trimmed = written.trimStart()
  const first = trimmed.slice(0, 1)
  const leading = /^ +\S/.test(written) && /[\p{Script=Latin}\p{N}\p{P}]$/u.test(before)
  const isCjk = /[\p{Script=Han}\u3001-\u303f\uff01-\uff65—…]/u
  if (leading && !isCjk.test(before.slice(-1)) && !isCjk.test(first)) return ' '
  if (markBefore.test(before)) return /^\p{Script=Latin}/u.test(first) ? ' ' : ''
  // The caret inside a word: what is written there is a part of it.
  const isInside = beginsWord.test(rest)
  return !isInside && wordBefore.test(before) && wordFirst.test(trimmed) ? ' ' : ''
}

/**
 * Makes a run's text fit the place it is put at: behind a finished paragraph it begins one, in the way the chapter
 * does it, and a sentence goes on where it is. What the run wrote around its words itself never counts twice.
 * `at` is an editor position; while `streaming`, the end is not known yet, and `after` is ''.
 */
export const fitText = (doc: Text, at: number, written: string, streaming: boolean): FittedText => {
  const line = doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const rest = line.text.slice(at - line.from)
  const trimmed = written.trim()
  const skipped = written.length - written.trimStart().length
  if (trimmed === '') return { before: '', text: '', after: '', skipped }
  const style = paragraphStyle(doc, line.number)

  if (isBlank(before)) {
    const lead = paragraphLead(doc, at)
    const isOver = !streaming && paragraphEnd(trimmed.slice(trimmed.lastIndexOf('\n') + 1)) === 'finished'
    if (!isOver) return { before: lead, text: trimmed + tail(written, rest), after: '', skipped }
    const after = isBlank(rest)
      ? missing(doc, line.number, 1, style)
      : breaks(isSeparate(rest) ? 2 : style.breaks) + before
    return { before: lead, text: trimmed, after, skipped }
  }

  const end = isBlank(rest) ? paragraphEnd(before) : 'unfinished'
  const begins = end === 'finished' || (end === 'open' && /^\s*[\r\n]/.test(written))
  const breakCount = isSeparate(before) ? 2 : style.breaks
  const lead = begins ? breaks(breakCount) + style.indent : spaceBetween(before, written, rest)
  return { before: lead, text: trimmed + tail(written, rest), after: '', skipped }
}

/** What begins a paragraph at a position, where the text before it on the line is no part of it. */
export const paragraphLead = (doc: Text, at: number): string => {
  const line = doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const style = paragraphStyle(doc, line.number)
  if (isBlank(before)) return before === '' ? missing(doc, line.number, -1, style) + style.indent : ''
  return breaks(isSeparate(before) ? 2 : style.breaks) + style.indent
}

/** As it was written, for what replaces something. */
export const unfitted = (written: string): FittedText => ({
  before: '',
  text: written,
  after: '',
  skipped: 0,
})

/** Exactly what goes into the chapter. */
export const wholeOf = ({ before, text, after }: FittedText): string => before + text + after

/** Places in a run's text as places in what is put into the chapter. */
export const placedInWhole = <Place extends { readonly from: number; readonly to: number }>(
  { before, skipped }: FittedText,
  positions: readonly Place[],
): Place[] => {
  const by = before.length - skipped
  return positions.map((place) => ({ ...place, from: place.from + by, to: place.to + by }))
}

/** A space the run wrote at its end keeps it from what follows on the line. */
const tail = (written: string, rest: string) =>
  !isBlank(rest) && /\S ?$/.test(written) ? written.slice(written.trimEnd().length) : ''
