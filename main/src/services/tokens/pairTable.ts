/**
 * Which two neighbouring tokens merge, and in which order. Open addressing with linear probing over two words
 * per slot: the first holds the left id and the low 14 bits of the right one, the second the high bits of the
 * right id and the rank + 1 (0 marks an empty slot). The rank of a merge is the id of the token that it makes.
 */
export interface PairTable {
  /** 2 words per slot; the number of slots is a power of two. */
  readonly slots: Int32Array
  /** Token id of each single byte. */
  readonly byteIds: Int32Array
}

/** Ids must stay below this to fit a slot. */
export const maxTokenIds = 1 << 18

/** Not a token id; greater than every id, so that it never wins a search for the lowest rank. */
export const noMerge = 0x7fffffff

const lowBits = 14
const lowMask = (1 << lowBits) - 1
const rankBits = 19
const rankMask = (1 << rankBits) - 1

/** Empty slots for `pairs` merges, at most 40 % full, which keeps a miss at two probes. */
export function createSlots(pairs: number): Int32Array {
  const slotBits = Math.max(4, Math.ceil(Math.log2(Math.max(1, pairs) * 2.5)))
  return new Int32Array(2 << slotBits)
}

/** Rank of the merge of `left` and `right`, or `noMerge`. */
export function findMerge(slots: Int32Array, left: number, right: number): number {
  const first = (left << lowBits) | (right & lowMask)
  const high = right >>> lowBits
  const mask = slots.length - 1
  let at = slotOf(left, right, slots.length)
  for (;;) {
    const second = slots[at + 1] as number // in range: `at` is masked
    if (second === 0) return noMerge
    if (slots[at] === first && second >>> rankBits === high) return (second & rankMask) - 1
    at = (at + 2) & mask
  }
}

/** Adds a merge; the pair must not be in the table yet. */
export function addMerge(slots: Int32Array, left: number, right: number, rank: number): void {
  const mask = slots.length - 1
  let at = slotOf(left, right, slots.length)
  while (slots[at + 1] !== 0) at = (at + 2) & mask
  slots[at] = (left << lowBits) | (right & lowMask)
  slots[at + 1] = ((right >>> lowBits) << rankBits) | (rank + 1)
}

/** The two parts of each token by its id; −1 for a token that no merge makes. */
export function mergesOf(slots: Int32Array): { readonly lefts: Int32Array; readonly rights: Int32Array } {
  const lefts = new Int32Array(maxTokenIds).fill(-1)
  const rights = new Int32Array(maxTokenIds).fill(-1)
  for (let at = 0; at < slots.length; at += 2) {
    const first = slots[at] as number // in range, as the next one is
    const second = slots[at + 1] as number
    if (second === 0) continue
    const rank = (second & rankMask) - 1
    lefts[rank] = first >>> lowBits
    rights[rank] = ((second >>> rankBits) << lowBits) | (first & lowMask)
  }
  return { lefts, rights }
}

// Fibonacci hashing; the top bits are the well-mixed ones, the lowest is cleared for two words per slot.
function slotOf(left: number, right: number, tableLength: number): number {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> Math.clz32(tableLength - 1)) & ~1
}
