import { AppError } from '../../../lib/appError.ts'
import { endsSentence, type Heading, readingsOf } from './headings.ts'

/** A line that may be a heading, with its place in the text. */
export interface Candidate extends Heading {
  /** 1-based line number. */
  readonly line: number
  /** Counts the lines that are not blank: neighbours differ by one. */
  readonly row: number
  /** UTF-16 offset where the line starts, after a stray byte order mark. */
  readonly from: number
  readonly blankBefore: boolean
  readonly blankAfter: boolean
  readonly indented: boolean
  /** The line right above ends in the middle of a sentence. */
  readonly interrupts: boolean
  /** Of a heading that is only a number: the short line below it that a blank line sets apart from the text. */
  readonly titleBelow?: string
}

/** UTF-16 units between two pauses: some 4 ms. */
const unitsPerStep = 65_536
/** A line so long that does not end like a sentence goes on in the next one. */
const runningUnits = 12
/** Code points of a title on a line of its own. */
const maxTitle = 30

/** Finds every way to read every line as a heading. CRLF, LF and CR end a line. Linear in the text. */
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
  /** Those of the line before: whether a blank line follows them shows one line later. */
  let open: { -readonly [K in keyof Candidate]: Candidate[K] }[] = []
  /** A heading without a name right above, and the line below it that may be its title. */
  let unnamed: typeof open = []
  let below: string | undefined
  let pauseAt = unitsPerStep
  const lines = /([^\r\n]*)(?:\r\n|\r|\n|$)/g
  let line = 0
  let row = 0
  let above = ''
  let blankBefore = true
  while (lines.lastIndex < text.length) {
    const start = lines.lastIndex
    if (start >= pauseAt) {
      pauseAt = start + unitsPerStep
      yield
    }
    const content = lines.exec(text)?.[1] ?? ''
    line += 1
    const isBlank = content.trim() === ''
    for (const each of open) each.blankAfter = isBlank
    open = []
    if (below !== undefined) {
      for (const each of isBlank ? unnamed : []) each.titleBelow = below
      unnamed = []
      below = undefined
    } else if (!isBlank) {
      if (unnamed.length > 0 && isTitle(content)) below = content.trim()
      else unnamed = []
    }
    if (!isBlank) {
      row += 1
      // Joined files leave a mark before a heading; it stays with the text before, where reading ignores it.
      const from = content.startsWith('\uFEFF') ? start + 1 : start
      const interrupts = !blankBefore && runsOn(above)
      const indented = /^\s/.test(content)
      for (const reading of readingsOf(content))
        open.push({ ...reading, line, row, from, blankBefore, blankAfter: true, indented, interrupts })
      candidates.push(...open)
      if (candidates.length > maxCandidates) throw new AppError('FILE_TOO_LARGE', { why: 'headings' })
      if (open.length > 0) {
        unnamed = open.filter(({ name, isEnd }) => name === '' && !isEnd)
        below = undefined
      }
    }
    blankBefore = isBlank
    // The end decides, and a paragraph of megabytes is not trimmed for it.
    above = content.slice(-runningUnits - 40)
  }
  return candidates
}

/** Three times the verses of a Bible, whose lines begin with numbers too. */
const maxCandidates = 100_000

/** Short and no sentence, no speech, and no heading itself. */
function isTitle(line: string): boolean {
  const text = line.trim()
  if (line.length > 200 || [...text].length > maxTitle || /[。“”「」『』"]/.test(text)) return false
  return readingsOf(line).length === 0 && !endsSentence({ title: text }) && /\p{L}/u.test(text)
}

function runsOn(line: string): boolean {
  const end = line.trimEnd()
  return end.length > runningUnits && /[\p{Script=Han}\p{Ll}，、,]$/u.test(end)
}
