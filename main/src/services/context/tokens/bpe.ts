import { createHeapMerger } from './heapMerge.ts'
import { findMerge, noMerge, type PairTable } from './pairTable.ts'

export interface BytePairEncoder {
  /** Number of tokens of `text`. */
  count(text: string): number
  /** Token ids of `text`; special tokens such as `<|endoftext|>` are encoded as ordinary text. */
  encode(text: string): number[]
}

/** Above this many bytes a heap beats scanning for the lowest rank. */
const scanLimitBytes = 200

/**
 * Byte-pair encoder with the ids of js-tiktoken, in O(n log n) for any text.
 *
 * Every token is reached by exactly one last merge (see `rankTable.ts`), so the table holds one pair per
 * token and the merged id is the merge's rank. Lone surrogates count as U+FFFD, as TextEncoder writes them.
 */
export function createBytePairEncoder(table: PairTable, pattern: string): BytePairEncoder {
  const { byteIds, slots } = table
  const bytePairs = mergesOfBytePairs(table)
  const matcher = new RegExp(pattern, 'gu')
  const mergeWithHeap = createHeapMerger(slots)
  const ids = new Int32Array(scanLimitBytes)
  const ranks = new Int32Array(scanLimitBytes)
  let bytes = new Uint8Array(1024)

  function mergeByScan(length: number): number {
    let parts = length
    for (let i = 0; i < parts; i++) {
      const byte = bytes[i] as number // in range: i < length ≤ bytes.length, as below
      ids[i] = byteIds[byte] as number
      ranks[i] = i + 1 < parts ? (bytePairs[(byte << 8) | (bytes[i + 1] as number)] as number) : noMerge
    }
    for (;;) {
      let best = noMerge
      let at = 0
      for (let i = 0; i < parts; i++) {
        const rank = ranks[i] as number
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

  function mergePiece(text: string, from: number, to: number, output: number[] | undefined): number {
    const maxBytes = (to - from) * 3
    if (maxBytes > bytes.length) bytes = new Uint8Array(Math.max(maxBytes, bytes.length * 2))
    const length = writeUtf8(text, from, to, bytes)
    if (length > scanLimitBytes) {
      const merged = mergeWithHeap(bytes, length, byteIds)
      if (output) for (const id of merged) output.push(id)
      return merged.length
    }
    const parts = mergeByScan(length)
    if (output) for (let i = 0; i < parts; i++) output.push(ids[i] as number)
    return parts
  }

  function run(text: string, output?: number[]): number {
    let total = 0
    let from = 0
    matcher.lastIndex = 0
    // `test` moves `lastIndex` without building a match; the patterns match every character, so pieces touch.
    while (from < text.length && matcher.test(text)) {
      total += mergePiece(text, from, matcher.lastIndex, output)
      from = matcher.lastIndex
    }
    if (bytes.length > 1 << 16) bytes = new Uint8Array(1024)
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

function mergesOfBytePairs({ byteIds, slots }: PairTable): Int32Array {
  const merges = new Int32Array(65_536)
  for (let pair = 0; pair < merges.length; pair++) {
    merges[pair] = findMerge(slots, byteIds[pair >>> 8] as number, byteIds[pair & 255] as number)
  }
  return merges
}

/** Writes `text[from, to)` as UTF-8, lone surrogates as U+FFFD; returns the number of bytes. */
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
