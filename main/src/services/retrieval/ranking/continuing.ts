import type { BookTerms, PassageTerms } from './bookTerms.ts'
import { type Activation, isWord, type Past } from './past.ts'

/** The terms of a text by their ids; later ones are nearer. */
export type TermsOfText = (text: string) => ReadonlySet<number>

export interface Continuing {
  /** Of each passage of the past: what the story is likely to need of it. */
  readonly worth: Float64Array
  /** How far it speaks of the people, places and things of the last lines. */
  readonly stage: Float64Array
  /** How far it holds the rarest terms of the last lines. */
  readonly echo: Float64Array
  /** What each term is worth that the window does not show, by id. */
  readonly ahead: Float64Array
}

const likeUnits = 1000
const stageUnits = 300
/** What the story is likely to need decides between passages that speak of the same people. */
const aheadOnStage = 0.3
const echoUnits = [50, 100]
/** Rarity to this power: one rare thing named again weighs more than all common ones together. */
const echoPower = 4
/** So many passages most like the window tell what belongs to it. */
const likePassages = 100
/** What a term is worth for activation alone. */
const alone = 0.002
const aheadShare = 0.85
/** Both halves are divided by the mean of so many of their best. */
const levelOf = 50
const [k1, b] = [1.2, 0.75]

/**
 * What the next page is likely to need: activation of what the book has been about lately and what stands beside
 * scenes like this one, joined with BM25 of the last 1,000 characters. Apart: passages with the people, places and
 * things of the last 300 characters (BM25, where a term weighs as much as it is rare and clumps), and echoes of single
 * rare terms of the last lines.
 */
export function rankContinuing(
  book: BookTerms,
  past: Past,
  { holders, values, clumping }: Activation,
  windowText: string,
  termsOf: TermsOfText,
): Continuing {
  const total = past.terms.length
  const rarity = (held: number) => Math.log(1 + (total - held + 0.5) / (held + 0.5))
  const rarities = (text: string, power: number, weights: Float64Array) => {
    for (const id of termsOf(text)) {
      const held = holders[id] ?? 0
      if (held > 0) weights[id] = (weights[id] ?? 0) + rarity(held) ** power
    }
    return weights
  }
  const like = bm25(past, rarities(windowText.slice(-likeUnits), 1, new Float64Array(book.size)))
  const lines = new Float64Array(book.size)
  for (const units of echoUnits) rarities(windowText.slice(-units), echoPower, lines)
  const echo = bm25(past, lines)
  const ahead = lookAhead(past, values, like, termsOf(windowText))
  const active = past.terms.map((terms) => sumOf(terms, ahead))
  const [one, other] = [levelled(active), levelled(like)]
  const worth = Float64Array.from(one, (it, at) => aheadShare * it + (1 - aheadShare) * (other[at] ?? 0))
  const onStage = new Float64Array(book.size)
  for (const id of termsOf(windowText.slice(-stageUnits)))
    if (isWord(book, id)) onStage[id] = (clumping[id] ?? 0) * rarity(holders[id] ?? 0)
  const stage = levelled(bm25(past, onStage)).map(
    (it, at) => it ** (1 - aheadOnStage) * (worth[at] ?? 0) ** aheadOnStage,
  )
  return { worth, stage, echo, ahead }
}

/** Robertson and Zaragoza 2009, over terms that are already weighed. */
function bm25(past: Past, weights: Float64Array): Float64Array {
  const mean = past.terms.reduce((sum, { length }) => sum + length, 0) / Math.max(1, past.terms.length)
  return Float64Array.from(past.terms, ({ ids, counts, length }) => {
    const norm = k1 * (1 - b + (b * length) / mean)
    let sum = 0
    for (let at = 0; at < ids.length; at++) {
      const weight = weights[ids[at] ?? 0] ?? 0
      if (weight === 0) continue
      const times = counts[at] ?? 0
      sum += (weight * times * (k1 + 1)) / (times + norm)
    }
    return sum
  })
}

/** value(term) = activation × (its share among the passages most like the window + 0.002)^½, unless it is shown. */
function lookAhead(
  past: Past,
  values: Float64Array,
  like: Float64Array,
  shown: ReadonlySet<number>,
): Float64Array {
  const nearest = bestOf(like, likePassages)
  const top = like[nearest[0] ?? 0] || 1
  const near = new Float64Array(values.length)
  for (const at of nearest) {
    const { ids = new Int32Array(), tellingFrom = 0 } = past.terms[at] ?? {}
    for (let i = tellingFrom; i < ids.length; i++)
      near[ids[i] ?? 0] = (near[ids[i] ?? 0] ?? 0) + (like[at] ?? 0) / top / likePassages
  }
  const ahead = new Float64Array(values.length)
  for (let id = 0; id < values.length; id++) {
    const value = values[id] ?? 0
    if (value > 0) ahead[id] = value * Math.sqrt((near[id] ?? 0) + alone)
  }
  for (const id of shown) ahead[id] = 0
  return ahead
}

function sumOf({ ids, tellingFrom }: PassageTerms, weights: Float64Array): number {
  let sum = 0
  for (let at = tellingFrom; at < ids.length; at++) sum += weights[ids[at] ?? 0] ?? 0
  return sum
}

function levelled(scores: readonly number[] | Float64Array): Float64Array {
  const best = Float64Array.from(scores).sort().slice(-levelOf)
  const mean = best.reduce((sum, it) => sum + it, 0) / Math.max(1, best.length) || 1
  return Float64Array.from(scores, (it) => it / mean)
}

/** Places of the best, best first; of equals the later one, which is nearer. */
export function bestOf(scores: ArrayLike<number>, k: number): number[] {
  const order = Int32Array.from({ length: scores.length }, (_, at) => at)
  return [...order.sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || y - x).subarray(0, k)]
}
