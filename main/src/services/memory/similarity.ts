/** Longest part of a text that is compared, UTF-16 units. */
const maxComparedUnits = 2000

/**
 * What two texts are compared by: bigrams of letters and digits, folded by NFKC and case, not across
 * punctuation. A single character between marks counts as itself. Each is one number below 2^30, so that a long
 * log is indexed quickly: of 300,000 different ones about 40 pairs fall together.
 */
export function bigrams(text: string): ReadonlySet<number> {
  const folded = text.slice(0, maxComparedUnits).normalize('NFKC').toLowerCase()
  const result = new Set<number>()
  let before = 0
  let run = 0
  for (let at = 0; at < folded.length; ) {
    const point = folded.codePointAt(at) ?? 0
    at += point > 0xffff ? 2 : 1
    if (isWord(point)) {
      if (run > 0) result.add(hashOf(before, point))
      before = point
      run += 1
    } else {
      if (run === 1) result.add(hashOf(before, 0))
      run = 0
    }
  }
  if (run === 1) result.add(hashOf(before, 0))
  return result
}

const word = /[\p{L}\p{N}\p{M}]/u

function isWord(point: number): boolean {
  if (point >= 0x4e00 && point <= 0x9fff) return true
  if (point < 0x80) return (point >= 0x61 && point <= 0x7a) || (point >= 0x30 && point <= 0x39)
  return word.test(String.fromCodePoint(point))
}

/** Mixes two code points (Knuth's multiplicative hashing); 0 means none. */
const hashOf = (first: number, second: number): number =>
  (Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b)) >>> 2
