import type { PassageTermsTable } from '../../db/tables/passageTerms.ts'

/** In how many passages each term occurs, in memory: the window's query asks for thousands at a time. */
export interface Frequencies {
  of(term: string): number
  add(term: string, difference: number): void
}

const initialSlots = 1 << 14
const golden = 0x9e3779b1

/**
 * An open-addressing table from a 32-bit key to a count: 8 bytes a slot, where a Map of strings takes some 80.
 * Bigrams of the basic plane have keys of their own; words and rare characters share by a 32-bit hash (FNV-1a),
 * where one in some ten thousand terms borrows another's count.
 */
export function createFrequencies(): Frequencies {
  let keys = new Int32Array(initialSlots)
  let counts = new Int32Array(initialSlots)
  let used = 0

  function slotOf(key: number): number {
    const mask = keys.length - 1
    let slot = (Math.imul(key, golden) >>> 8) & mask
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  function grow(): void {
    const [oldKeys, oldCounts] = [keys, counts]
    keys = new Int32Array(oldKeys.length * 2)
    counts = new Int32Array(oldKeys.length * 2)
    for (const [at, key] of oldKeys.entries()) {
      if (key === 0) continue
      const slot = slotOf(key)
      keys[slot] = key
      counts[slot] = oldCounts[at] ?? 0
    }
  }

  return {
    of: (term) => counts[slotOf(keyOf(term))] ?? 0,
    add(term, difference) {
      const key = keyOf(term)
      const slot = slotOf(key)
      if (keys[slot] === 0) {
        keys[slot] = key
        used++
      }
      counts[slot] = (counts[slot] ?? 0) + difference
      if (used > keys.length * 0.6) grow()
    },
  }
}

/** Zero marks an empty slot, so no term has the key zero. */
function keyOf(term: string): number {
  if (term.length <= 2) return (term.charCodeAt(0) << 16) | (term.length === 2 ? term.charCodeAt(1) : 1)
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash === 0 ? 1 : hash
}

const termsPerSlice = 4000

/**
 * Reads the frequencies of a whole index slice by slice (about 4 ms each), letting the event loop run between
 * them. `isCurrent` is asked after each slice; undefined when it denies.
 */
export async function readFrequencies(
  terms: PassageTermsTable,
  isCurrent: () => boolean,
): Promise<Frequencies | undefined> {
  const frequencies = createFrequencies()
  let last = ''
  while (isCurrent()) {
    const slice = terms.vocabulary(last, termsPerSlice)
    for (const [term, passages] of slice) frequencies.add(term, passages)
    const end = slice.at(-1)
    if (!end || slice.length < termsPerSlice) return frequencies
    last = end[0]
    await new Promise(setImmediate)
  }
  return undefined
}
