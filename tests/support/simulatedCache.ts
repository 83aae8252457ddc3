import { sha256Hex } from '../../main/src/lib/hash.ts'

/** A piece of a request as a provider sees it; `ttl` where a mark stands at its end. */
export interface Piece {
  readonly text: string
  readonly ttlSeconds?: number
}

export interface Found {
  readonly read: number
  readonly written: number
  readonly writtenLong: number
  readonly total: number
}

/** Tokens of a text; without one, characters stand in for them. */
type Measure = (text: string) => number
const characters: Measure = (text) => text.length

/** One way of keeping what was read; told of each request in turn. */
export interface SimulatedCache {
  /** `now` in seconds. */
  ask(pieces: readonly Piece[], now: number): Found
}

/** Ends of the pieces. */
const sizes = (pieces: readonly Piece[], measure = characters) => {
  let sum = 0
  return pieces.map(({ text }) => {
    sum += measure(text)
    return sum
  })
}

/** Matches at marked ends only, looking back over so many pieces; boundaries are part of what is matched. */
export function marksCache({ minimum = 512, lookback = 20, measure = characters } = {}): SimulatedCache {
  const until = new Map<string, number>()
  return {
    ask(pieces, now) {
      const ends = sizes(pieces, measure)
      const keys = pieces.map((_, at) =>
        sha256Hex(JSON.stringify(pieces.slice(0, at + 1).map(({ text }) => text))),
      )
      const marked = pieces.flatMap(({ ttlSeconds }, at) => (ttlSeconds === undefined ? [] : [at]))
      if (marked.length > 4) throw new Error('more than four marks')
      const lives = marked.map((at) => pieces[at]?.ttlSeconds ?? 300)
      if (lives.some((life, at) => life > (lives[at - 1] ?? life)))
        throw new Error("a ttl='1h' cache_control block must not come after a ttl='5m' one")
      const isThere = (at: number) => (until.get(keys[at] ?? '') ?? -1) >= now
      const met = marked.flatMap((mark) => {
        const back = Array.from({ length: Math.min(mark + 1, lookback + 1) }, (_, n) => mark - n).find(
          isThere,
        )
        return back === undefined ? [] : [back]
      })
      const read = Math.max(0, ...met.map((at) => ends[at] ?? 0))
      let far = read
      let writtenLong = 0
      for (const at of marked) {
        const end = ends[at] ?? 0
        if (end < minimum) continue
        const ttl = pieces[at]?.ttlSeconds ?? 300
        until.set(keys[at] ?? '', now + ttl)
        if (ttl === 3600) writtenLong += Math.max(0, end - far)
        far = Math.max(far, end)
      }
      return { read, written: far - read, writtenLong, total: ends.at(-1) ?? 0 }
    },
  }
}

/** Matches exactly where marks stand, of which the latest four are written. */
export function breakpointsCache({
  minimum = 1024,
  seconds = Number.POSITIVE_INFINITY,
  measure = characters,
} = {}): SimulatedCache {
  const until = new Map<string, number>()
  return {
    ask(pieces, now) {
      const [ends, at] = [sizes(pieces, measure), sizes(pieces)]
      const whole = pieces.map(({ text }) => text).join('')
      const hashOf = (index: number) => sha256Hex(whole.slice(0, at[index]))
      const long = pieces.flatMap(({ ttlSeconds }, index) =>
        ttlSeconds !== undefined && (ends[index] ?? 0) >= minimum ? [index] : [],
      )
      const endOf = (index: number) => ends[index] ?? 0
      const read = Math.max(0, ...long.filter((index) => (until.get(hashOf(index)) ?? -1) >= now).map(endOf))
      for (const index of long.slice(-4)) until.set(hashOf(index), now + seconds)
      const far = Math.max(read, ...long.map(endOf))
      return { read, written: far - read, writtenLong: 0, total: ends.at(-1) ?? 0 }
    },
  }
}

const common = (a: string, b: string) => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** The longest common beginning with any request before, in steps. */
export function prefixCache({
  minimum = 1024,
  step = 128,
  seconds = Number.POSITIVE_INFINITY,
  measure = characters,
} = {}): SimulatedCache {
  const before: { readonly text: string; readonly at: number }[] = []
  return {
    ask(pieces, now) {
      const whole = pieces.map(({ text }) => text).join('')
      const alive = before.filter(({ at }) => now - at <= seconds)
      const longest = Math.max(0, ...alive.map(({ text }) => common(text, whole)))
      before.push({ text: whole, at: now })
      const read = Math.floor(measure(whole.slice(0, longest)) / step) * step
      return { read: read < minimum ? 0 : read, written: 0, writtenLong: 0, total: measure(whole) }
    },
  }
}

/** Whole units only: a request that ends, and a beginning that two requests had in common. */
export function unitsCache({ minimum = 64, measure = characters } = {}): SimulatedCache {
  const units: string[] = []
  const before: string[] = []
  return {
    ask(pieces) {
      const whole = pieces.map(({ text }) => text).join('')
      const met = units.filter((unit) => whole.startsWith(unit)).map((unit) => unit.length)
      units.push(whole)
      for (const one of before.slice(-3)) {
        const length = common(one, whole)
        if (length >= minimum) units.push(whole.slice(0, length))
      }
      before.push(whole)
      const read = measure(whole.slice(0, Math.max(0, ...met)))
      return { read, written: 0, writtenLong: 0, total: measure(whole) }
    },
  }
}
