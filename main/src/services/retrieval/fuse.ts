/** Ranks below this count for nothing. */
const fusedDepth = 100
/** Damps the difference between the first ranks. */
const rankConstant = 20
const judgedVectors = 20
const judgedWords = 50
/** Weight of a rank by vectors that agree with the words in everything. */
const vectorWeight = 0.8

/**
 * Fusion of a ranking by words and one by vectors by reciprocal ranks (Cormack, Clarke and Büttcher 2009). The better
 * of its two ranks counts for a passage, not their sum: vectors mostly repeat the words, and a sum would let that
 * displace what only the words can find. The vectors count by how far they agree with the words, so that a model
 * without the language of the book does no harm. Ids with scores, best first.
 */
export function fuse(
  byWords: readonly number[],
  byVectors: readonly number[],
): readonly (readonly [id: number, score: number])[] {
  const near = new Set(byWords.slice(0, judgedWords))
  const judged = byVectors.slice(0, judgedVectors)
  const agreement = judged.filter((id) => near.has(id)).length / Math.max(1, judged.length)
  const scores = new Map<number, number>()
  const add = (ids: readonly number[], weight: number) => {
    for (const [rank, id] of ids.slice(0, fusedDepth).entries()) {
      scores.set(id, Math.max(scores.get(id) ?? 0, weight / (rankConstant + rank + 1)))
    }
  }
  add(byWords, 1)
  // Without a single word in common the vectors are all there is.
  if (byWords.length === 0) add(byVectors, 1)
  else if (agreement > 0) add(byVectors, vectorWeight * Math.sqrt(agreement))
  return [...scores].sort((a, b) => b[1] - a[1])
}
