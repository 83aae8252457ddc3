import { bestOf, type Continuing } from './continuing.ts'
import { yardstickOf } from './worth.ts'

/** A passage by its place in the past. `worth`: as a share of what one passage in a hundred reaches. */
export interface Valued {
  readonly at: number
  readonly worth: number
  readonly isEnough: boolean
}

/** Places for echoes of the last lines. */
const echoes = 2
/** An echo so many times as loud as the tenth loudest is no accident: it comes first. */
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
 * What to send for going on, best first: loud echoes, what the story is likely to need, and in the last of `k` places
 * the other echoes. Facts planted long ago come back by echoes alone, and people and things by their activation.
 */
export function placesFor(
  { worth, echo }: Pick<Continuing, 'worth' | 'echo'>,
  k: number,
  most: number,
): Valued[] {
  const ranked = valued(echo, 10)
  const tenth = echo[ranked[9]?.at ?? -1] ?? 0
  const heard = ranked.slice(0, echoes)
  const first = heard.filter(({ at }) => (echo[at] ?? 0) > loud * tenth)
  const isFirst = new Set(first.map(({ at }) => at))
  const others = valued(worth, most).filter(({ at }) => !isFirst.has(at))
  const last = heard.filter((it) => !isFirst.has(it.at))
  const middle = others.filter(({ at }) => !last.some((it) => it.at === at))
  const room = Math.max(0, k - first.length - last.length)
  return [...first, ...middle.slice(0, room), ...last, ...middle.slice(room)]
}
