import { perObject } from '../../../lib/perObject.ts'
import { countBits, countMask, entriesEnd } from './postings.ts'
import type { PrecedingChapters } from './precedingChapters.ts'

const [k1, b] = [1.2, 0.75]
/** Nearly all counts are small: what they come to is computed once for each passage, not for each term. */
const tabled = 4
/** Whole numbers add up to the same in any order: what leaves can be subtracted again. */
const grid = 2 ** 34

/** Terms by id, with what each weighs. */
export type Weights = ReadonlyMap<number, number>

interface Saturation {
  /** By occurrences × passages + passage: most terms occur once, and what these come to lies together. */
  readonly table: Float64Array
  readonly of: (at: number, times: number) => number
}

const saturationOf = perObject(({ lengths }: PrecedingChapters): Saturation => {
  const total = lengths.length
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, total)
  const of = (at: number, times: number) =>
    (times * (k1 + 1)) / (times + k1 * (1 - b + (b * (lengths[at] ?? 0)) / mean))
  const table = new Float64Array(tabled * total)
  for (let times = 1; times < tabled; times++)
    for (let at = 0; at < total; at++) table[times * total + at] = of(at, times)
  return { table, of }
})

/** What each earlier passage has of the terms: Robertson and Zaragoza 2009, over weighted terms. */
export function bm25(preceding: PrecedingChapters, weights: Weights): Float64Array {
  const scores = new Float64Array(preceding.lengths.length)
  const add = createAdding(preceding, scores)
  for (const [id, weight] of weights) add(id, weight)
  return scores
}

/**
 * The same in parts of 2⁻³⁴, for a text that moves on a little at a time: only terms that came or left are processed.
 * The last counts are cached with the passages, and are the same as if counted anew.
 */
export function createMovingBm25(): (preceding: PrecedingChapters, weights: Weights) => Float64Array {
  const lastOf = new WeakMap<PrecedingChapters, { readonly weights: Weights; readonly sums: Float64Array }>()
  return (preceding, weights) => {
    const last = lastOf.get(preceding)
    const came = last ? without(weights, last.weights) : []
    const went = last ? without(last.weights, weights) : []
    const goesOn = last !== undefined && came.length + went.length < weights.size
    const sums = goesOn ? last.sums : new Float64Array(preceding.lengths.length)
    const add = createAdding(preceding, sums)
    for (const [id, weight] of goesOn ? came : weights) add(id, weight * grid, 1)
    for (const [id, weight] of goesOn ? went : []) add(id, weight * grid, -1)
    lastOf.set(preceding, { weights, sums })
    const scores = new Float64Array(sums.length)
    for (let at = 0; at < sums.length; at++) scores[at] = (sums[at] as number) / grid
    return scores
  }
}

/** Those of the first that the second does not have, or not the same. */
const without = (weights: Weights, last: Weights) =>
  [...weights].filter(([id, weight]) => last.get(id) !== weight)

/**
 * A function that adds to each passage with a term its saturated frequency times `weight`. With `whole` the nearest
 * whole number of it: 1 adds, −1 takes off again. `Math.round` would take as long as all the rest.
 */
function createAdding(preceding: PrecedingChapters, sums: Float64Array) {
  const { table, of } = saturationOf(preceding)
  const { starts, entries } = preceding.postings
  const total = sums.length
  return (id: number, weight: number, whole?: 1 | -1): void => {
    const to = entriesEnd(preceding.postings, id, total)
    for (let i = starts[id] ?? to; i < to; i++) {
      const entry = entries[i] as number // in range, and so is its passage
      const at = entry >>> countBits
      const times = entry & countMask
      const part = weight * (times < tabled ? (table[times * total + at] as number) : of(at, times))
      sums[at] = (sums[at] as number) + (whole === undefined ? part : whole * Math.floor(part + 0.5))
    }
  }
}
