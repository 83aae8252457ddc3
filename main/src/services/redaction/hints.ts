import type { Pattern } from './patterns.ts'

/** A string is looked up by its first units (UTF-16). */
const headUnits = 3
const headMask = 0x7fff

/**
 * Which of some patterns a text may have something for, as places in their list, in order: those with a hint in the text.
 * Built once; a text is read once for all hints, except for those too short to be looked up. Linear.
 */
export function hintFinder(patterns: readonly Pattern[]): (text: string) => number[] {
  const short: { readonly hints: readonly string[]; readonly pattern: number }[] = []
  /** By the hash of a head: a bucket, 0 for none. */
  const bucketOf = new Uint16Array(headMask + 1)
  const buckets: { readonly hint: string; readonly pattern: number }[][] = [[]]
  for (const [pattern, { hints = [''] }] of patterns.entries()) {
    if (hints.some(({ length }) => length < headUnits)) short.push({ hints, pattern })
    else for (const hint of hints) bucketFor(hashOf(hint)).push({ hint, pattern })
  }
  return (text) => {
    const present = new Uint8Array(patterns.length)
    for (const { hints, pattern } of short)
      if (hints.some((hint) => text.includes(hint))) present[pattern] = 1
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << 5) ^ text.charCodeAt(at)) & headMask
      const bucket = bucketOf[hash] ?? 0
      if (bucket === 0) continue
      for (const { hint, pattern } of buckets[bucket] ?? [])
        if (present[pattern] === 0 && text.startsWith(hint, at - headUnits + 1)) present[pattern] = 1
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
