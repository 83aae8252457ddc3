const bits = 22

/** How often characters and pairs of them occur in a book; chapters go in and out of it. */
export interface PairCounts {
  /** Adds a text, or takes it out again (`times` −1). */
  add(text: string, times: 1 | -1): void
  /** The smallest pointwise mutual information between two neighbours in a word, in bits: low where a word ends inside it. */
  cohesion(word: string): number
}

/** Counts in 16 MB whatever the size of the book; two pairs seldom have a place in common, and count too much then. */
export function createPairCounts(): PairCounts {
  const units = new Uint32Array(0x10000)
  const pairs = new Uint32Array(1 << bits)
  let all = 0
  const slotOf = (left: number, right: number) => Math.imul((left << 16) | right, 0x9e3779b1) >>> (32 - bits)
  return {
    add(text, times) {
      let left = 0
      for (let at = 0; at < text.length; at += 1) {
        const right = text.charCodeAt(at)
        units[right] = (units[right] ?? 0) + times
        const slot = slotOf(left, right)
        pairs[slot] = (pairs[slot] ?? 0) + times
        left = right
      }
      all += times * text.length
    },
    cohesion(word) {
      let least = Number.POSITIVE_INFINITY
      for (let at = 0; at + 1 < word.length; at += 1) {
        const left = word.charCodeAt(at)
        const right = word.charCodeAt(at + 1)
        const together = pairs[slotOf(left, right)] ?? 0
        const expected = ((units[left] ?? 0) * (units[right] ?? 0)) / Math.max(1, all)
        least = Math.min(least, Math.log2(together / Math.max(expected, 1e-9)))
      }
      return least
    },
  }
}
