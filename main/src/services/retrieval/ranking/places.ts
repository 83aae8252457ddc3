import { bestOf, type Continuing } from './continuing.ts'
import { yardstickOf } from './worth.ts'

/** A passage by its place in the past. `worth`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly worth: number
  readonly isEnough: boolean
}

/** An echo of a rare term that is so many times as loud as the tenth loudest is no accident. */
const loud = 2.2

/** All passages of a ranking by their worth, best first. */
export function valued(worth: Float64Array, most = worth.length): Valued[] {
  const { floor, full } = yardstickOf(worth)
  return bestOf(worth, most).flatMap((at) => {
    const own = worth[at] ?? 0
    return own > 0 ? { at, worth: Math.min(1, own / (full || own)), isEnough: own > floor } : []
  })
}

/**
 * What to send for going on, best first: what the story is likely to need, and in the last of `k` places the echo of a
 * rare term, if it is loud. Facts planted long ago come back by echoes alone.
 */
export function placesFor(
  { worth, echo }: Pick<Continuing, 'worth' | 'echo'>,
  k: number,
  most: number,
): Valued[] {
  const needed = valued(worth, most)
  const heard = valued(echo, 10)
  const isLoud = (echo[heard[0]?.at ?? -1] ?? 0) > loud * (echo[heard[9]?.at ?? -1] ?? 0)
  if (!isLoud) return needed
  const [loudest] = heard
  const others = needed.filter(({ at }) => at !== loudest?.at)
  return [...others.slice(0, k - 1), ...(loudest ? [loudest] : []), ...others.slice(k - 1)]
}
