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

/** One way of keeping what was read; told of each request in turn. Characters stand in for tokens. */
export interface SimulatedCache {
  /** `now` in seconds. */
  ask(pieces: readonly Piece[], now: number): Found
}

const sizes = (pieces: readonly Piece[]) => {
  let sum = 0
  return pieces.map(({ text }) => {
    sum += text.length
    return sum
  })
}

/** Matches at marked ends only, looking back over so many pieces; boundaries are part of what is matched. */
export function marksCache({ minimum = 512, lookback = 20 } = {}): SimulatedCache {
  const until = new Map<string, number>()
  return {
    ask(pieces, now) {
      const ends = sizes(pieces)
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
export function breakpointsCache({ minimum = 1024 } = {}): SimulatedCache {
  const known = new Set<string>()
  return {
    ask(pieces) {
      const ends = sizes(pieces)
      const whole = pieces.map(({ text }) => text).join('')
      const places = pieces.flatMap(({ ttlSeconds }, at) => (ttlSeconds === undefined ? [] : [ends[at] ?? 0]))
      const long = places.filter((end) => end >= minimum)
      const read = Math.max(0, ...long.filter((end) => known.has(sha256Hex(whole.slice(0, end)))))
      for (const end of long.slice(-4)) known.add(sha256Hex(whole.slice(0, end)))
      return { read, written: Math.max(0, ...long, read) - read, writtenLong: 0, total: whole.length }
    },
  }
}

const common = (a: string, b: string) => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** The longest common beginning with any request before, in steps. */
export function prefixCache({ minimum = 1024, step = 128 } = {}): SimulatedCache {
  const before: string[] = []
  return {
    ask(pieces) {
      const whole = pieces.map(({ text }) => text).join('')
      const longest = Math.max(0, ...before.map((one) => common(one, whole)))
      before.push(whole)
      const read = Math.floor(longest / step) * step
      return { read: read < minimum ? 0 : read, written: 0, writtenLong: 0, total: whole.length }
    },
  }
}

/** Whole units only: a request that ends, and a beginning that two requests had in common. */
export function unitsCache({ minimum = 64 } = {}): SimulatedCache {
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
      return { read: Math.max(0, ...met), written: 0, writtenLong: 0, total: whole.length }
    },
  }
}
