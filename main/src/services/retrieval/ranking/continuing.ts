import { bm25, createMovingBm25 } from './bm25.ts'
import type { BookTerms } from './bookTerms.ts'
import {
  type Activation,
  createForgetting,
  type DistinctiveTerms,
  isWord,
  type PrecedingChapters,
} from './precedingChapters.ts'
import { largest, nthLargest } from './quickselect.ts'

/** The terms of the last so many UTF-16 units of the window by their ids, each once; later ones are nearer. */
export type TermsOfLast = (units: number) => Int32Array

export interface Continuing {
  /** For each earlier passage how likely the story needs it; 0 where it is about something else. */
  readonly scores: Float64Array
  /** How far it contains the rarest terms of the last lines. */
  readonly rareTermScores: Float64Array
  /** Score of a term by its id; 0 when the window shows it. */
  readonly ahead: (id: number) => number
}

const likeUnits = 1000
const recentCharacterUnits = 300
const rareTermUnits = [50, 100]
/** Rarity to this power: one rare thing named again weighs more than all common ones together. */
const rareTermPower = 4
/** So many passages most similar to the window and its people define what belongs to it. */
const likePassages = 100
/** So many of them, with age forgotten to this power, are about what is going on now; as many behind them less and less. */
const aboutPassages = 60
const forgetting = 0.3
/** Score of a term by activation only. */
const smoothing = 0.002
const shares = { ahead: 0.85, recentCharacters: 0.1, like: 0.05 }
/** What is joined is divided by the mean of so many of its best. */
const levelOf = 50
/** What age leaves of a passage. */
const recencyOf = createForgetting(forgetting)
/** The author's window goes on a sentence at a time. */
const movingBm25 = createMovingBm25()

/**
 * What the next page is likely to need: of the passages about the present events, those with most of what comes next.
 * About them: similar to the last 1,000 characters (BM25), and with the people, places and things of the last 300
 * (BM25, where a term weighs as much as it is rare and clumps), recently rather than long ago. What comes next:
 * activation of the book's recent subjects and of what occurs next to such scenes; the first counts a little itself.
 * Separately: occurrences of single rare terms of the last lines.
 */
export function rankContinuing(
  book: BookTerms,
  preceding: PrecedingChapters,
  { holders, clumping, distinctive }: Activation,
  termsOfLast: TermsOfLast,
): Continuing {
  const total = preceding.terms.length
  const rarity = (passageCount: number) => Math.log(1 + (total - passageCount + 0.5) / (passageCount + 0.5))
  const rarities = (units: number, power: number, weights: Map<number, number>) => {
    for (const id of termsOfLast(units)) {
      const passageCount = holders(id)
      if (passageCount > 0) weights.set(id, (weights.get(id) ?? 0) + rarity(passageCount) ** power)
    }
    return weights
  }
  const like = levelled(movingBm25(preceding, rarities(likeUnits, 1, new Map())))
  const recentCharacters = new Map<number, number>()
  for (const id of termsOfLast(recentCharacterUnits)) {
    const weight = clumping(id) * rarity(holders(id))
    if (weight > 0 && isWord(book, id)) recentCharacters.set(id, weight)
  }
  const people = levelled(bm25(preceding, recentCharacters))
  const lines = new Map<number, number>()
  for (const units of rareTermUnits) rarities(units, rareTermPower, lines)
  const rareTermScores = bm25(preceding, lines)
  const near = new Float64Array(total)
  for (let at = 0; at < total; at++) near[at] = (like[at] ?? 0) + (people[at] ?? 0)
  const ahead = predictTermValues(distinctive, near, termsOfLast(Number.POSITIVE_INFINITY))
  const active = levelled(sumsOf(distinctive, ahead))
  const scores = new Float64Array(total)
  const recency = recencyOf(total)
  const about = new Float64Array(total)
  for (let at = 0; at < total; at++) about[at] = (near[at] ?? 0) * (recency[total - at] ?? 0)
  for (const [place, at] of bestOf(about, 2 * aboutPassages).entries())
    scores[at] =
      Math.min(1, 2 - place / aboutPassages) *
      (shares.ahead * (active[at] ?? 0) +
        shares.recentCharacters * (people[at] ?? 0) +
        shares.like * (like[at] ?? 0))
  return { scores, rareTermScores, ahead: (id) => ahead[distinctive.placeOf(id)] ?? 0 }
}

/** value(term) = activation × (its share among the passages nearest to the window + 0.002)^½, unless it is shown. */
function predictTermValues(
  { values, placeOf, starts, positions }: DistinctiveTerms,
  similarities: Float64Array,
  shown: Int32Array,
): Float64Array {
  const nearest = bestOf(similarities, likePassages)
  const top = similarities[nearest[0] ?? 0] || 1
  const near = new Float64Array(values.length)
  for (const at of nearest) {
    const share = (similarities[at] ?? 0) / top / likePassages
    const to = starts[at + 1] ?? 0
    for (let i = starts[at] ?? 0; i < to; i++) {
      const place = positions[i] ?? 0
      near[place] = (near[place] ?? 0) + share
    }
  }
  const ahead = new Float64Array(values.length)
  for (let place = 0; place < ahead.length; place++)
    ahead[place] = (values[place] ?? 0) * Math.sqrt((near[place] ?? 0) + smoothing)
  for (const id of shown) {
    const place = placeOf(id)
    if (place >= 0) ahead[place] = 0
  }
  return ahead
}

/** The sum of the scores of each passage's terms. */
function sumsOf({ starts, positions }: DistinctiveTerms, values: Float64Array): Float64Array {
  const sums = new Float64Array(starts.length - 1)
  for (let at = 0; at < sums.length; at++) {
    const to = starts[at + 1] ?? 0
    let sum = 0
    for (let i = starts[at] ?? 0; i < to; i++) sum += values[positions[i] ?? 0] ?? 0
    sums[at] = sum
  }
  return sums
}

function levelled(scores: Float64Array): Float64Array {
  const best = largest(scores, levelOf).sort()
  const mean = best.reduce((sum, it) => sum + it, 0) / Math.max(1, best.length) || 1
  const ofMean = new Float64Array(scores.length)
  for (let at = 0; at < ofMean.length; at++) ofMean[at] = (scores[at] ?? 0) / mean
  return ofMean
}

/** Places of the best, best first; of equals the later one, which is nearer. */
export function bestOf(scores: ArrayLike<number>, k: number): number[] {
  const threshold = nthLargest(scores, k)
  const positions: number[] = []
  for (let at = scores.length - 1; at >= 0; at--) if ((scores[at] ?? 0) >= threshold) positions.push(at)
  return positions.sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || y - x).slice(0, k)
}
