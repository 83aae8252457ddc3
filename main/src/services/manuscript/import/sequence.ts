import type { ImportDoubt } from '#contract/documents.ts'
import { headingKey } from './headings.ts'
import type { Candidate } from './lines.ts'

export interface Accepted {
  /** Where the document starts: at the heading, or at the volume line that opens it. */
  readonly from: number
  readonly heading: Candidate
}

export interface Sequence {
  readonly accepted: readonly Accepted[]
  readonly doubts: readonly ImportDoubt[]
}

/** What has been accepted so far. */
interface Progress {
  readonly accepted: Accepted[]
  readonly doubts: ImportDoubt[]
  /** Numbers that continue the last chapter; two after a slip by the author. */
  expected: ReadonlySet<number>
  last: number
  /** Numbers used since the count last started at 1. */
  readonly used: Set<number>
  /** Number and name of every accepted heading, for repeats. */
  readonly keys: Set<string>
  volume: number | undefined
  openVolume: Candidate | undefined
}

/**
 * Decides which candidates are headings by reading them as one sequence: accepted is what counts on, what
 * starts at 1 after a volume, what the next candidate continues, and a repeat with another title. All else
 * stays body text, and every slip is listed as a doubt.
 */
export function acceptHeadings(found: readonly Candidate[]): Sequence {
  const candidates = oneLevel(found)
  const chapters = candidates.filter(({ kind }) => kind === 'chapter')
  const separated = chapters.filter((candidate) => candidate.separated).length * 2 > chapters.length
  const isWeak = (candidate: Candidate) => candidate.soft || (separated && !candidate.separated)
  const progress: Progress = {
    accepted: [],
    doubts: [],
    expected: new Set([1]),
    last: 0,
    used: new Set(),
    keys: new Set(),
    volume: undefined,
    openVolume: undefined,
  }
  for (const [index, candidate] of candidates.entries()) {
    const following = candidates.slice(index + 1, index + 8)
    if (candidate.kind === 'volume') openVolume(progress, candidate, following)
    else if (candidate.kind === 'special') acceptSpecial(progress, candidate)
    else {
      const verdict = judge(progress, candidate, following, isWeak)
      if (verdict.doubt) doubt(progress, verdict.doubt[0], candidate, verdict.doubt[1])
      if (verdict.expected) advance(progress, candidate, verdict.expected)
    }
  }
  return { accepted: progress.accepted, doubts: progress.doubts }
}

/** Volumes without chapters are the chapters; 节 that count anew inside 章 are parts of a chapter. */
function oneLevel(candidates: readonly Candidate[]): readonly Candidate[] {
  const chapters = candidates.filter(({ kind }) => kind === 'chapter')
  if (chapters.length === 0)
    return candidates.map((candidate) =>
      candidate.kind === 'volume' ? { ...candidate, kind: 'chapter' } : candidate,
    )
  const firstWhole = chapters.findIndex(({ unit }) => unit !== '节')
  if (firstWhole < 0) return candidates
  const nested = chapters.some(
    ({ unit, number }, index) => unit === '节' && number === 1 && index > firstWhole,
  )
  return nested ? candidates.filter(({ unit }) => unit !== '节') : candidates
}

function openVolume(progress: Progress, candidate: Candidate, following: readonly Candidate[]): void {
  const leads = following.some(({ kind }) => kind === 'chapter')
  const above = candidate.separated || following[0]?.adjacent
  const repeated = candidate.number === progress.volume && progress.keys.has(keyOf(candidate))
  if (leads && above && !repeated && !candidate.soft) {
    progress.openVolume ??= candidate
    progress.volume = candidate.number
    progress.keys.add(keyOf(candidate))
    progress.expected = new Set([...progress.expected, 1])
  } else doubt(progress, 'body', candidate, '这一行像卷名，但和前后对不上，留在正文里。')
}

function acceptSpecial(progress: Progress, candidate: Candidate): void {
  if (progress.keys.has(keyOf(candidate))) doubt(progress, 'repeat', candidate, repeatedTitle)
  else accept(progress, candidate)
}

/** `expected`: the numbers that may follow; without it the candidate stays body text. */
interface Verdict {
  readonly expected?: readonly number[]
  readonly doubt?: readonly [kind: ImportDoubt['kind'], message: string]
}

const repeatedTitle = '这个标题前面已经有了，留在正文里。'

function judge(
  progress: Progress,
  candidate: Candidate,
  following: readonly Candidate[],
  isWeak: (candidate: Candidate) => boolean,
): Verdict {
  const { number } = candidate
  if (number === undefined) return { doubt: ['number', '这一行的章节序号读不出来，留在正文里。'] }
  const key = keyOf(candidate)
  const inVolume = candidate.volume !== undefined && candidate.volume !== progress.volume
  if (progress.expected.has(number) || (inVolume && number === 1)) {
    const rival = following.find((other) => other.kind === 'chapter' && !isWeak(other))
    const replaced = isWeak(candidate) && rival?.number === number && keyOf(rival) !== key
    if (!replaced) return { expected: [number + 1] }
    return { doubt: ['body', '这一行像标题，但后面另有同号的一章，留在正文里。'] }
  }
  // Repeats of accepted headings are body text, so they neither continue a number nor interrupt it.
  const next = following.find((other) => {
    if (other.kind !== 'chapter') return other.kind === 'volume'
    const otherKey = keyOf(other)
    return otherKey !== key && !(other.name !== '' && progress.keys.has(otherKey))
  })
  const continued = next?.kind === 'volume' || next?.number === number + 1
  const restarts = candidate.name === '' && continued && number !== progress.last
  if (progress.keys.has(key) && !restarts) return { doubt: ['repeat', repeatedTitle] }
  if ((progress.used.has(number) || restarts) && !isWeak(candidate))
    return {
      expected: [number + 1, progress.last + 1, progress.last + 2],
      doubt: ['repeat', '序号和前面重复但标题不同，作为单独一章。'],
    }
  const alone = progress.last === 0 && next === undefined
  if (!continued && !alone) return { doubt: ['body', '这一行像标题，但序号和前后接不上，留在正文里。'] }
  const before = progress.last === 0 ? '开头' : `第 ${progress.last} 章之后`
  return { expected: [number + 1], doubt: ['gap', `${before}直接到了第 ${number} 章，序号不连续。`] }
}

function advance(progress: Progress, candidate: Candidate, expected: readonly number[]): void {
  const number = candidate.number ?? progress.last
  if (number === 1) progress.used.clear()
  progress.used.add(number)
  progress.last = number
  progress.expected = new Set(expected)
  if (candidate.volume !== undefined) progress.volume = candidate.volume
  accept(progress, candidate)
}

function accept(progress: Progress, candidate: Candidate): void {
  progress.accepted.push({ from: progress.openVolume?.from ?? candidate.from, heading: candidate })
  progress.openVolume = undefined
  progress.keys.add(keyOf(candidate))
}

function doubt(
  progress: Progress,
  kind: ImportDoubt['kind'],
  { line, title }: Candidate,
  message: string,
): void {
  progress.doubts.push({ kind, line, heading: title.slice(0, 200), message })
}

function keyOf({ kind, number, name }: Candidate): string {
  return `${kind}|${number ?? ''}|${headingKey(name)}`
}
