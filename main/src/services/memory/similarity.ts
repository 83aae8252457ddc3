/** Longest part of a text that is compared, UTF-16 units. */
const maxComparedUnits = 2000

/**
 * What two texts are compared by: bigrams of letters and digits, folded by NFKC and case, not across
 * punctuation. A single character between marks counts as itself.
 */
export function bigrams(text: string): ReadonlySet<string> {
  const folded = text.slice(0, maxComparedUnits).normalize('NFKC').toLowerCase()
  const found = new Set<string>()
  for (const [run] of folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const characters = Array.from(run)
    if (characters.length === 1) found.add(run)
    for (let at = 1; at < characters.length; at++) found.add(`${characters[at - 1]}${characters[at]}`)
  }
  return found
}

/** Cosine of two sets (Otsuka–Ochiai): 1 for equal ones, 0 for nothing in common or an empty one. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let common = 0
  for (const term of small) if (large.has(term)) common++
  return common / Math.sqrt(a.size * b.size)
}
