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
  readonly table: Float64Array
  readonly of: (at: number, times: number) => number
}

const saturationOf = perObject(({ lengths }: PrecedingChapters): Saturation => {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const of = (at: number, times: number) =>
    (times * (k1 + 1)) / (times + k1 * (1 - b + (b * (lengths[at] ?? 0)) / mean))
  const table = Float64Array.from({ length: lengths.length * tabled }, (_, at) =>
    of(Math.floor(at / tabled), at % tabled),
  )
  return { table, of }
})

/** What each earlier passage has of the terms: Robertson and Zaragoza 2009, over weighted terms. */
export function bm25(preceding: PrecedingChapters, weights: Weights): Float64Array {
  const scores = new Float64Array(preceding.lengths.length)
  for (const [id, weight] of weights) add(preceding, scores, id, weight)
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
    const came = [...weights].filter(([id, weight]) => last?.weights.get(id) !== weight)
    const went = [...(last?.weights ?? [])].filter(([id, weight]) => weights.get(id) !== weight)
    const goesOn = last !== undefined && came.length + went.length < weights.size
    const sums = goesOn ? last.sums : new Float64Array(preceding.lengths.length)
    for (const [id, weight] of goesOn ? came : weights) add(preceding, sums, id, weight * grid, 1)
    for (const [id, weight] of goesOn ? went : []) add(preceding, sums, id, weight * grid, -1)
    lastOf.set(preceding, { weights, sums })
    const scores = new Float64Array(sums.length)
    for (let at = 0; at < sums.length; at++) scores[at] = (sums[at] ?? 0) / grid
    return scores
  }
}

/**
 * Adds to each passage with the term its saturated frequency times `weight`. With `whole` the nearest whole number of
 * it: 1 adds, −1 takes off again.
 */
function add(
  preceding: PrecedingChapters,
  sums: Float64Array,
  id: number,
  weight: number,
  whole?: 1 | -1,
): void {
  const { table, of } = saturationOf(preceding)
  const { starts, entries } = preceding.postings
  const to = entriesEnd(preceding.postings, id, sums.length)
  for (let i = starts[id] ?? 0; i < to; i++) {
    const entry = entries[i] ?? 0
    const at = entry >>> countBits
    const times = entry & countMask
    const part = weight * (times < tabled ? (table[at * tabled + times] ?? 0) : of(at, times))
    sums[at] = (sums[at] ?? 0) + (whole === undefined ? part : whole * Math.round(part))
  }
}
