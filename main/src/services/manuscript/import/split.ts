import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportIssue } from '#contract/import.ts'
import { AppError } from '../../../lib/appError.ts'
import { candidateKey, withoutContents } from './contents.ts'
import { type Family, familiesOf, rowsAbove } from './families.ts'
import { chapterRank, isProse, plainRank } from './headings.ts'
import { issueAt, sentences } from './issues.ts'
import { type Candidate, candidateSteps, findCandidates } from './lines.ts'
import { markdownHeadings, type Part, partsOf, splitAtMarks } from './marked.ts'
import type { ExtractedText, MarkedHeading } from './sheet.ts'

export interface Split {
  readonly parts: readonly Part[]
  readonly issues: readonly ImportIssue[]
  readonly families: readonly FamilyOption[]
}

/** A way to divide the text that a person may choose instead. */
export interface FamilyOption {
  readonly id: string
  /** Chapters that it would make. */
  readonly count: number
  /** The first of its headings. */
  readonly example: string
  readonly chosen: boolean
}

export interface SplitOptions
  extends Partial<Pick<ExtractedText, 'headings' | 'omissions' | 'navigation' | 'cuts'>> {
  /** Markdown: its own headings come first. */
  readonly markdown?: boolean
  /** The family that a person has chosen, by its id; `#` for the headings that the source marks, `toc` for its own table of contents. */
  readonly family?: string | undefined
}

/** The headings that the source marks, and what its own table of contents names, as families. */
const markedFamily = '#'
const navigationFamily = 'toc'
const maxFamilies = 20
/** With this share of the places in the table, the headings on the pages are preferred to the table. */
const enoughHeadings = 0.6
const maxIssues = 10_000
/** Five times the chapters of the longest novels. */
const maxParts = 25_000
/** A part longer than so many median chapters is reported. */
const longPiece = 5

/**
 * Cuts a novel at its chapter headings. Joining the parts with nothing between gives the text back exactly.
 * Without any heading the whole text is one chapter; blank lines before the first heading belong to it.
 * Headings that the source marks count when they make more chapters than the words of the lines do, and its own
 * table of contents when it names many more. @throws AppError FILE_TOO_LARGE where the chapters are more than any
 * book's.
 */
export function splitNovel(
  text: string,
  options: SplitOptions = {},
  candidates: readonly Candidate[] = findCandidates(text),
): Split {
  const { markdown = false, omissions = [], navigation = [], family } = options
  const headings = options.headings?.length ? options.headings : markdown ? markdownHeadings(text) : []
  const reading = readHeadings(candidates, text.length, family)
  const { accepted } = reading
  const chapters = accepted.filter(({ heading }) => heading.kind === 'chapter')
  const level = levelOf(headings, new Set(chapters.map(({ heading }) => heading.from)))
  const marked = cutByMarks(markedFamily, text, headings, level)
  const named = cutByMarks(navigationFamily, text, navigation)
  const byWords = { id: reading.familyId ?? '', count: accepted.length }
  const isMarked = markdown ? marked.count > 1 && marked.count >= byWords.count : marked.count > byWords.count
  const best = isMarked ? marked : byWords
  const own = best.count < enoughHeadings * named.count ? named : best
  const selected =
    family === undefined
      ? own
      : ([marked, named].find(({ id, count }) => id === family && count > 0) ?? byWords)
  const titleOf = titlesBelow(accepted)
  const cuts = accepted.map(({ from, heading, volume }) => ({ from, title: titleOf(heading), volume }))
  const parts = 'parts' in selected ? selected.parts : partsOf(text, cuts)
  if (parts.length > maxParts) throw new AppError('FILE_TOO_LARGE', { why: 'headings' })
  const issues = [
    ...('parts' in selected ? [] : reading.issues),
    ...omissionIssues(text, omissions),
    ...lengthIssues(text, parts),
  ]
  return {
    parts,
    issues: issues.sort((a, b) => a.line - b.line).slice(0, maxIssues),
    families: familyOptions([marked, named], reading.families, selected.id),
  }
}

