import { documentKeyOf } from '../../../db/tables/passages.ts'
import type { BookTerms, PassageTerms } from './bookTerms.ts'

/** The passages that may be found, in the order of the book. */
export interface Past {
  readonly ids: readonly number[]
  readonly terms: readonly PassageTerms[]
  /** For each passage the place of its chapter, from 0. */
  readonly chapterOf: Int32Array
  readonly chapters: number
}

/** What of the look-ahead depends on the past alone, by the id of a term; kept as long as the past is the same. */
export interface Activation {
  /** In how many of the passages. */
  readonly holders: Int32Array
  /** How telling a term is × how lately and often it stood; 0: says nothing. */
  readonly values: Float64Array
  /** How far a term clumps in few chapters, from 0 (style) towards 1 (a name); 0 for single characters. */
  readonly clumping: Float64Array
}

/** A passage's age, to this power, is what each of its terms is worth for being there. */
const forgetting = 0.4
/** What of rarity × clumping is style and chance. */
const style = 1
/** A term of more than this share of the passages says little. */
const commonShare = 0.05
/** A bigram whose characters meet less often than this × chance (as a logarithm) is no word. */
const leastBond = 2.5
const passagesPerStep = 150
const termsPerStep = 40_000

export function pastOf(book: BookTerms, ids: readonly number[]): Past {
  const known = ids.flatMap((id) => {
    const terms = book.of(id)
    return terms ? [{ id, terms }] : []
  })
  const chapterOf = new Int32Array(known.length)
  let chapters = 0
  for (const [at, { id }] of known.entries()) {
    const before = known[at - 1]
    if (before === undefined || documentKeyOf(before.id) !== documentKeyOf(id)) chapters++
    chapterOf[at] = chapters - 1
  }
  return { ids: known.map(({ id }) => id), terms: known.map(({ terms }) => terms), chapterOf, chapters }
}

/**
 * Base-level activation (Anderson and Schooler 1991): Σ age^−0.4 over the passages that hold a term, times how rare it
 * is and how far it clumps in few chapters (0 for style, towards 1 for names, places, things). In steps of about 3 ms.
 */
export function* activationSteps(book: BookTerms, past: Past): Generator<void, Activation> {
  const { size } = book
  const total = past.terms.length
  const holders = new Int32Array(size)
  const times = new Int32Array(size)
  const chapters = new Int32Array(size)
  const lastChapter = new Int32Array(size).fill(-1)
  const values = new Float64Array(size)
  const clumping = new Float64Array(size)
  for (const [at, { ids, counts, tellingFrom }] of past.terms.entries()) {
    const age = (total - at) ** -forgetting
    const chapter = past.chapterOf[at] ?? 0
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0
      holders[id] = (holders[id] ?? 0) + 1
      times[id] = (times[id] ?? 0) + (counts[i] ?? 0)
      if (i < tellingFrom) continue
      values[id] = (values[id] ?? 0) + age
      if (lastChapter[id] === chapter) continue
      lastChapter[id] = chapter
      chapters[id] = (chapters[id] ?? 0) + 1
    }
    if (at % passagesPerStep === passagesPerStep - 1) yield
  }
  const most = Math.max(3, commonShare * total)
  const elsewhere = Math.log(1 - 1 / Math.max(2, past.chapters))
  for (let id = 0; id < size; id++) {
    const held = holders[id] ?? 0
    if (held > 1 && (chapters[id] ?? 0) > 0) {
      const expected = past.chapters * (1 - Math.exp((times[id] ?? 0) * elsewhere))
      // A short book is one scene: there is nothing to clump in.
      clumping[id] = past.chapters < 4 ? 1 : Math.max(0, 1 - (chapters[id] ?? 0) / expected)
    }
    if (held < 2 || held > most) values[id] = 0
    if (values[id] !== 0) {
      const telling = Math.log(total / held) * (clumping[id] ?? 0) - style
      values[id] = telling > 0 && isWord(book, id) ? (values[id] ?? 0) * telling : 0
    }
    if (id % termsPerStep === termsPerStep - 1) yield
  }
  return { holders, values, clumping }
}

/** Whether a term holds together: a word, or a bigram whose characters meet far more often than by chance. */
export function isWord(book: BookTerms, id: number): boolean {
  const [left, right] = book.parts(id)
  if (left < 0) return true
  const chance = ((book.occurrences(left) || 1) * (book.occurrences(right) || 1)) / book.length
  // A few pages cannot show that anything is rarer than chance.
  return Math.log(book.occurrences(id) / chance) >= Math.min(leastBond, Math.log(book.length) / 2)
}
