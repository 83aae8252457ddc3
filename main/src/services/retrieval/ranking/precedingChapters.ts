import { documentKeyOf } from '../../../db/tables/passages.ts'
import type { BookTerms, PassageTerms } from './bookTerms.ts'
import { countBits, countMask, entriesEnd, type Postings, postingsSteps } from './postings.ts'

/** The passages in scope, in the order of the book. */
export interface PrecedingChapters {
  readonly ids: readonly number[]
  readonly terms: readonly PassageTerms[]
  /** Characters and words of each passage. */
  readonly lengths: Float64Array
  /** For each passage the place of its chapter, from 0. */
  readonly chapterOf: Int32Array
  readonly chapters: number
  /** Where each chapter begins, and behind the last the number of passages. */
  readonly chapterStarts: Int32Array
  /** The terms of each chapter's title, as far as its first line contains it. */
  readonly titles: readonly ReadonlySet<number>[]
  /** May have passages behind these too: those of the book are shared by all its chapters. */
  readonly postings: Postings
  /** The words and bigrams in two of the passages of the postings, ascending by id. */
  readonly repeated: Int32Array
}

/**
 * The part of the forecast that depends only on the earlier passages, by the id of a term; cached as long as they are
 * the same.
 */
export interface Activation {
  /** In how many of the passages. */
  readonly holders: (id: number) => number
  /** How far a term clumps in few chapters, from 0 (style) towards 1 (a name); 0 for single characters. */
  readonly clumping: (id: number) => number
  readonly distinctive: DistinctiveTerms
}

/** The terms with a score, passage by passage: those of passage `at` are in [starts[at], starts[at + 1]). */
export interface DistinctiveTerms {
  /** Ascending. */
  readonly ids: Int32Array
  /** How specific each is × how recently and often it occurred. */
  readonly values: Float64Array
  /** By id the place in `ids`; −1: the term has no score. */
  readonly placeOf: (id: number) => number
  readonly starts: Int32Array
  /** Places in `ids`. */
  readonly positions: Int32Array
}

/** A passage's age, to this power, is what each of its terms gains by occurring there. */
const forgetting = 0.4
/** What of rarity × clumping is style and chance. */
const style = 1
/** A term in more than this share of the passages is not specific. */
const commonShare = 0.05
/** A bigram whose characters meet less often than this × chance (as a logarithm) is no word. */
const leastBond = 2.5
const wordsPerStep = 40_000

/** Reads what the book has of these passages, in steps of some milliseconds. */
export function* precedingSteps(book: BookTerms, ids: readonly number[]): Generator<void, PrecedingChapters> {
  const indexed = ids.flatMap((id) => {
    const terms = book.of(id)
    return terms ? [{ id, terms }] : []
  })
  const chapterOf = new Int32Array(indexed.length)
  const chapterStarts: number[] = []
  for (const [at, { id }] of indexed.entries()) {
    const before = indexed[at - 1]
    if (before === undefined || documentKeyOf(before.id) !== documentKeyOf(id)) chapterStarts.push(at)
    chapterOf[at] = chapterStarts.length - 1
  }
  const terms = indexed.map((it) => it.terms)
  const postings = yield* postingsSteps(terms, book.size)
  return {
    ids: indexed.map(({ id }) => id),
    terms,
    lengths: Float64Array.from(terms, ({ length }) => length),
    chapterOf,
    chapters: chapterStarts.length,
    chapterStarts: Int32Array.from([...chapterStarts, indexed.length]),
    titles: chapterStarts.map((at) => new Set(terms[at]?.heading)),
    postings,
    repeated: repeatedTerms(postings, book),
  }
}

