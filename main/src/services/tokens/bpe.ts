import { createStretchFinder, isHan } from './hanJoins.ts'
import { findMerge, noMerge, type PairTable } from './pairTable.ts'
import { createPieceFinder } from './pieceFinder.ts'
import { createRankQueue } from './rankQueue.ts'

export interface BytePairEncoder {
  /** Number of tokens of `text`. */
  count(text: string): number
  /** Token ids of `text`; special tokens such as `<|endoftext|>` are encoded as ordinary text. */
  encode(text: string): number[]
}

/** Merges one piece; appends its ids to `output` when given and returns their number. */
type PieceMerger = (text: string, from: number, to: number, output?: number[]) => number

const maxRetainedBytes = 1 << 16
/** No rank. */
const unknown = -1

/** Byte-pair merges of `text[from, to)` as UTF-8, lone surrogates as U+FFFD. O(n log n) for any text. */
function createPieceMerger(table: PairTable, scanLimit?: number): PieceMerger {
  const { byteIds, slots } = table
  // Cached when they occur: computing all of them at once took longer than counting a chapter.
  const bytePairs = new Int32Array(65_536).fill(unknown)
  const merge = createMerger(table, scanLimit)
  let bytes = new Uint8Array(1024)
  let parts = createParts(1024)

  /** Rank of the merge of two bytes, `first << 8 | second`. */
  function cacheRank(pair: number): number {
    const rank = findMerge(slots, byteIds[pair >>> 8] as number, byteIds[pair & 255] as number)
    bytePairs[pair] = rank
    return rank
  }

  return (text, from, to, output) => {
    const maxBytes = (to - from) * 3
    if (maxBytes > bytes.length || bytes.length > maxRetainedBytes) {
      bytes = new Uint8Array(Math.max(maxBytes, 1024))
      parts = createParts(bytes.length)
    }
    const length = writeUtf8(text, from, to, bytes)
    const { ids, ranks } = parts
    for (let i = 0; i < length; i++) {
      const byte = bytes[i] as number // in range, as below: i < length ≤ bytes.length
      ids[i] = byteIds[byte] as number
      const pair = (byte << 8) | (bytes[i + 1] as number)
      const rank = bytePairs[pair] as number
      ranks[i] = i + 1 === length ? noMerge : rank === unknown ? cacheRank(pair) : rank
    }
    const left = merge(parts, length)
    if (output) for (let i = 0; i < left; i++) output.push(ids[i] as number)
    return left
  }
}

/**
 * Byte-pair encoder with the ids of js-tiktoken, in O(n log n) for any text.
 *
 * Every token is reached by exactly one last merge (see `rankTable.ts`), so the table holds one pair per
 * token and the merged id is the merge's rank.
 */
export function createBytePairEncoder(
  table: PairTable,
  pattern: string,
  options: { readonly scanLimit?: number } = {},
): BytePairEncoder {
  const mergePiece = createPieceMerger(table, options.scanLimit)
  const pieceEnd = createPieceFinder(pattern)
  const stretchEnd = createStretchFinder(table)
  /** Tokens of each Han character by itself, 0 until it occurs: most stretches are one. */
  const ofCharacter = new Uint8Array(0x10000)

  function countCharacter(text: string, at: number): number {
    const unit = text.charCodeAt(at)
    const before = ofCharacter[unit] as number // of each UTF-16 unit
    if (before > 0) return before
    const tokens = mergePiece(text, at, at + 1)
    ofCharacter[unit] = tokens
    return tokens
  }

  function run(text: string, output?: number[]): number {
    let total = 0
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from)
      while (from < to) {
        const end = stretchEnd(text, from, to)
        const isSingle = end - from === 1 && output === undefined && isHan(text.charCodeAt(from))
        total += isSingle ? countCharacter(text, from) : mergePiece(text, from, end, output)
        from = end
      }
    }
    return total
  }

  return {
    count: (text) => run(text),
    encode(text) {
      const output: number[] = []
      run(text, output)
      return output
    },
  }
}

/** Writes `text[from, to)` as UTF-8, lone surrogates as U+FFFD; returns the number of bytes (≤ 3 per unit). */
function writeUtf8(text: string, from: number, to: number, target: Uint8Array): number {
  let at = 0
  for (let i = from; i < to; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      target[at++] = code
      continue
    }
    if (code < 0x800) {
      target[at++] = 0xc0 | (code >>> 6)
      target[at++] = 0x80 | (code & 63)
      continue
    }
    if (code >= 0xd800 && code < 0xe000) {
      const next = i + 1 < to ? text.charCodeAt(i + 1) : 0
      if (code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (next & 0x3ff)
        i++
        target[at++] = 0xf0 | (code >>> 18)
        target[at++] = 0x80 | ((code >>> 12) & 63)
        target[at++] = 0x80 | ((code >>> 6) & 63)
        target[at++] = 0x80 | (code & 63)
        continue
      }
      code = 0xfffd
    }
    target[at++] = 0xe0 | (code >>> 12)
    target[at++] = 0x80 | ((code >>> 6) & 63)
    target[at++] = 0x80 | (code & 63)
  }
  return at
}

/** Above this many parts a heap beats scanning for the lowest rank. */
const defaultScanLimit = 200

/** Room for the parts of one piece, reused from piece to piece. */
interface Parts {
  readonly ids: Int32Array
  /** Rank of the merge of each part with the next one. */
  readonly ranks: Int32Array
}

function createParts(capacity: number): Parts {
  return { ids: new Int32Array(capacity), ranks: new Int32Array(capacity) }
}

/** Merges the first `length` parts in place, lowest rank first, and returns how many are left. */
type Merger = (parts: Parts, length: number) => number

/** `scanLimit`: the most parts that are merged by plain scan; both ways give the same ids. */
function createMerger(table: PairTable, scanLimit = defaultScanLimit): Merger {
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

/**
 * Merges the parts of one long piece in place (ids and ranks given) and returns how many are left: a linked
 * list of parts, and per rank the places where it applies, so the lowest rank, and among equals the leftmost,
 * comes first. Places outdated by a neighbour's merge are skipped when they surface.
 *
 * O(n log n), and for one character repeated O(n): a heap of ranks instead of places. A merge makes only pairs of
 * higher rank than its own, because a token is always younger than its parts.
 */
function mergeWithHeap(
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
