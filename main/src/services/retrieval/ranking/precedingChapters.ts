import { documentKeyOf } from '../../../db/tables/passages.ts'
import type { BookTerms, PassageTerms } from './bookTerms.ts'
import { countBits, countMask, type Postings, postingsSteps } from './postings.ts'

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
  readonly postings: Postings
}

/**
 * The part of the forecast that depends only on the earlier passages, by the id of a term; cached as long as they are
 * the same.
 */
export interface Activation {
  /** In how many of the passages. */
  readonly holders: Int32Array
  /** How far a term clumps in few chapters, from 0 (style) towards 1 (a name); 0 for single characters. */
  readonly clumping: Float64Array
  readonly distinctive: DistinctiveTerms
}

/** The terms with a score, passage by passage: those of passage `at` are in [starts[at], starts[at + 1]). */
export interface DistinctiveTerms {
  readonly ids: Int32Array
  /** How specific each is × how recently and often it occurred. */
  readonly values: Float64Array
  /** By id the place in `ids`; −1: the term has no score. */
  readonly placeOf: Int32Array
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
  return {
    ids: indexed.map(({ id }) => id),
    terms,
    lengths: Float64Array.from(terms, ({ length }) => length),
    chapterOf,
    chapters: chapterStarts.length,
    chapterStarts: Int32Array.from([...chapterStarts, indexed.length]),
    titles: chapterStarts.map((at) => new Set(terms[at]?.heading)),
    postings: yield* postingsSteps(terms, book.size),
  }
}

/**
 * Base-level activation (Anderson and Schooler 1991): Σ age^−0.4 over the passages with a term, times how rare it is
 * and how far it clumps in few chapters (0 for style, towards 1 for names, places, things). In steps of about 3 ms.
 */
export function* activationSteps(book: BookTerms, preceding: PrecedingChapters): Generator<void, Activation> {
  const { starts, entries } = preceding.postings
  const size = starts.length - 1
  const total = preceding.terms.length
  const holders = new Int32Array(size)
  const clumping = new Float64Array(size)
  const ages = Float64Array.from(preceding.terms, (_, at) => (total - at) ** -forgetting)
  const maxPassages = Math.max(3, commonShare * total)
  const elsewhere = Math.log(1 - 1 / Math.max(2, preceding.chapters))
  const ids: number[] = []
  const values: number[] = []
  for (let id = 0; id < size; id++) {
    if (id % termsPerStep === termsPerStep - 1) yield
    const [from, to] = [starts[id] ?? 0, starts[id + 1] ?? 0]
    const passageCount = to - from
    holders[id] = passageCount
    if (passageCount < 2 || !book.isDistinctive(id)) continue
    let times = 0
    let chapters = 0
    let last = -1
    let lately = 0
    for (let i = from; i < to; i++) {
      const entry = entries[i] ?? 0
      const at = entry >>> countBits
      times += entry & countMask
      lately += ages[at] ?? 0
      const chapter = preceding.chapterOf[at] ?? 0
      if (chapter !== last) chapters++
      last = chapter
    }
    const expected = preceding.chapters * (1 - Math.exp(times * elsewhere))
    // A short book is one scene: there is nothing to clump in.
    const clumps = preceding.chapters < 4 ? 1 : Math.max(0, 1 - chapters / expected)
    clumping[id] = clumps
    const distinctiveness = Math.log(total / passageCount) * clumps - style
    if (passageCount > maxPassages || distinctiveness <= 0 || !isWord(book, id)) continue
    ids.push(id)
    values.push(lately * distinctiveness)
  }
  yield
  return { holders, clumping, distinctive: collectDistinctiveTerms(preceding, ids, values) }
}

function collectDistinctiveTerms(
  { postings: { starts, entries }, terms }: PrecedingChapters,
  ids: readonly number[],
  values: readonly number[],
): DistinctiveTerms {
  const ofPassage = new Int32Array(terms.length + 1)
  for (const id of ids) {
    const to = starts[id + 1] ?? 0
    for (let i = starts[id] ?? 0; i < to; i++) {
      const at = (entries[i] ?? 0) >>> countBits
      ofPassage[at + 1] = (ofPassage[at + 1] ?? 0) + 1
    }
  }
  for (let at = 0; at < terms.length; at++)
    ofPassage[at + 1] = (ofPassage[at + 1] ?? 0) + (ofPassage[at] ?? 0)
  const positions = new Int32Array(ofPassage[terms.length] ?? 0)
  const next = ofPassage.slice()
  const placeOf = new Int32Array(starts.length - 1).fill(-1)
  for (const [place, id] of ids.entries()) {
    placeOf[id] = place
    const to = starts[id + 1] ?? 0
    for (let i = starts[id] ?? 0; i < to; i++) {
      const at = (entries[i] ?? 0) >>> countBits
      const free = next[at] ?? 0
      positions[free] = place
      next[at] = free + 1
    }
  }
  return {
    ids: Int32Array.from(ids),
    values: Float64Array.from(values),
    placeOf,
    starts: ofPassage,
    positions,
  }
}

/** Whether a term is a unit: a word, or a bigram whose characters meet far more often than by chance. */
export function isWord(book: BookTerms, id: number): boolean {
  const [left, right] = book.parts(id)
  if (left < 0) return true
  const chance = ((book.occurrences(left) || 1) * (book.occurrences(right) || 1)) / book.length
  // A few pages cannot show that anything is rarer than chance.
  return Math.log(book.occurrences(id) / chance) >= Math.min(leastBond, Math.log(book.length) / 2)
}
