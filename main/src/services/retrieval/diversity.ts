import { createTextCache } from '../../lib/textCache.ts'
import type { Hit } from './types.ts'

const shingleUnits = 6
const base = 0x01000193
/** base ** shingleUnits modulo 2^32: the weight a unit has when it leaves the stretch. */
const outgoing = Array.from({ length: shingleUnits }).reduce<number>((power) => Math.imul(power, base), 1)
/** What a passage loses all of which is in chosen ones: λ is 2/3. */
const repetitionCost = 0.5

/** A smaller share of common stretches is an idiom, a formula, a line of verse. */
const leastRepeated = 0.3

/**
 * The `k` most useful of a list, best first: maximal marginal relevance (Carbonell and Goldstein 1998). The next one
 * is that with the highest score, as a share of the best, less what it repeats of a selected one. Similarity is the
 * share of common shingles (Broder 1997), so that passages that are merely about the same are not similar; they are
 * counted by hash, linear in the length of the texts. `value` falls from 1; it is above zero.
 */
export function chooseDiverse<T extends Pick<Hit, 'text' | 'score'>>(
  sorted: readonly T[],
  k: number,
): { it: T; value: number }[] {
  const top = sorted[0]?.score ?? 1
  const shingles = sorted.map(({ text }) => cachedShinglesOf(text))
  const shared = countShared(shingles)
  const left = new Set(sorted.keys())
  const repeats = sorted.map(() => 0)
  const scoreOf = (at: number) => (sorted[at]?.score ?? 0) / top - repetitionCost * (repeats[at] ?? 0)
  const selected: { it: T; value: number }[] = []
  while (selected.length < k && left.size > 0) {
    const best = [...left].reduce((current, other) => (scoreOf(other) > scoreOf(current) ? other : current))
    left.delete(best)
    const it = sorted[best]
    if (it) selected.push({ it, value: Math.min(1, Math.max(Number.MIN_VALUE, scoreOf(best))) })
    for (const [other, count] of shared.get(best) ?? []) {
      const share = count / (shingles[other]?.size ?? 1)
      if (share >= leastRepeated) repeats[other] = Math.max(repeats[other] ?? 0, share)
    }
  }
  return selected
}

/** For each text those that have shingles in common with it, with their number. Hardly any text has. */
function countShared(texts: readonly ReadonlySet<number>[]): Map<number, Map<number, number>> {
  const shared = new Map<number, Map<number, number>>()
  const first = new Map<number, number>()
  const laterHolders = new Map<number, number[]>()
  const count = (index: number, other: number) => {
    const counts = shared.get(index) ?? new Map<number, number>()
    shared.set(index, counts.set(other, (counts.get(other) ?? 0) + 1))
  }
  for (const [at, shingles] of texts.entries()) {
    for (const shingle of shingles) {
      const holder = first.get(shingle)
      if (holder === undefined) {
        first.set(shingle, at)
        continue
      }
      const further = laterHolders.get(shingle) ?? []
      for (const other of [holder, ...further]) {
        count(at, other)
        count(other, at)
      }
      laterHolders.set(shingle, [...further, at])
    }
  }
  return shared
}

/** An author who writes on meets the same passages again; some 4 kB each. */
const shingleCache = createTextCache<ReadonlySet<number>>(256)

function cachedShinglesOf(text: string): ReadonlySet<number> {
  const before = shingleCache.get(text)
  if (before) return before
  const shingles = shinglesOf(text)
  shingleCache.set(text, shingles)
  return shingles
}

/** Rolling hashes of all stretches of `shingleUnits` units; of them one in four, the same ones in every text. */
function shinglesOf(text: string): ReadonlySet<number> {
  const dense = text.replace(/\s+/g, '')
  const shingles = new Set<number>()
  let hash = 0
  for (let at = 0; at < dense.length; at++) {
    hash = (Math.imul(hash, base) + dense.charCodeAt(at)) | 0
    if (at >= shingleUnits) hash = (hash - Math.imul(outgoing, dense.charCodeAt(at - shingleUnits))) | 0
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    if (at >= shingleUnits - 1 && mixed >>> 30 === 0) shingles.add(hash)
  }
  return shingles
}