/**
 * Where most headings are only numbers with a title on the next line, these are the titles; the same line again and
 * again is the head of a page, and a short first line here and there is text.
 */
function titlesBelow(accepted: readonly Accepted[]): (heading: Candidate) => string {
  const unnamed = accepted.filter(({ heading: { kind, name } }) => kind === 'chapter' && name === '')
  const titles = unnamed.flatMap(({ heading: { titleBelow } }) => titleBelow ?? [])
  const isCustom = 2 * titles.length > unnamed.length && 2 * new Set(titles).size > titles.length
  return ({ title, titleBelow }) => (isCustom && titleBelow ? `${title} ${titleBelow}` : title)
}

interface MarkedCut {
  readonly id: string
  readonly parts: readonly Part[]
  /** Chapters among them. */
  readonly count: number
}

function cutByMarks(id: string, text: string, headings: readonly MarkedHeading[], level?: number): MarkedCut {
  const parts = headings.length > 0 ? splitAtMarks(text, headings, level) : []
  return { id, parts, count: parts.filter(({ kind }) => kind === 'chapter').length }
}

/** The chosen one first, then those that make the most chapters. */
function familyOptions(
  marked: readonly MarkedCut[],
  families: readonly Family[],
  selectedId: string,
): readonly FamilyOption[] {
  const options = [
    ...families
      .filter(({ links, id }) => links.length > 1 || id === selectedId)
      .map(({ id, links }) => ({ id, count: links.length, title: links[0]?.candidate.title })),
    ...marked
      .filter(({ count }) => count > 0)
      .map(({ id, count, parts }) => ({ id, count, title: parts.find(({ title }) => title)?.title })),
  ]
  return options
    .map(({ id, count, title = '' }) => {
      return { id, count, example: title.slice(0, 200).toWellFormed(), chosen: id === selectedId }
    })
    .sort((a, b) => Number(b.chosen) - Number(a.chosen) || b.count - a.count)
    .slice(0, maxFamilies)
}

/** The same, letting other work run meanwhile. */
export async function splitInSteps(text: string, options: SplitOptions): Promise<Split> {
  const { cuts, omissions = [] } = options
  if (cuts) {
    if (cuts.length > maxParts) throw new AppError('FILE_TOO_LARGE', { why: 'headings' })
    return { parts: partsOf(text, cuts), issues: omissionIssues(text, omissions), families: [] }
  }
  const steps = candidateSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return splitNovel(text, options, step.value)
    await otherWork()
  }
}

/** The level of the marked headings with a chapter word; undefined when they are few. */
function levelOf(headings: ExtractedText['headings'], accepted: ReadonlySet<number>): number | undefined {
  const levels = headings.filter(({ from }) => accepted.has(from)).map(({ level }) => level)
  if (levels.length < 2 || levels.length * 2 < accepted.size) return undefined
  return levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)]
}

function lengthIssues(text: string, parts: readonly Part[]): ImportIssue[] {
  if (parts.every(({ title }) => title === undefined))
    return [issueAt('onePiece', { line: 1 }, sentences.onePiece)]
  const lengths = parts.filter(({ kind }) => kind === 'chapter').map(({ from, to }) => to - from)
  const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
  const long = lengths.length < 3 ? [] : parts.filter(({ from, to }) => to - from > longPiece * median)
  const lines = linesAt(
    text,
    long.map(({ from }) => from),
  )
  return long.map(({ from, to, title }, index) =>
    issueAt(
      'leftover',
      { line: lines[index] ?? 1, ...(title && { title }) },
      sentences.tooLong(Math.round((to - from) / median)),
    ),
  )
}

function omissionIssues(text: string, omissions: ExtractedText['omissions']): ImportIssue[] {
  const lines = linesAt(
    text,
    omissions.map(({ from }) => from),
  )
  return omissions.map(({ sentence }, index) => issueAt('omitted', { line: lines[index] ?? 1 }, sentence))
}

/** Line numbers of offsets that are in the order of the text, in one walk. */
export function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1
  let at = 0
  return offsets.map((offset) => {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) line += 1
    }
    return line
  })
}

