import { bestOf, type Continuing } from './continuing.ts'
import { yardstickOf } from './worth.ts'

/** A passage by its place in the past. `worth`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly worth: number
  readonly isEnough: boolean
}

/** Places for passages that speak of the people, places and things of the last lines. */
const onStage = 3
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
 * What to send for going on, best first: what was last said and done of those on stage, the echo of a rare term where it
 * is loud, what the story is likely to need, and in the last of `k` places an echo that is not loud. Facts planted long
 * ago come back by echoes alone.
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
  const staged = valued(stage, onStage).filter(({ isEnough }) => isEnough)
  const first = distinct([...staged, ...(isLoud ? loudest : [])])
  const all = distinct([...first, ...valued(worth, most)])
  const isFirst = first.some(({ at }) => at === loudest[0]?.at)
  if (isFirst) return all
  const others = all.filter(({ at }) => at !== loudest[0]?.at)
  return [...others.slice(0, k - 1), ...loudest, ...others.slice(k - 1)]
}

/** Each passage at its first place. */
function distinct(list: readonly Valued[]): Valued[] {
  const seen = new Set<number>()
  return list.filter(({ at }) => !seen.has(at) && seen.add(at))
}
