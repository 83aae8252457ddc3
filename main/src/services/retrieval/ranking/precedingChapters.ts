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
const termsPerStep = 40_000

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

/**
 * Base-level activation (Anderson and Schooler 1991): Σ age^−0.4 over the passages with a term, times how rare it is
 * and how far it clumps in few chapters (0 for style, towards 1 for names, places, things). In steps of about 3 ms.
 */
export function* activationSteps(book: BookTerms, preceding: PrecedingChapters): Generator<void, Activation> {
  const { postings, chapterOf, repeated } = preceding
  const { starts, entries } = postings
  const total = preceding.terms.length
  const ages = Float64Array.from(preceding.terms, (_, at) => (total - at) ** -forgetting)
  const maxPassages = Math.max(3, commonShare * total)
  const elsewhere = Math.log(1 - 1 / Math.max(2, preceding.chapters))
  const ids: number[] = []
  const values: number[] = []
  const ends: number[] = []
  const clumpingOf = (from: number, to: number) => {
    // A short book is one scene: there is nothing to clump in.
    if (preceding.chapters < 4) return 1
    let times = 0
    let chapters = 0
    let last = -1
    for (let i = from; i < to; i++) {
      const entry = entries[i] ?? 0
      times += entry & countMask
      const chapter = chapterOf[entry >>> countBits] ?? 0
      if (chapter !== last) chapters++
      last = chapter
    }
    return Math.max(0, 1 - chapters / (preceding.chapters * (1 - Math.exp(times * elsewhere))))
  }
  for (let at = 0; at < repeated.length; at++) {
    if (at % termsPerStep === termsPerStep - 1) yield
    const id = repeated[at] ?? 0
    const from = starts[id] ?? 0
    if ((entries[from + 1] ?? 0) >>> countBits >= total) continue
    const to = entriesEnd(postings, id, total)
    if (to - from > maxPassages) continue
    const rarity = Math.log(total / (to - from))
    if (rarity <= style) continue
    const distinctiveness = rarity * clumpingOf(from, to) - style
    if (distinctiveness <= 0 || !isWord(book, id)) continue
    let lately = 0
    for (let i = from; i < to; i++) lately += ages[(entries[i] ?? 0) >>> countBits] ?? 0
    ids.push(id)
    values.push(lately * distinctiveness)
    ends.push(to)
  }
  yield
  const holders = (id: number) => entriesEnd(postings, id, total) - (starts[id] ?? 0)
  return {
    holders: (id) => (id + 1 < starts.length ? holders(id) : 0),
    clumping(id) {
      if (id + 1 >= starts.length || holders(id) < 2 || !book.isDistinctive(id)) return 0
      return clumpingOf(starts[id] ?? 0, entriesEnd(postings, id, total))
    },
    distinctive: collectDistinctiveTerms(preceding, ids, values, ends),
  }
}

function collectDistinctiveTerms(
  { postings: { starts, entries }, terms }: PrecedingChapters,
  termIds: readonly number[],
  values: readonly number[],
  ends: readonly number[],
): DistinctiveTerms {
  const ids = Int32Array.from(termIds)
  const ofPassage = new Int32Array(terms.length + 1)
  for (const [place, id] of ids.entries()) {
    const to = ends[place] ?? 0
    for (let i = starts[id] ?? 0; i < to; i++) {
      const at = (entries[i] ?? 0) >>> countBits
      ofPassage[at + 1] = (ofPassage[at + 1] ?? 0) + 1
    }
  }
  for (let at = 0; at < terms.length; at++)
    ofPassage[at + 1] = (ofPassage[at + 1] ?? 0) + (ofPassage[at] ?? 0)
  const positions = new Int32Array(ofPassage[terms.length] ?? 0)
  const next = ofPassage.slice()
  for (const [place, id] of ids.entries()) {
    const to = ends[place] ?? 0
    for (let i = starts[id] ?? 0; i < to; i++) {
      const at = (entries[i] ?? 0) >>> countBits
      const free = next[at] ?? 0
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
  return { ids, values: Float64Array.from(values), placeOf, starts: ofPassage, positions }
}

/** Whether a term is a unit: a word, or a bigram whose characters meet far more often than by chance. */
export function isWord(book: BookTerms, id: number): boolean {
  const [left, right] = book.parts(id)
  if (left < 0) return true
  const chance = ((book.occurrences(left) || 1) * (book.occurrences(right) || 1)) / book.length
  // A few pages cannot show that anything is rarer than chance.
  return Math.log(book.occurrences(id) / chance) >= Math.min(leastBond, Math.log(book.length) / 2)
}
