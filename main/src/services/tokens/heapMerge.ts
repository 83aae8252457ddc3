import { findMerge, noMerge, type PairTable } from './pairTable.ts'
import { createRankQueue } from './rankQueue.ts'

/**
 * Merges the parts of one long piece in place (ids and ranks given) and returns how many are left: a linked
 * list of parts, and per rank the places where it applies, so the lowest rank, and among equals the leftmost,
 * comes first. Places outdated by a neighbour's merge are skipped when they surface.
 *
 * O(n log n), and for one character repeated O(n): a heap of ranks instead of places. A merge makes only pairs of
 * higher rank than its own, because a token is always younger than its parts.
 */
export function mergeWithHeap(
  { slots }: PairTable,
  { ids, ranks }: { readonly ids: Int32Array; readonly ranks: Int32Array },
  length: number,
): number {
  const next = new Int32Array(length)
  const previous = new Int32Array(length)
  const queue = createRankQueue(length)

  for (let i = 0; i < length; i++) {
    next[i] = i + 1
    previous[i] = i - 1
    const rank = ranks[i] as number // in range, as every index below: parts are < length
    if (rank !== noMerge) queue.add(rank, i)
  }
  const rate = (part: number, right: number): void => {
    const rank = findMerge(slots, ids[part] as number, ids[right] as number)
    ranks[part] = rank
    if (rank !== noMerge) queue.add(rank, part)
  }

  for (let rank = queue.take(); rank !== noMerge; rank = queue.take()) {
    for (const part of queue.positions()) {
      if (ranks[part] !== rank) continue
      const merged = next[part] as number
      const right = next[merged] as number
      ids[part] = rank
      next[part] = right
      ranks[merged] = noMerge
      ranks[part] = noMerge
      if (right < length) {
        previous[right] = part
        rate(part, right)
      }
      const left = previous[part] as number
      if (left >= 0) rate(left, part)
    }
  }

  let parts = 0
  for (let part = 0; part < length; part = next[part] as number) ids[parts++] = ids[part] as number
  return parts
}
