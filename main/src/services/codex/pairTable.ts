/** Values by two UTF-16 units; a Map with such keys would box every one of them. */
export interface PairTable<Value> {
  get(first: number, second: number): Value | undefined
}

/** An open-addressing table, at most a quarter full; `entries` are given by strings of two units, each once. */
export function createPairTable<Value>(entries: readonly (readonly [string, Value])[]): PairTable<Value> {
  const bits = Math.max(4, Math.ceil(Math.log2(entries.length * 4 + 1)))
  const mask = 2 ** bits - 1
  const keys = new Int32Array(mask + 1)
  /** Place among the values, from 1; 0 is free. */
  const positions = new Int32Array(mask + 1)
  const values = entries.map(([, value]) => value)

  function slotOf(key: number): number {
    let slot = Math.imul(key, goldenRatio) >>> (32 - bits)
    while (positions[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  for (const [index, [pair]] of entries.entries()) {
    const key = (pair.charCodeAt(0) << 16) | pair.charCodeAt(1)
    const slot = slotOf(key)
    keys[slot] = key
    positions[slot] = index + 1
  }
  return {
    get(first, second) {
      const place = positions[slotOf((first << 16) | second)] ?? 0
      return place === 0 ? undefined : values[place - 1]
    },
  }
}

/** Knuth's multiplicative hashing: neighbouring keys, which Chinese names have, end far apart. */
const goldenRatio = 0x9e3779b1
