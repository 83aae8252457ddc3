/** Ranks below this count for nothing. */
const fusedDepth = 100
/** Damps the difference between the first ranks. */
const rankConstant = 20
const judgedVectors = 20
const judgedWords = 50

/**
 * Reciprocal-rank fusion (Cormack, Clarke and Büttcher 2009) of a ranking by words and one by vectors. The
 * vectors count by how far they agree with the words: a model that does not know the language of the book, or a
 * poor one, then does little harm, a good one counts nearly as much. Returns ids with scores, best first.
 */
export function fuse(
  byWords: readonly number[],
  byVectors: readonly number[],
): readonly (readonly [id: number, score: number])[] {
  const near = new Set(byWords.slice(0, judgedWords))
  const judged = byVectors.slice(0, judgedVectors)
  const trust = judged.filter((id) => near.has(id)).length / Math.max(1, judged.length)
  const scores = new Map<number, number>()
  const add = (ids: readonly number[], weight: number) => {
    for (const [rank, id] of ids.slice(0, fusedDepth).entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (rankConstant + rank + 1))
    }
  }
  add(byWords, 1)
  // Without a single word in common the vectors are all there is.
  if (trust > 0 || byWords.length === 0) add(byVectors, byWords.length === 0 ? 1 : trust)
  return [...scores].sort((a, b) => b[1] - a[1])
}
