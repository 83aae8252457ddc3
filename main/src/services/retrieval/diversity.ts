const shingleUnits = 6
const base = 0x01000193
/** base ** shingleUnits modulo 2^32: the weight a unit has when it leaves the stretch. */
const outgoing = Array.from({ length: shingleUnits }).reduce<number>((power) => Math.imul(power, base), 1)
/** What is lost by a passage all of which has been said: λ is 2/3. */
const repetitionCost = 0.5

/** A smaller share of common stretches is an idiom, a formula, a line of verse. */
const leastRepeated = 0.3

interface Ranked {
  readonly text: string
  /** Greater than zero, greater is better. */
  readonly score: number
}

/**
 * The `k` most useful of a list, best first: maximal marginal relevance (Carbonell and Goldstein 1998). The next
 * one is that with the greatest score, as a share of the best, less what it repeats of one that is chosen. Likeness
 * is the share of common shingles (Broder 1997), so that passages that merely speak of the same are not alike;
 * they are counted by look-up, linear in the length of the texts. `value` falls from 1; it is above zero.
 */
export function chooseDiverse<T extends Ranked>(sorted: readonly T[], k: number): { it: T; value: number }[] {
  const top = sorted[0]?.score ?? 1
  const waiting = sorted.map((it) => ({
    it,
    share: it.score / top,
    shingles: shinglesOf(it.text),
    repeats: 0,
  }))
  const holders = new Map<number, typeof waiting>()
  for (const entry of waiting) {
    for (const shingle of entry.shingles) {
      const same = holders.get(shingle)
      if (same) same.push(entry)
      else holders.set(shingle, [entry])
    }
  }
  const left = new Set(waiting)
  const chosen: { it: T; value: number }[] = []
  const worth = ({ share, repeats }: (typeof waiting)[number]) => share - repetitionCost * repeats
  while (chosen.length < k && left.size > 0) {
    let best: (typeof waiting)[number] | undefined
    for (const entry of left) if (!best || worth(entry) > worth(best)) best = entry
    if (!best) break
    left.delete(best)
    chosen.push({ it: best.it, value: Math.min(1, Math.max(Number.MIN_VALUE, worth(best))) })
    const shared = new Map<(typeof waiting)[number], number>()
    for (const shingle of best.shingles) {
      for (const other of holders.get(shingle) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    for (const [other, count] of shared) {
      const share = count / other.shingles.size
      if (share >= leastRepeated) other.repeats = Math.max(other.repeats, share)
    }
  }
  return chosen
}

/** Rolling hashes of all stretches of `shingleUnits` units; of them one in four, the same ones in every text. */
function shinglesOf(text: string): ReadonlySet<number> {
  const dense = text.replace(/\s+/g, '')
  const found = new Set<number>()
  let hash = 0
  for (let at = 0; at < dense.length; at++) {
    hash = (Math.imul(hash, base) + dense.charCodeAt(at)) | 0
    if (at >= shingleUnits) hash = (hash - Math.imul(outgoing, dense.charCodeAt(at - shingleUnits))) | 0
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    if (at >= shingleUnits - 1 && mixed >>> 30 === 0) found.add(hash)
  }
  return found
}