/** The first `total` of these passages: as if only they had been read, and without reading anything. */
export function firstPassages(all: PrecedingChapters, total: number): PrecedingChapters {
  const chapters = total === 0 ? 0 : (all.chapterOf[total - 1] ?? 0) + 1
  return {
    ids: all.ids.slice(0, total),
    terms: all.terms.slice(0, total),
    lengths: all.lengths.subarray(0, total),
    chapterOf: all.chapterOf.subarray(0, total),
    chapters,
    chapterStarts: Int32Array.from([...all.chapterStarts.subarray(0, chapters), total]),
    titles: all.titles.slice(0, chapters),
    postings: all.postings,
    repeated: all.repeated,
  }
}

/** Most terms of a book are in one passage: only the others, of more than a character, can have a score anywhere. */
function repeatedTerms({ starts }: Postings, { isDistinctive }: BookTerms): Int32Array {
  const ids = new Int32Array(starts.length)
  let count = 0
  for (let id = 0; id + 1 < starts.length; id++)
    if ((starts[id + 1] ?? 0) - (starts[id] ?? 0) > 1 && isDistinctive(id)) ids[count++] = id
  return ids.slice(0, count)
}

/** The words and names in two passages, by their place in `ids`: close together, since a forecast reads them all. */
interface WordPostings extends Postings {
  /** Ascending. */
  readonly ids: Int32Array
}

/** As long as the book has the same counts. */
const wordsOf = new WeakMap<Postings, WordPostings & { readonly changes: number }>()

function wordPostings(book: BookTerms, { postings, repeated }: PrecedingChapters): WordPostings {
  const counted = wordsOf.get(postings)
  if (counted?.changes === book.changes) return counted
  const ids = repeated.filter((id) => isWord(book, id))
  const starts = new Int32Array(ids.length + 1)
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? 0
    starts[place + 1] = (starts[place] ?? 0) + (postings.starts[id + 1] ?? 0) - (postings.starts[id] ?? 0)
  }
  const entries = new Uint32Array(starts[ids.length] ?? 0)
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] ?? 0
    entries.set(postings.entries.subarray(postings.starts[id], postings.starts[id + 1]), starts[place])
  }
  const words = { ids, starts, entries, changes: book.changes }
  wordsOf.set(postings, words)
  return words
}

/** The weight of each age, from 0 passages on: every place where a window starts asks for the same powers. */
export function createForgetting(power: number): (ages: number) => Float64Array {
  let weights = new Float64Array()
  return (ages) => {
    if (weights.length <= ages)
      weights = Float64Array.from({ length: 2 * ages + 1 }, (_, age) => age ** -power)
    return weights
  }
}

const weightOfAges = createForgetting(forgetting)

/**
 * Base-level activation (Anderson and Schooler 1991): Σ age^−0.4 over the passages with a term, times how rare it is
 * and how far it clumps in few chapters (0 for style, towards 1 for names, places, things). In steps of about 3 ms.
 */
export function* activationSteps(book: BookTerms, preceding: PrecedingChapters): Generator<void, Activation> {
  const { postings } = preceding
  const total = preceding.terms.length
  const words = wordPostings(book, preceding)
  yield
  const scoring = createScoring(words, preceding)
  for (let place = 0; place < words.ids.length; place += wordsPerStep) {
    scoring.score(place, Math.min(words.ids.length, place + wordsPerStep))
    yield
  }
  const clumpingOf = createClumping(preceding, postings)
  const startOf = (id: number) => postings.starts[id] ?? 0
  const holders = (id: number) => entriesEnd(postings, id, total) - startOf(id)
  return {
    holders: (id) => (id + 1 < postings.starts.length ? holders(id) : 0),
    clumping(id) {
      if (id + 1 >= postings.starts.length || holders(id) < 2 || !book.isDistinctive(id)) return 0
      return clumpingOf(startOf(id), entriesEnd(postings, id, total))
    },
    distinctive: scoring.distinctive(),
  }
}

