import type { Pattern } from './patterns.ts'

/** A string is looked up by its first units (UTF-16). */
const headUnits = 3
const headMask = 0x7fff

interface Hint {
  readonly hint: string
  /** Its place in the list. */
  readonly pattern: number
}

/**
 * Which of some patterns a text may have something for, as places in their list, in order: those with a hint in the text.
 * Built once; a text is read once for all hints, except for those too short to be looked up. Linear.
 */
export function hintFinder(patterns: readonly Pattern[]): (text: string) => number[] {
  const short: Hint[] = []
  /** By the hash of a head: a bucket, 0 for none. */
  const bucketOf = new Uint16Array(headMask + 1)
  const buckets: Hint[][] = [[]]
  for (const [pattern, { hints = [''] }] of patterns.entries())
    for (const hint of hints)
      if (hint.length < headUnits) short.push({ hint, pattern })
      else bucketFor(hashOf(hint)).push({ hint, pattern })
  return (text) => {
    const present = new Uint8Array(patterns.length)
    for (const { hint, pattern } of short)
      if (present[pattern] === 0 && text.includes(hint)) present[pattern] = 1
    /** Nothing more is to be learnt from these. */
    const finished = new Uint8Array(buckets.length)
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << 5) ^ text.charCodeAt(at)) & headMask
      const bucket = bucketOf[hash] ?? 0
      if (bucket === 0 || finished[bucket] === 1) continue
      finished[bucket] = Number(markHinted(text, at - headUnits + 1, buckets[bucket] ?? [], present))
    }
    const places: number[] = []
    for (let pattern = 0; pattern < present.length; pattern++)
      if (present[pattern] === 1) places.push(pattern)
    return places
  }

  function bucketFor(hash: number) {
    const bucket = bucketOf[hash] || buckets.push([]) - 1
    bucketOf[hash] = bucket
    return buckets[bucket] as (typeof buckets)[number]
  }
}

function hashOf(hint: string): number {
  let hash = 0
  for (let at = 0; at < headUnits; at++) hash = ((hash << 5) ^ hint.charCodeAt(at)) & headMask
  return hash
}

/** Marks the patterns whose hint begins at an offset; true when all of them are marked now. */
function markHinted(text: string, at: number, hints: readonly Hint[], present: Uint8Array): boolean {
  let left = 0
  for (const { hint, pattern } of hints) {
    if (present[pattern] === 1) continue
    if (text.startsWith(hint, at)) present[pattern] = 1
    else left += 1
  }
  return left === 0
}
