import { toSimplified } from '../../../lib/simplified.ts'
import { givenNameOf, joinNames, type NameGroup } from './aliases.ts'
import { judgeHan, type NameKind } from './hanJudge.ts'
import { hanSeeds, type Seed } from './hanSeeds.ts'
import { doubleSurnames, isSurname } from './hanWords.ts'
import { judgeLatin, sumLatin } from './latinJudge.ts'
import { type LatinUse, latinSeeds } from './latinSeeds.ts'
import type { WordPlaces } from './measures.ts'
import { createPairCounts } from './pairCounts.ts'
import { createWordList, type Places } from './places.ts'
import { sampleOf } from './samples.ts'

/** A chapter as it is sent: with its text when that is new. */
export interface SentChapter {
  readonly documentId: string
  /** Absent: as it was sent before. */
  readonly text?: string
}

/** A name that a book uses, with its other names. */
export interface BookName {
  readonly kind: NameKind
  /** The most frequent of its names, as the book writes it. */
  readonly text: string
  /** The others, the most frequent first. */
  readonly aliases: readonly string[]
  /** Occurrences of all of them. */
  readonly count: number
  readonly firstChapter: string
  readonly lastChapter: string
  /** A sentence with the name. */
  readonly sample: string
}

/** How often a name of the codex occurs, also inside longer words, and a sentence with it. */
interface Occurrences {
  readonly text: string
  readonly count: number
  readonly sample: string
}

interface Chapter {
  readonly documentId: string
  /** As the author wrote it. */
  readonly original: string
  /** In Simplified characters, unit for unit. */
  readonly text: string
  readonly han: ReadonlyMap<string, Seed>
  readonly latin: ReadonlyMap<string, LatinUse>
  /** Of the words numbered below `searched`. */
  readonly places: Places
  searched: number
}

export interface BookNames {
  /** Counts what is new and forgets chapters that are not listed; a chapter that stays costs nothing. */
  update(chapters: readonly SentChapter[], isCancelled?: () => boolean): void
  /** The names of the book, surest first within a kind; `known` are names of the codex, which are left out. */
  find(known: readonly string[]): readonly BookName[]
  /** Where names of the codex occur. */
  occurrencesOf(names: readonly string[]): Occurrences[]
}

/** The names of one book; what a chapter counts is kept until its text changes. */
export function createBookNames(): BookNames {
  let chapters: Chapter[] = []
  const pairs = createPairCounts()
  const list = createWordList()
  /** The last answer, while neither the chapters nor the codex change. */
  let answered: { readonly known: string; readonly names: readonly BookName[] } | undefined

  let lastOrder = ''

  function search(): void {
    const searches = new Map<number, ReturnType<typeof list.searchFrom>>()
    for (const chapter of chapters) {
      if (chapter.searched === list.words.length) continue
      const find = searches.get(chapter.searched) ?? list.searchFrom(chapter.searched)
      searches.set(chapter.searched, find)
      for (const [number, offsets] of find(chapter.text)) chapter.places.set(number, offsets)
      chapter.searched = list.words.length
    }
  }

  function findNow(known: readonly string[]): BookName[] {
    const seeds = sumSeeds(chapters)
    const candidates = [...seeds].filter(([, seed]) => isCandidate(seed)).map(([word]) => word)
    const codexWords = known.map(foldName)
    list.add(candidates)
    list.add(codexWords)
    const given = candidates.flatMap((word) => givenNameOf(word) ?? [])
    list.add(given)
    search()
    const placesOf = byWord(chapters)
    const live = new Set(candidates)
    const codexNames = new Set(codexWords)
    const words = list.words.map((word) => (live.has(word) || codexNames.has(word) ? word : ''))
    const latin = sumLatin(chapters.map(({ latin: uses }) => uses))
    const judged = [
      ...judgeHan(words, seeds, codexNames, placesOf, pairs),
      ...judgeLatin(latin).filter(({ text }) => !codexNames.has(foldName(text))),
    ]
    const groups = joinNames(judged, {
      surnamesBefore: (text) => surnamesBefore(placesOf(list.numberOf(text))),
      countOf: (text) => countPlaces(placesOf(list.numberOf(text))),
      latin: new Map([...latin].map(([text, { inside, begins }]) => [text, inside + begins])),
    })
    groups.sort((a, b) => b.main.certainty - a.main.certainty || (a.main.text < b.main.text ? -1 : 1))
    return groups.flatMap((group) => bookName(group, chapters, list.numberOf) ?? [])
  }

  return {
    update(sent, isCancelled = () => false) {
      let isNew = false
      const before = new Map(chapters.map((chapter) => [chapter.documentId, chapter]))
      chapters = sent.flatMap(({ documentId, text }) => {
        const known = before.get(documentId)
        if (known && (text === undefined || text === known.original)) {
          before.delete(documentId)
          return [known]
        }
        if (text === undefined || isCancelled()) return []
        const chapter = countChapter(documentId, text)
        isNew = true
        pairs.add(chapter.text, 1)
        return [chapter]
      })
      for (const gone of before.values()) pairs.add(gone.text, -1)
      const order = chapters.map((chapter) => chapter.documentId).join('\n')
      if (isNew || before.size > 0 || order !== lastOrder) answered = undefined
      lastOrder = order
    },

    find(known) {
      const key = known.join('\n')
      answered = answered?.known === key ? answered : { known: key, names: findNow(known) }
      return answered.names
    },
    occurrencesOf(names) {
      list.add(names.map(foldName))
      search()
      return names.map((text) => {
        const number = list.numberOf(foldName(text))
        const inChapters = number === undefined ? [] : chapters.filter(({ places }) => places.has(number))
        const count = inChapters.reduce((sum, { places }) => sum + (places.get(number ?? 0)?.length ?? 0), 0)
        const [first] = inChapters
        const offset = first?.places.get(number ?? 0)?.[0]
        return {
          text,
          count,
          sample: first && offset !== undefined ? sampleOf(first.original, offset, text.length) : '',
        }
      })
    },
  }
}

