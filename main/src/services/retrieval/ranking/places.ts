import { bestOf, type Continuing } from './continuing.ts'
import { yardstickOf } from './worth.ts'

/** A passage by its place in the past. `worth`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly worth: number
  readonly isEnough: boolean
}

/** An echo of a rare term that is so many times as loud as the tenth loudest is no accident. */
const loud = 2.5

/** All passages of a ranking by their worth, best first. */
export function valued(worth: Float64Array, most = worth.length): Valued[] {
  const { floor, full } = yardstickOf(worth)
  return bestOf(worth, most).flatMap((at) => {
    const own = worth[at] ?? 0
    return own > 0 ? { at, worth: Math.min(1, own / (full || own)), isEnough: own > floor } : []
  })
}

/**
 * What to send for going on, best first: the echo of a rare term where it is loud, then what the story is likely to
 * need; in the last but one of `k` places what was last said and done of those on stage, and in the last an echo that is
 * not loud. Facts planted long ago come back by echoes alone.
 */
export function placesFor(
  { worth, stage, echo }: Pick<Continuing, 'worth' | 'stage' | 'echo'>,
  k: number,
  most: number,
): Valued[] {
  const heard = valued(echo, 10)
  const isLoud = (echo[heard[0]?.at ?? -1] ?? 0) > loud * (echo[heard[9]?.at ?? -1] ?? 0)
  const loudest = heard.slice(0, 1)
  // What is not enough here may be enough in another ranking.
  const staged = valued(stage, 1).filter(({ isEnough }) => isEnough)
  const needed = distinct([...(isLoud ? loudest : []), ...valued(worth, most)])
  const last = distinct([...staged, ...(isLoud ? [] : loudest)])
  return distinct([...needed.slice(0, Math.max(0, k - last.length)), ...last, ...needed])
}

/** Each passage at its first place. */
function distinct(list: readonly Valued[]): Valued[] {
  const seen = new Set<number>()
  return list.filter(({ at }) => !seen.has(at) && seen.add(at))
}