/** Scores words range by range of their places; a plain loop, which is twice as fast as one that yields. */
function createScoring(words: WordPostings, preceding: PrecedingChapters) {
  const { starts, entries } = words
  const total = preceding.terms.length
  const ages = weightOfAges(total)
  const maxPassages = Math.max(3, commonShare * total)
  const rarities = Float64Array.from({ length: maxPassages + 1 }, (_, count) => Math.log(total / count))
  const clumpingOf = createClumping(preceding, words)
  const places: number[] = []
  const values: number[] = []
  const ends: number[] = []
  /** Behind each passage how many of the terms it has. */
  const ofPassage = new Int32Array(total + 1)

  function score(first: number, end: number): void {
    for (let place = first; place < end; place++) {
      const from = starts[place] as number // in range, as every index here
      if ((entries[from + 1] as number) >>> countBits >= total) continue
      const to = entriesEnd(words, place, total)
      if (to - from > maxPassages) continue
      const rarity = rarities[to - from] as number
      if (rarity <= style) continue
      const distinctiveness = rarity * clumpingOf(from, to) - style
      if (distinctiveness <= 0) continue
      let lately = 0
      for (let i = from; i < to; i++) {
        const at = (entries[i] as number) >>> countBits
        lately += ages[total - at] as number
        ofPassage[at + 1] = (ofPassage[at + 1] as number) + 1
      }
      places.push(place)
      values.push(lately * distinctiveness)
      ends.push(to)
    }
  }

  return { score, distinctive: () => collectDistinctiveTerms(words, places, values, ends, ofPassage) }
}

/** Most terms of a book occur a few times: in how many chapters these would be by chance is computed once. */
const tabledTimes = 64

/** How far the term of some entries clumps in few chapters. */
function createClumping({ chapterOf, chapters: total }: PrecedingChapters, { entries }: Postings) {
  const elsewhere = Math.log(1 - 1 / Math.max(2, total))
  const byChance = (times: number) => total * (1 - Math.exp(times * elsewhere))
  const table = Float64Array.from({ length: tabledTimes }, (_, times) => byChance(times))
  return (from: number, to: number): number => {
    // A short book is one scene: there is nothing to clump in.
    if (total < 4) return 1
    let times = 0
    let chapters = 0
    let last = -1
    for (let i = from; i < to; i++) {
      const entry = entries[i] as number // in range, and so is its passage
      times += entry & countMask
      const chapter = chapterOf[entry >>> countBits] as number
      if (chapter !== last) chapters++
      last = chapter
    }
    return Math.max(0, 1 - chapters / (table[times] ?? byChance(times)))
  }
}

function collectDistinctiveTerms(
  words: WordPostings,
  places: readonly number[],
  values: readonly number[],
  ends: readonly number[],
  ofPassage: Int32Array,
): DistinctiveTerms {
  const ids = Int32Array.from(places, (place) => words.ids[place] ?? 0)
  const starts = ofPassage
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const positions = new Int32Array(starts.at(-1) ?? 0)
  const next = starts.slice()
  for (let place = 0; place < ids.length; place++) {
    const to = ends[place] as number // of each place, as all below is in range
    for (let i = words.starts[places[place] as number] as number; i < to; i++) {
      const at = (words.entries[i] as number) >>> countBits
      const free = next[at] as number
      positions[free] = place
      next[at] = free + 1
    }
  }
  const placeOf = (id: number) => {
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return ids[low] === id ? low : -1
  }
  return { ids, values: Float64Array.from(values), placeOf, starts, positions }
}

/** Whether a term is a unit: a word, or a bigram whose characters meet far more often than by chance. */
export function isWord(book: BookTerms, id: number): boolean {
  const [left, right] = book.parts(id)
  if (left < 0) return true
  const chance = ((book.occurrences(left) || 1) * (book.occurrences(right) || 1)) / book.length
  // A few pages cannot show that anything is rarer than chance.
  return Math.log(book.occurrences(id) / chance) >= Math.min(leastBond, Math.log(book.length) / 2)
}