/** Simplified characters and letters as they are: what a text and a name are compared in. */
export const foldName = (text: string): string => toSimplified(text.trim())

function countChapter(documentId: string, original: string): Chapter {
  const simplified = toSimplified(original)
  // The few characters outside the basic plane may change the length; then offsets would not fit.
  const text = simplified.length === original.length ? simplified : original
  const isOther = hasKana(text)
  return {
    documentId,
    original,
    text,
    han: isOther ? new Map() : hanSeeds(text),
    latin: isOther ? new Map() : latinSeeds(text),
    places: new Map(),
    searched: 0,
  }
}

/** Share of kana among kana and Chinese characters from which a text is Japanese: its names need other rules. */
const leastKana = 0.1

function hasKana(text: string): boolean {
  let kana = 0
  let han = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x3041 && unit <= 0x30ff) kana += 1
    else if (unit >= 0x4e00 && unit <= 0x9fff) han += 1
  }
  return kana > leastKana * (kana + han)
}

function sumSeeds(chapters: readonly Chapter[]): Map<string, Seed> {
  const sums = new Map<string, Seed>()
  for (const { han } of chapters)
    for (const [word, seed] of han) {
      const sum = sums.get(word)
      if (!sum) {
        sums.set(word, { ...seed })
        continue
      }
      sum.people += seed.people
      sum.speech += seed.speech
      sum.place += seed.place
      sum.named += seed.named
      sum.ends += seed.ends
    }
  return sums
}

const isCandidate = ({ people, place, named, ends }: Seed) =>
  people > 0 || ends >= 3 || place >= 2 || named > 0

/** For each word the chapters that have it, in order. */
function byWord(chapters: readonly Chapter[]): (number: number | undefined) => readonly WordPlaces[] {
  const words = new Map<number, WordPlaces[]>()
  for (const { text, places } of chapters)
    for (const [number, offsets] of places) {
      const before = words.get(number)
      if (before) before.push({ text, offsets })
      else words.set(number, [{ text, offsets }])
    }
  return (number) => (number === undefined ? [] : (words.get(number) ?? []))
}

const countPlaces = (places: readonly WordPlaces[]) =>
  places.reduce((sum, { offsets }) => sum + offsets.length, 0)

/** How often each surname stands before a name. */
function surnamesBefore(places: readonly WordPlaces[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text, offsets } of places)
    for (const offset of offsets) {
      const two = text.slice(Math.max(0, offset - 2), offset)
      const last = two.slice(-1)
      const surname = doubleSurnames.has(two) ? two : last
      if (surname.length === 2 || isSurname(last)) counts.set(surname, (counts.get(surname) ?? 0) + 1)
    }
  return counts
}

function bookName(
  { main, aliases }: NameGroup,
  chapters: readonly Chapter[],
  numberOf: (word: string) => number | undefined,
): BookName | undefined {
  const members = [main, ...aliases]
  const offsetsIn = (chapter: Chapter, text: string): readonly number[] => {
    const number = numberOf(text)
    return (
      chapter.latin.get(text)?.offsets ??
      (number === undefined ? undefined : chapter.places.get(number)) ??
      []
    )
  }
  const inside = chapters.filter((chapter) => members.some(({ text }) => offsetsIn(chapter, text).length > 0))
  const [first] = inside
  const last = inside.at(-1)
  if (!first || !last) return undefined
  const shown = (text: string): string => {
    for (const chapter of inside) {
      // A longer form is no word that is searched for.
      const offset = offsetsIn(chapter, text)[0] ?? chapter.text.indexOf(text)
      if (offset < 0) continue
      return chapter.latin.has(text) ? text : chapter.original.slice(offset, offset + text.length)
    }
    return text
  }
  const shownIn = inside.find((chapter) => offsetsIn(chapter, main.text).length > 0) ?? first
  return {
    kind: main.kind,
    text: shown(main.text),
    aliases: aliases.map(({ text }) => shown(text)),
    count: countTogether(members),
    firstChapter: first.documentId,
    lastChapter: last.documentId,
    sample: sampleOf(shownIn.original, offsetsIn(shownIn, main.text)[0] ?? 0, main.text.length),
  }
}

/** Places of a Chinese name are also counted where a longer one contains it. */
function countTogether(members: readonly { readonly text: string; readonly count: number }[]): number {
  const isInside = (text: string) =>
    /\p{Script=Han}/u.test(text) && members.some((other) => other.text !== text && text.includes(other.text))
  return members.filter(({ text }) => !isInside(text)).reduce((sum, { count }) => sum + count, 0)
}
