import { mergesOf, type PairTable } from './pairTable.ts'

/**
 * End of the stretch of `text[from, to)` that starts at `from` (UTF-16 offsets): the first place between two Han
 * characters that no token crosses, or `to`. What lies on either side merges as if it stood alone.
 */
export type StretchFinder = (text: string, from: number, to: number) => number

const firstHan = 0x4e00
const lastHan = 0x9fff
/** First bytes of Han characters in UTF-8, of which each has three. */
const [firstLead, lastLead] = [0xe4, 0xe9]
/** Some 4,000 pairs of characters are joined in the largest vocabulary, so that one in 16 others shares a bit. */
const bits = 16

/**
 * A token comes to cross a place by a merge of two tokens that meet there, and all merges are in the table: the pairs
 * of characters between which two meet. Some tokens have a part of a character only; what they meet is not split.
 */
export function createStretchFinder(table: PairTable): StretchFinder {
  const joined = new Uint8Array(1 << bits)
  const joinedBefore = new Uint8Array(lastHan + 1)
  const joinedBehind = new Uint8Array(lastHan + 1)
  let all = false
  eachMeeting(table, (left, right) => {
    if (left >= 0 && right >= 0) joined[slotOf(left, right)] = 1
    else if (right >= 0) joinedBefore[right] = 1
    else if (left >= 0) joinedBehind[left] = 1
    else all = true
  })

  return (text, from, to) => {
    if (all) return to
    let left = text.charCodeAt(from)
    for (let at = from + 1; at < to; at++) {
      const right = text.charCodeAt(at)
      if (
        isHan(left) &&
        isHan(right) &&
        joined[slotOf(left, right)] === 0 &&
        joinedBefore[right] === 0 &&
        joinedBehind[left] === 0
      )
        return at
      left = right
    }
    return to
  }
}

/** True for characters between which a stretch can end. */
export const isHan = (unit: number): boolean => unit >= firstHan && unit <= lastHan

const slotOf = (left: number, right: number) =>
  Math.imul(Math.imul(left, 0x9e3779b1) ^ right, 0x85ebca6b) >>> (32 - bits)

/**
 * Visits where two tokens meet between Han characters: the characters on both sides, below 0 where a token has a part
 * of one only.
 */
function eachMeeting({ slots, byteIds }: PairTable, visit: (left: number, right: number) => void): void {
  const { lefts, rights } = mergesOf(slots)
  /** Of each token its first three bytes, its last three, and its length as far as three. */
  const heads = new Int32Array(lefts.length)
  const tails = new Int32Array(lefts.length)
  const lengths = new Uint8Array(lefts.length)
  for (const [byte, id] of byteIds.entries()) {
    heads[id] = byte
    tails[id] = byte
    lengths[id] = 1
  }
  // A token is younger than its parts.
  for (let id = 0; id < lefts.length; id++) {
    const left = lefts[id] as number // of each id, as all below
    if (left < 0) continue
    const right = rights[id] as number
    const tail = tails[left] as number
    const head = heads[right] as number
    const leftLength = lengths[left] as number
    const rightLength = lengths[right] as number
    const more = Math.min(rightLength, 3 - leftLength)
    lengths[id] = leftLength + more
    heads[id] = ((heads[left] as number) << (8 * more)) | (head >>> (8 * (rightLength - more)))
    tails[id] = ((tail << (8 * rightLength)) | (tails[right] as number)) & 0xffffff
    if (!isLead(head >>> (8 * (rightLength - 1))) || !isContinuation(tail & 255)) continue
    if (leftLength === 3 && !isLead(tail >>> 16)) continue
    visit(leftLength === 3 ? characterOf(tail) : -1, rightLength === 3 ? characterOf(head) : -1)
  }
}

const isLead = (byte: number) => byte >= firstLead && byte <= lastLead
const isContinuation = (byte: number) => (byte & 0xc0) === 0x80
const characterOf = (bytes: number) => ((bytes >>> 4) & 0xf000) | ((bytes >>> 2) & 0xfc0) | (bytes & 0x3f)
