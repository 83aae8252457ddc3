import { findMerge, type MergeTable, noMerge } from './pairTable.ts'

/** Splits a heap key into rank and position; both together stay below 2^50, exact in a double. */
const keyBase = 2 ** 31

/**
 * Merges the parts of one long piece in place (ids and ranks given) and returns how many are left: a linked list of parts and a
 * binary heap of `rank · 2^31 + position`, so the lowest rank, and among equals the leftmost, comes first.
 * Entries outdated by a neighbour's merge are skipped when they surface. O(n log n).
 */
export function mergeWithHeap(
  { slots, merged }: MergeTable,
  { ids, ranks }: { readonly ids: Int32Array; readonly ranks: Int32Array },
  length: number,
): number {
  const next = new Int32Array(length)
  const previous = new Int32Array(length)
  const heap = createHeap(length)

  for (let i = 0; i < length; i++) {
    next[i] = i + 1
    previous[i] = i - 1
    const rank = ranks[i] as number // in range, as every index below: parts are < length
    if (rank !== noMerge) heap.push(rank * keyBase + i)
  }
  const rate = (part: number, right: number): void => {
    const rank = findMerge(slots, ids[part] as number, ids[right] as number)
    ranks[part] = rank
    if (rank !== noMerge) heap.push(rank * keyBase + part)
  }

  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const rank = Math.floor(key / keyBase)
    const part = key - rank * keyBase
    if (ranks[part] !== rank) continue
    const gone = next[part] as number
    const right = next[gone] as number
    ids[part] = merged === undefined ? rank : (merged[rank] as number)
    next[part] = right
    ranks[gone] = noMerge
    ranks[part] = noMerge
    if (right < length) {
      previous[right] = part
      rate(part, right)
    }
    const left = previous[part] as number
    if (left >= 0) rate(left, part)
  }

  let parts = 0
  for (let part = 0; part < length; part = next[part] as number) ids[parts++] = ids[part] as number
  return parts
}

/** Binary min-heap of doubles; `pop` answers −1 when it is empty. Each merge adds at most one net entry. */
function createHeap(parts: number) {
  const keys = new Float64Array(2 * parts + 2)
  let size = 0
  return {
    push(key: number): void {
      let at = size++
      while (at > 0) {
        const parent = (at - 1) >> 1
        const above = keys[parent] as number
        if (above <= key) break
        keys[at] = above
        at = parent
      }
      keys[at] = key
    },
    pop(): number {
      if (size === 0) return -1
      const top = keys[0] as number
      const last = keys[--size] as number
      let at = 0
      for (;;) {
        let child = 2 * at + 1
        if (child >= size) break
        if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++
        const below = keys[child] as number
        if (below >= last) break
        keys[at] = below
        at = child
      }
      keys[at] = last
      return top
    },
  }
}