/** A heading of the reading that was chosen. */
interface Accepted {
  /** Where the document starts: at the heading, or at the volume line that opens it. */
  readonly from: number
  readonly heading: Candidate
  readonly volume: string | undefined
}

interface Reading {
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
function readHeadings(allCandidates: readonly Candidate[], textLength: number, requested?: string): Reading {
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

/** What resembled a heading of this family and is none. Of plain numbers there may be any number of these. */
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

/** The chapters' family, and those whose lines open volumes above them. */
interface Choice {
  readonly chapters: Family | undefined
  readonly volumes: readonly Family[]
}

/** A heading with a chapter word counts more than one that is only a number. */
const chapterBonus = 1.5
const minPlainHeadings = 3

/**
 * Selects the family that divides the book best: one with a chapter word before plain numbers and set-off lines, and
 * never one that starts over below each heading of another (those are parts of its chapters). `requested`: the
 * author's choice.
 */
function chooseFamily(families: readonly Family[], textLength: number, requested?: string): Choice {
  const forced = families.find(({ id }) => id === requested)
  const sound = families.filter((family) => isSound(family, textLength))
  const chapters = forced ?? best(sound)
  const rank = chapters?.rank ?? 0
  const volumes = sound.filter(
    (family) => family !== chapters && family.rank < Math.min(rank, chapterRank + 1),
  )
  return {
    chapters,
    volumes: rank > chapterRank ? volumes : volumes.filter((each) => each.rank < chapterRank),
  }
}

function best(sound: readonly Family[]): Family | undefined {
  const whole = sound.filter((family) => !sound.some((outer) => isPartOf(family, outer)))
  const explicit = largest(whole.filter(({ rank }) => rank >= chapterRank && rank < plainRank))
  const plain = largest(whole.filter(({ rank }) => rank >= plainRank))
  const volume = largest(whole.filter(({ rank }) => rank < chapterRank))
  const rival = [plain, volume].find((other) => explicit && other && isStray(explicit, other))
  if (explicit) return rival ?? explicit
  if (!volume) return plain
  return plain && plain.links.length > volume.links.length && plain.effectiveParts > volume.effectiveParts
    ? plain
    : volume
}

/** Two or three lines that resemble headings in a book whose headings are of another kind. */
function isStray(few: Family, many: Family): boolean {
  return few.links.length <= 3 && many.links.length > 7 && many.effectiveParts > 4 * few.effectiveParts
}

const familyScore = ({ effectiveParts, rank }: Family) =>
  effectiveParts * (rank === chapterRank ? chapterBonus : 1)

function largest(families: readonly Family[]): Family | undefined {
  return families.toSorted((a, b) => familyScore(b) - familyScore(a))[0]
}

/** 第一节 that comes again below every 第N章. */
function isPartOf(family: Family, outer: Family): boolean {
  if (outer.rank !== chapterRank || outer.rank >= family.rank) return false
  const above = rowsAbove(outer.links.map(({ candidate }) => candidate))
  let starts = 0
  let below = 0
  for (const [index, { candidate, counts }] of family.links.entries()) {
    const before = family.links[index - 1]
    if (!before || counts > before.counts) continue
    starts += 1
    if (above(before.candidate.row) !== above(candidate.row)) below += 1
  }
  return starts > 0 && below * 2 >= starts
}

function isSound(
  { rank, links, score, effectiveParts, empty, candidates, id }: Family,
  textLength: number,
): boolean {
  const first = links[0]?.candidate
  if (!first) return false
  if (rank < plainRank) {
    if (links.length === 1) return score > 0 && (first.separated || first.number === 1)
    return score >= 1.5 * links.length
  }
  if (links.length < minPlainHeadings || score < 2.5 * links.length || empty > 0.2) return false
  if (first.from > textLength * 0.35) return false
  if (/[一1I]/.test(id)) return effectiveParts > 0.4 * (links.length + 1)
  const setOff = links.filter(({ candidate }) => candidate.blankBefore && candidate.blankAfter)
  return setOff.length > 0.8 * candidates.length && effectiveParts > 0.55 * (links.length + 1)
}
