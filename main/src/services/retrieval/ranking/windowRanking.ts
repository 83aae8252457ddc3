import { baselineOf } from './baseline.ts'
import { bestOf, type Continuing } from './continuing.ts'

/** A passage by its place in the past. `worth`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly score: number
  readonly isEnough: boolean
}

/** An echo of a rare term that is so many times as loud as the tenth loudest is no accident. */
const rareTermThreshold = 2.2

/** All passages of a ranking by their worth, best first. */
export function valued(scores: Float64Array, limit = scores.length): Valued[] {
  const { floor, full } = baselineOf(scores)
  return bestOf(scores, limit).flatMap((at) => {
    const own = scores[at] ?? 0
    return own > 0 ? { at, score: Math.min(1, own / (full || own)), isEnough: own > floor } : []
  })
}

/**
 * What to send for going on, best first: what the story is likely to need, and in the last of `k` places the echo of a
 * rare term, if it is loud. Facts planted long ago come back by echoes alone.
 */
export function placesFor(
  { scores, rareTermScores }: Pick<Continuing, 'scores' | 'rareTermScores'>,
  k: number,
  limit: number,
): Valued[] {
  const needed = valued(scores, limit)
  const rareTermHits = valued(rareTermScores, 10)
  const isSignificant =
    (rareTermScores[rareTermHits[0]?.at ?? -1] ?? 0) >
    rareTermThreshold * (rareTermScores[rareTermHits[9]?.at ?? -1] ?? 0)
  if (!isSignificant) return needed
  const [strongest] = rareTermHits
  const remaining = needed.filter(({ at }) => at !== strongest?.at)
  return [...remaining.slice(0, k - 1), ...(strongest ? [strongest] : []), ...remaining.slice(k - 1)]
}
