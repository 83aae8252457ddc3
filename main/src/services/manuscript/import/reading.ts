import type { ImportIssue } from '#contract/documents.ts'
import { type Choice, chooseFamily } from './choice.ts'
import { candidateKey, withoutContents } from './contents.ts'
import { type Family, familiesOf } from './families.ts'
import { isProse, plainRank } from './headings.ts'
import { issueAt, sentences } from './issues.ts'
import type { Candidate } from './lines.ts'

/** A heading of the reading that was chosen. */
export interface Accepted {
  /** Where the document starts: at the heading, or at the volume line that opens it. */
  readonly from: number
  readonly heading: Candidate
  readonly volume: string | undefined
}

export interface Reading {
  readonly accepted: readonly Accepted[]
  readonly issues: readonly ImportIssue[]
  /** The family whose headings are the chapters; undefined where none divides the text. */
  readonly familyId: string | undefined
  readonly families: readonly Family[]
}

/**
 * Reads a whole file: tables of contents go, each family of headings gets its best chain of numbers, and the family
 * that divides the book best gives the chapters. 楔子, 番外 and the like join it, larger families open volumes, and a
 * heading of another kind fills a number that is missing.
 */
export function readHeadings(
  allCandidates: readonly Candidate[],
  textLength: number,
  requested?: string,
): Reading {
  const { candidates, contents } = withoutContents(allCandidates, textLength)
  const families = familiesOf(candidates, textLength)
  const choice = chooseFamily(families, textLength, requested)
  const issues = contents.map((first) => issueAt('contents', first, sentences.contents))
  const chapters = chaptersOf(choice, families, issues)
  const special = specialOf(candidates, chapters, issues)
  const headings = [...chapters, ...special].sort((a, b) => a.from - b.from)
  const accepted = underVolumes(headings, choice, candidates, issues)
  return { accepted, issues, familyId: choice.chapters?.id, families }
}

/** The chain's own headings and what fills its gaps. */
function chaptersOf({ chapters }: Choice, families: readonly Family[], issues: ImportIssue[]): Candidate[] {
  if (!chapters) return []
  const accepted: Candidate[] = []
  const used = new Set<number>()
  let last = 0
  for (const { candidate, counts, isSlip } of chapters.links) {
    const { number } = candidate
    for (const missing of fillers(chapters, families, accepted.at(-1), candidate, last, counts)) {
      accepted.push(missing)
      last = missing.number ?? last
      issues.push(issueAt('number', missing, sentences.otherKind))
    }
    const isNumbered = number !== undefined || /[N一1I]/.test(chapters.id)
    if (counts <= 1 && last > 1) {
      if (!candidate.volume && !opensVolume(families, chapters, accepted.at(-1), candidate))
        issues.push(issueAt('repeat', candidate, sentences.startsOver))
      used.clear()
    } else if (isSlip && isNumbered && number === undefined)
      issues.push(issueAt('number', candidate, sentences.unreadable(counts)))
    else if (isSlip && isNumbered)
      issues.push(issueAt(used.has(number ?? 0) ? 'repeat' : 'gap', candidate, sentences.slip(counts)))
    else if (used.has(counts)) issues.push(issueAt('repeat', candidate, sentences.sameNumber))
    else if (counts > last + 1 && isNumbered)
      issues.push(issueAt('gap', candidate, sentences.gap(last, counts)))
    used.add(counts)
    last = counts
    accepted.push(candidate)
  }
  issues.push(...leftOut(chapters, new Set(accepted)))
  return accepted
}

function opensVolume(
  families: readonly Family[],
  chapters: Family,
  above: Candidate | undefined,
  below: Candidate,
): boolean {
  return families.some(
    ({ rank, links }) =>
      rank < chapters.rank &&
      links.some(({ candidate: { row } }) => row > (above?.row ?? 0) && row < below.row),
  )
}

/** Headings of a family met once or twice with just the numbers that are missing: 第五回 among 第N章. */
function fillers(
  chapters: Family,
  families: readonly Family[],
  above: Candidate | undefined,
  below: Candidate,
  last: number,
  counts: number,
): Candidate[] {
  if (!above || counts <= last + 1 || chapters.rank >= plainRank) return []
  return families
    .filter((family) => family !== chapters && family.rank < plainRank && family.candidates.length <= 2)
    .flatMap(({ candidates }) => candidates)
    .filter(({ row, number = 0, separated, interrupts }) => {
      return (
        row > above.row + 1 &&
        row < below.row - 1 &&
        number > last &&
        number < counts &&
        separated &&
        !interrupts
      )
    })
    .sort((a, b) => a.row - b.row)
}

/** What looked like a heading of this family and is none. Of bare numbers there may be any number of these. */
function leftOut({ candidates, repeats, rank }: Family, accepted: ReadonlySet<Candidate>): ImportIssue[] {
  const issues = [...Map.groupBy(repeats, candidateKey).values()].flatMap(([first, ...more]) =>
    first ? [issueAt('repeat', first, sentences.repeated(more.length + 1))] : [],
  )
  if (rank >= plainRank) return issues
  for (const candidate of candidates) {
    if (accepted.has(candidate) || isProse(candidate)) continue
    const hasNoNumber = candidate.number === undefined
    issues.push(
      issueAt(hasNoNumber ? 'number' : 'body', candidate, hasNoNumber ? sentences.number : sentences.body),
    )
  }
  return issues
}

function specialOf(
  candidates: readonly Candidate[],
  chapters: readonly Candidate[],
  issues: ImportIssue[],
): Candidate[] {
  const rows = new Set(chapters.map(({ row }) => row))
  const visited = new Set<string>()
  return candidates.filter((candidate) => {
    if (
      candidate.family !== '' ||
      candidate.interrupts ||
      candidate.title.length > 60 ||
      rows.has(candidate.row)
    )
      return false
    const key = candidateKey(candidate)
    if (visited.has(key)) issues.push(issueAt('repeat', candidate, sentences.repeated(1)))
    else {
      visited.add(key)
      return true
    }
    return false
  })
}

/** A volume's line opens the file of the heading below it, also where it is printed again above each chapter. */
function underVolumes(
  headings: readonly Candidate[],
  { volumes }: Choice,
  candidates: readonly Candidate[],
  issues: ImportIssue[],
): Accepted[] {
  const lines = volumes
    .flatMap(({ links }) => links.map(({ candidate }) => candidate))
    .sort((a, b) => a.from - b.from)
  const again = new Map(
    volumes.flatMap(({ repeats }) => repeats.map((repeat) => [repeat.row, repeat.from] as const)),
  )
  let next = 0
  let volume: string | undefined
  const accepted = headings.map((heading) => {
    let from = again.get(heading.row - 1) ?? heading.from
    for (let line = lines[next]; line && line.from < heading.from; line = lines[++next]) {
      if (line.row >= heading.row) break
      from = Math.min(from, line.from)
      volume = line.title
    }
    if (heading.volume) volume = heading.volume.title
    return { from, heading, volume }
  })
  for (const line of lines.slice(next)) issues.push(issueAt('body', line, sentences.body))
  for (const { family, ...candidate } of candidates) {
    const isOdd = volumes.some(
      ({ id, links }) => id === family && !links.some((link) => link.candidate.row === candidate.row),
    )
    if (isOdd && !again.has(candidate.row) && !candidate.isEnd && !isProse({ family, ...candidate }))
      issues.push(issueAt('body', candidate, sentences.body))
  }
  return accepted
}
