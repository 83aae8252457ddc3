import type { Text } from '@codemirror/state'
import { lineStyle } from './indent.ts'

/** How a chapter sets its paragraphs apart. */
export interface ParagraphStyle {
  /** Line breaks between two paragraphs: 1, or 2 with an empty line between them; 3 at most. */
  readonly breaks: number
  /** What a paragraph begins with, such as two U+3000; '' when nothing. */
  readonly indent: string
}

const sample = 12
const maxScannedLines = 120
const mostBreaks = 3
/** Markdown's own, for a chapter that has no two paragraphs yet. */
const usualBreaks = 2

const ornament = /^\s*(?:(?:[*＊◇◆○●☆★※~=]\s*)+|-{3,})\s*$/u

/** A line that is no prose: a heading, or the mark between two scenes. */
export const isSeparate = (line: string): boolean => lineStyle(line) === 'heading' || ornament.test(line)

const isBlank = (line: string) => line.trim() === ''

/** The value that occurs most; of equals the one met first. */
const usual = <Value>(values: readonly Value[]): Value | undefined => {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: Value | undefined
  for (const [value, count] of counts) if (count > (counts.get(best as Value) ?? 0)) best = value // undefined counts 0
  return best
}

/** The paragraphs from a line on in one direction, and the line breaks between each two that follow each other. */
const scan = (doc: Text, from: number, step: 1 | -1) => {
  const prose: string[] = []
  const breaks: number[] = []
  let last: number | null = null
  for (
    let number = from;
    Math.abs(number - from) < maxScannedLines && prose.length <= sample;
    number += step
  ) {
    if (number < 1 || number > doc.lines) break
    const { text } = doc.line(number)
    if (isBlank(text)) continue
    if (isSeparate(text)) last = null
    else {
      prose.push(text)
      if (last !== null) breaks.push(Math.min(Math.abs(number - last), mostBreaks))
      last = number
    }
  }
  return { prose, breaks }
}

/** The way of the paragraphs around a line: those before it count, and those after it where there are none. */
export const paragraphStyle = (doc: Text, lineNumber: number): ParagraphStyle => {
  const above = scan(doc, lineNumber, -1)
  const below = above.breaks.length > 0 ? above : scan(doc, lineNumber, 1)
  const prose = above.prose.length > 0 ? above.prose : below.prose
  return {
    breaks: usual(below.breaks) ?? usualBreaks,
    indent: usual(prose.map((line) => /^\s*/.exec(line)?.[0] ?? '')) ?? '',
  }
}
