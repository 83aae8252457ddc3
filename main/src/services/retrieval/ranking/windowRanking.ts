import { bestOf, type Continuing } from './continuing.ts'
import { nthLargest } from './quickselect.ts'

/** A passage by its place in the earlier text. `score`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly score: number
  readonly isEnough: boolean
}

/** Of six places so many are for passages with rare terms of the last lines. */
const rareTermPlaces = 2

/** All passages of a ranking by their score, best first. */
export function valued(scores: Float64Array, limit = scores.length): Valued[] {
  const { floor, full } = baselineOf(scores)
  return bestOf(scores, limit).flatMap((at) => {
    const own = scores[at] ?? 0
    return own > 0 ? { at, score: Math.min(1, own / (full || own)), isEnough: own > floor } : []
  })
}

/**
 * What to send for continuing, best first: what the story is likely to need, and in the last of `k` places the two
 * passages with the rarest terms of the last lines. Facts planted long ago come back only by such terms.
 */
export function placesFor(
  { scores, rareTermScores }: Pick<Continuing, 'scores' | 'rareTermScores'>,
  k: number,
  limit: number,
): Valued[] {
  const needed = valued(scores, limit)
  const rareTermHits = valued(rareTermScores, Math.min(rareTermPlaces, Math.floor(k / 3)))
  const first = needed.slice(0, k - rareTermHits.length).map((it): Valued => {
    // Enough for one of the two rankings is enough.
    const hit = rareTermHits.find(({ at }) => at === it.at)
    return hit?.isEnough && !it.isEnough ? { ...hit } : it
  })
  const places = new Set([...first, ...rareTermHits].map(({ at }) => at))
  return [
    ...first,
    ...rareTermHits.filter((hit) => first.every(({ at }) => at !== hit.at)),
    ...needed.filter(({ at }) => !places.has(at)),
  ]
}

const sampled = 200
const floorShare = 0.95
const fullShare = 0.99

/** The score that a passage must exceed to be sent, and the full score. */
interface Baseline {
  readonly floor: number
  readonly full: number
}

/**
 * The floor of a ranking is the 95th percentile of the scores of 200 random earlier passages, the same ones each
 * time. With fewer passages the best of them all may exceed it, since a passage is measured against the others.
 */
export function baselineOf(scores: ArrayLike<number>): Baseline {
  const total = scores.length
  const at = (numbers: ArrayLike<number>, share: number) =>
    numbers.length === 0 ? 0 : nthLargest(numbers, numbers.length - Math.floor((numbers.length - 1) * share))
  const full = at(scores, fullShare)
  if (total <= sampled / 10) return { floor: total < 2 ? 0 : nthLargest(scores, 2), full }
  const sample =
    total <= sampled ? scores : Float64Array.from(samplePositions(total), (place) => scores[place] ?? 0)
  return { floor: at(sample, floorShare), full }
}

/** Passages of a sample with a fixed seed. */
function* samplePositions(total: number): Generator<number> {
  let state = 20_261_122
  for (let drawn = 0; drawn < sampled; drawn++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield Math.floor((state / 2 ** 32) * total)
  }
}
