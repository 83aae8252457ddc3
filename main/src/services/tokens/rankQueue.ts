import { noMerge } from './pairTable.ts'

/** Places by rank; the places of the lowest rank come out together, from left to right. */
export interface RankQueue {
  add(rank: number, place: number): void
  /** Takes the lowest rank out, or answers `noMerge`; its places are then in `positions()` until the next call. */
  take(): number
  positions(): Int32Array
}

/** `capacity`: how many entries are expected at first. Adding is O(1) for a rank that is queued already. */
export function createRankQueue(capacity: number): RankQueue {
  // One chain of entries per queued rank; an entry's position and the next entry are neighbours.
  let entries = new Int32Array(4 * capacity + 64)
  let used = 0
  const heads: number[] = []
  const tails: number[] = []
  const counts: number[] = []
  const chains = new Map<number, number>()
  const heap: number[] = []
  let removed = new Int32Array(0)
  let lastRank = noMerge
  let lastChain = -1

  function chainOf(rank: number): number {
    if (rank === lastRank) return lastChain
    let chain = chains.get(rank)
    if (chain === undefined) {
      chain = heads.length
      chains.set(rank, chain)
      heads.push(-1)
      tails.push(-1)
      counts.push(0)
      pushHeap(heap, rank)
    }
    lastRank = rank
    lastChain = chain
    return chain
  }

  return {
    add(rank, place) {
      if (used + 2 > entries.length) {
        const larger = new Int32Array(entries.length * 2)
        larger.set(entries)
        entries = larger
      }
      const chain = chainOf(rank)
      entries[used] = place
      const tail = tails[chain] as number // chains are numbered as they are pushed
      if (tail < 0) heads[chain] = used
      else entries[tail + 1] = used
      tails[chain] = used
      counts[chain] = (counts[chain] as number) + 1
      used += 2
    },
    take() {
      const rank = popHeap(heap)
      if (rank === noMerge) return noMerge
      const chain = chains.get(rank) as number // every rank in the heap has one
      chains.delete(rank)
      lastRank = noMerge
      const count = counts[chain] as number
      removed = new Int32Array(count)
      let sorted = true
      let entry = heads[chain] as number
      for (let i = 0; i < count; i++) {
        const place = entries[entry] as number
        if (i > 0 && place < (removed[i - 1] as number)) sorted = false
        removed[i] = place
        entry = entries[entry + 1] as number
      }
      if (!sorted) removed.sort()
      return rank
    },
    positions: () => removed,
  }
}

function pushHeap(keys: number[], key: number): void {
  let at = keys.length
  keys.push(key)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = keys[parent] as number // in range, as below
    if (above <= key) break
    keys[at] = above
    at = parent
  }
  keys[at] = key
}

/** The lowest key, or `noMerge` when there is none. */
function popHeap(keys: number[]): number {
  const top = keys[0]
  const last = keys.pop()
  if (top === undefined || last === undefined) return noMerge
  if (keys.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= keys.length) break
    if (child + 1 < keys.length && (keys[child + 1] as number) < (keys[child] as number)) child++
    const below = keys[child] as number
    if (below >= last) break
    keys[at] = below
    at = child
  }
  keys[at] = last
  return top
}
