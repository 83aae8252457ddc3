import { mergeWithHeap } from './heapMerge.ts'
import { findMerge, noMerge, type PairTable } from './pairTable.ts'

/** Above this many parts a heap beats scanning for the lowest rank. */
const defaultScanLimit = 200

/** Room for the parts of one piece, reused from piece to piece. */
export interface Parts {
  readonly ids: Int32Array
  /** Rank of the merge of each part with the next one. */
  readonly ranks: Int32Array
}

export function createParts(capacity: number): Parts {
  return { ids: new Int32Array(capacity), ranks: new Int32Array(capacity) }
}

/** Merges the first `length` parts in place, lowest rank first, and returns how many are left. */
export type Merger = (parts: Parts, length: number) => number

/** `scanLimit`: the most parts that are merged by plain scan; both ways give the same ids. */
export function createMerger(table: PairTable, scanLimit = defaultScanLimit): Merger {
  const { slots } = table

  function mergeByScan({ ids, ranks }: Parts, length: number): number {
    let parts = length
    for (;;) {
      let best = noMerge
      let at = 0
      for (let i = 0; i < parts; i++) {
        const rank = ranks[i] as number // in range, as every index here: i < parts
        if (rank < best) {
          best = rank
          at = i
        }
      }
      if (best === noMerge) return parts
      parts--
      for (let i = at + 1; i < parts; i++) {
        ids[i] = ids[i + 1] as number
        ranks[i] = ranks[i + 1] as number
      }
      ids[at] = best
      ranks[at] = at + 1 < parts ? findMerge(slots, best, ids[at + 1] as number) : noMerge
      if (at > 0) ranks[at - 1] = findMerge(slots, ids[at - 1] as number, best)
    }
  }

  return (parts, length) =>
    length > scanLimit ? mergeWithHeap(table, parts, length) : mergeByScan(parts, length)
}
