/** Mulberry32: the same seed gives the same numbers in [0,1) everywhere. Source: T. Ettinger, 2017, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A seed of its own for each name, so that a change in one file leaves the choice in the others as it was. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed | 0
  for (const character of name) mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return mixed
}

/**
 * `count` of the items, in their own order. An item of weight 2 is as likely as two of weight 1. Source: P. Efraimidis
 * and P. Spirakis, Weighted random sampling with a reservoir, 2006.
 */
export function pick<T>(
  items: readonly T[],
  count: number,
  random: () => number,
  weightOf: (item: T) => number = () => 1,
): T[] {
  const chosen = items
    .map((item, index) => ({ item, index, key: -Math.log(1 - random()) / weightOf(item) }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
  return chosen.toSorted((a, b) => a.index - b.index).map(({ item }) => item)
}
