const shingleUnits = 6
const base = 0x01000193
/** base ** shingleUnits modulo 2^32: the weight a unit has when it leaves the stretch. */
const outgoing = Array.from({ length: shingleUnits }).reduce<number>((power) => Math.imul(power, base), 1)
const sameShare = 0.7

/**
 * Finds near-duplicates in a ranked list: for each text whether most of it stands in one text in front of it.
 * Compares sampled shingles (Broder 1997), linear in the total length however long the list.
 */
export function nearDuplicates(texts: readonly string[]): boolean[] {
  const owners = new Map<number, number>()
  return texts.map((text, at) => {
    const shingles = shinglesOf(text)
    const shared = new Map<number, number>()
    let most = 0
    for (const shingle of shingles) {
      const owner = owners.get(shingle)
      if (owner === undefined) continue
      const count = (shared.get(owner) ?? 0) + 1
      shared.set(owner, count)
      most = Math.max(most, count)
    }
    if (shingles.length > 0 && most >= shingles.length * sameShare) return true
    for (const shingle of shingles) if (!owners.has(shingle)) owners.set(shingle, at)
    return false
  })
}

/** Rolling hashes of all stretches of `shingleUnits` units; of them one in four, the same ones in every text. */
function shinglesOf(text: string): number[] {
  const dense = text.replace(/\s+/g, '')
  const found: number[] = []
  let hash = 0
  for (let at = 0; at < dense.length; at++) {
    hash = (Math.imul(hash, base) + dense.charCodeAt(at)) | 0
    if (at >= shingleUnits) hash = (hash - Math.imul(outgoing, dense.charCodeAt(at - shingleUnits))) | 0
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    if (at >= shingleUnits - 1 && mixed >>> 30 === 0) found.push(hash)
  }
  return found
}
