import { type Heading, parseHeading } from './headings.ts'

/** A line that may be a heading, with its place in the text. */
export interface Candidate extends Heading {
  /** 1-based line number. */
  readonly line: number
  /** UTF-16 offset where the line starts, after a stray byte order mark. */
  readonly from: number
  /** Only blank lines stand between the candidate before and this one. */
  readonly adjacent: boolean
}

/** UTF-16 units between two pauses: some 4 ms. */
const unitsPerStep = 65_536

/** Finds every line that may be a heading. CRLF, LF and CR end a line. Linear in the text. */
export function findCandidates(text: string): Candidate[] {
  const steps = candidateSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same with pauses, in which the caller may let other work run. */
export function* candidateSteps(text: string): Generator<void, Candidate[]> {
  const candidates: Candidate[] = []
  let pauseAt = unitsPerStep
  const lines = /([^\r\n]*)(?:\r\n|\r|\n|$)/g
  let line = 0
  let onlyBlank = false
  while (lines.lastIndex < text.length) {
    const start = lines.lastIndex
    if (start >= pauseAt) {
      pauseAt = start + unitsPerStep
      yield
    }
    const match = lines.exec(text)
    if (!match) break
    line += 1
    const content = match[1] ?? ''
    const heading = parseHeading(content)
    if (heading) {
      // Joined files leave a mark before a heading; it stays with the text before, where reading keeps it.
      const from = content.startsWith('\uFEFF') ? start + 1 : start
      candidates.push({ ...heading, line, from, adjacent: onlyBlank })
      onlyBlank = true
    } else if (content.trim() !== '') onlyBlank = false
  }
  return candidates
}
