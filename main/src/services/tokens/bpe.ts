import { createMerger, createParts } from './merger.ts'
import { findMerge, noMerge, type PairTable } from './pairTable.ts'
import { createPieceFinder } from './pieceFinder.ts'
import { writeUtf8 } from './utf8.ts'

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
  // Learned as they are met: looking all of them up at once took longer than counting a chapter.
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

  function run(text: string, output?: number[]): number {
    let total = 0
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from)
      total += mergePiece(text, from, to, output)
      from = to
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
