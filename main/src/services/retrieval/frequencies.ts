import type { PassageTermsTable } from '../../db/tables/passageTerms.ts'

/** A passage that enters (`by` 1) or leaves (−1) the index, with its terms separated by spaces. */
export interface PassageChange {
  readonly terms: string
  readonly by: 1 | -1
}

/** In how many passages each term occurs, in memory: the window's query asks for thousands at a time. */
export interface Frequencies {
  of(term: string): number
  /** Adds what a stored index holds. */
  addStored(term: string, passages: number): void
  apply(change: PassageChange): void
}

const initialSlots = 1 << 14
const maxLoad = 0.6
const golden = 0x9e3779b1

/**
 * An open-addressing table from a 32-bit key to a count: 12 bytes a slot, where a Map of strings takes some 80.
 * Bigrams of the basic plane have keys of their own; words and rare characters share by a 32-bit hash (FNV-1a),
 * where one in some ten thousand terms borrows another's count.
 */
export function createFrequencies(): Frequencies {
  let keys = new Int32Array(initialSlots)
  let counts = new Int32Array(initialSlots)
  /** The change that last touched a slot, so that a term counts once in a passage. */
  let touched = new Int32Array(initialSlots)
  let changes = 0
  let used = 0

  function slotOf(key: number): number {
    const mask = keys.length - 1
    let slot = (Math.imul(key, golden) >>> 8) & mask
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  function grow(): void {
    const [oldKeys, oldCounts, oldTouched] = [keys, counts, touched]
    keys = new Int32Array(oldKeys.length * 2)
    counts = new Int32Array(oldKeys.length * 2)
    touched = new Int32Array(oldKeys.length * 2)
    for (const [at, key] of oldKeys.entries()) {
      if (key === 0) continue
      const slot = slotOf(key)
      keys[slot] = key
      counts[slot] = oldCounts[at] ?? 0
      touched[slot] = oldTouched[at] ?? 0
    }
  }

  function claim(term: string): number {
    const key = keyOf(term)
    const slot = slotOf(key)
    if (keys[slot] === key) return slot
    if (++used > keys.length * maxLoad) grow()
    const free = slotOf(key)
    keys[free] = key
    return free
  }

  return {
    of: (term) => counts[slotOf(keyOf(term))] ?? 0,
    addStored(term, passages) {
      const slot = claim(term)
      counts[slot] = (counts[slot] ?? 0) + passages
    },
    apply({ terms, by }) {
      changes++
      for (const term of terms.split(' ')) {
        const slot = claim(term)
        if (touched[slot] === changes) continue
        touched[slot] = changes
        counts[slot] = (counts[slot] ?? 0) + by
      }
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
    for (const [term, passages] of slice) frequencies.addStored(term, passages)
    const end = slice.at(-1)
    if (!end || slice.length < termsPerSlice) return frequencies
    last = end[0]
    await new Promise(setImmediate)
  }
  return undefined
}
