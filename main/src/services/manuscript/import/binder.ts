import type { BookFacts } from '../document/block.ts'
import { parseHeading } from './headings.ts'
import type { Sentence } from './issues.ts'
import { omissions } from './issues.ts'
import { createMaterial, type GivenMaterial, type MaterialCard } from './material.ts'
import type { Cut, ExtractedText } from './sheet.ts'

/** A chapter as a folder or a project has it. */
interface Chapter extends GivenMaterial {
  /** Its first line; written above the text unless the text begins with it. */
  readonly title: string
  /** The part it is in, the outermost first; empty: in none. */
  readonly parts: readonly string[]
  /** Markdown. */
  readonly text: string
  /** What the text left out, with offsets in it. */
  readonly omissions?: ExtractedText['omissions']
}

/** Binds the chapters of many files into one text whose places to cut are certain. */
export interface Binder {
  chapter(chapter: Chapter): void
  /** Something that is no part of the manuscript. */
  card(card: MaterialCard): void
  /** What the whole book is about; the first one counts. */
  synopsis(text: string): void
  omit(sentence: Sentence): void
  /** So many labels, statuses and keywords have no place. */
  leaveLabels(count: number): void
  /** How many chapters there are. */
  size(): number
  result(facts?: BookFacts): ExtractedText
}

export function createBinder(): Binder {
  const chunks: string[] = []
  const cuts: Cut[] = []
  const omitted: { from: number; sentence: Sentence }[] = []
  const counts = new Map<string, { from: number; sentence: Sentence; count: number }>()
  const names = new Map<string, string>()
  const material = createMaterial()
  let length = 0
  let open = ''
  let renamed = 0

  const add = (piece: string) => {
    chunks.push(piece)
    length += piece.length
  }

  /** The lines of a part are read by their words, so one without such words gets them. */
  function partLine(name: string, isChinese: boolean): string {
    const known = names.get(name)
    if (known !== undefined) return known
    const number = names.size + 1
    const isPart = parseHeading(name)?.kind === 'volume'
    const line = isPart ? name : isChinese ? `第${number}卷 ${name}` : `Part ${number}: ${name}`
    if (!isPart) renamed += 1
    names.set(name, line)
    return line
  }

  return {
    card: material.card,
    synopsis: material.synopsis,
    leaveLabels: material.leaveLabels,
    chapter({ title, parts, text, omissions: lost = [], notes = [], ...given }) {
      const from = length
      const name = parts.map(oneLine).join(' · ')
      const heading = oneLine(title)
      const isNew = name !== '' && name !== open
      const volume = name === '' ? undefined : partLine(name, /\p{Script=Han}/u.test(name + heading))
      open = name
      // The chapter before is the part's own page, below its title.
      const isOpened = isNew && cuts.length > 0 && cuts.at(-1)?.title === volume
      if (isNew && !isOpened && volume !== undefined) add(`# ${volume}\n\n`)
      if (heading !== '' && !startsWith(text, heading)) add(`${isNew ? '##' : '#'} ${heading}\n\n`)
      for (const { from: at, sentence } of lost) {
        const before = counts.get(sentence.zh)
        if (before) before.count += 1
        else counts.set(sentence.zh, { from: length + at, sentence, count: 1 })
      }
      const body = text.replace(/^(?:[^\S\u3000]*\r?\n)+/, '')
      const skipped = text.length - body.length
      const placed = notes.map((note) => ({ ...note, at: length + Math.max(0, note.at - skipped) }))
      const written = body.trimEnd()
      add(written === '' ? '\n' : `${written}\n\n`)
      const about = material.ofChapter({ ...given, notes: placed })
      cuts.push({ from, title: heading || firstLine(text), volume, ...(about && { about }) })
    },
    omit: (sentence) => void omitted.push({ from: 0, sentence }),
    size: () => cuts.length,
    result(facts) {
      const repeated = [...counts.values()].map(({ from, sentence, count }) => ({
        from,
        sentence: count === 1 ? sentence : omissions.times(sentence, count),
      }))
      const excess = material.excess()
      const losses = [
        renamed > 0 && omissions.partNames(renamed),
        excess.cards > 0 && omissions.projectNotes(excess.cards),
        excess.synopses > 0 && omissions.synopses(excess.synopses),
        excess.notes > 0 && omissions.itemNotes(excess.notes),
        excess.labels > 0 && omissions.labels(excess.labels),
      ]
      for (const sentence of losses) if (sentence) omitted.push({ from: 0, sentence })
      const gathered = material.result()
      return {
        text: chunks.join(''),
        headings: [],
        cuts,
        omissions: [...omitted, ...repeated],
        ...(facts && Object.keys(facts).length > 0 && { facts }),
        ...(gathered && { material: gathered }),
      }
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 500)

const firstLine = (text: string) =>
  oneLine(/\S.*/.exec(text.slice(0, 2000))?.[0]?.replace(/^#+\s*/, '') ?? '')

/** Whether the first line is the title already. */
const startsWith = (text: string, title: string) => firstLine(text) === title
