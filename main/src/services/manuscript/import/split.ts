import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportIssue } from '#contract/documents.ts'
import type { Family } from './families.ts'
import { issueAt, sentences } from './issues.ts'
import { type Candidate, candidateSteps, findCandidates } from './lines.ts'
import { markdownHeadings, type Part, partsOf, splitAtMarks } from './marked.ts'
import { type Accepted, readHeadings } from './reading.ts'
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

export interface SplitOptions extends Partial<Pick<ExtractedText, 'headings' | 'omissions' | 'navigation'>> {
  /** Markdown: its own headings come first. */
  readonly markdown?: boolean
  /** The family that a person has chosen, by its id; `#` for the headings that the source marks, `toc` for its own table of contents. */
  readonly family?: string | undefined
}

/** The headings that the source marks, and what its own table of contents names, as families. */
export const markedFamily = '#'
export const navigationFamily = 'toc'
const maxFamilies = 20
/** With so many of the places that the table names, the headings on the pages say more than the table. */
const enoughHeadings = 0.6
const maxIssues = 10_000
/** A piece longer than so many median chapters is looked at twice. */
const longPiece = 5

/**
 * Cuts a novel at its chapter headings. Joining the parts with nothing between gives the text back exactly.
 * Without any heading the whole text is one chapter; blank lines before the first heading belong to it.
 * Headings that the source marks count when they make more chapters than the words of the lines do, and its own
 * table of contents when it names many more.
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
  const steps = candidateSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return splitNovel(text, options, step.value)
    await otherWork()
  }
}

/** The level at which the marked headings stand that say that they are chapters; undefined when they are few. */
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
