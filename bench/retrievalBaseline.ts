import { fold, pairsOf, runsOf } from '../main/src/services/retrieval/terms.ts'

/** Ranks texts for a query; returns indexes, best first. */
export type Ranking = (query: string) => number[]

/** Words, characters and bigrams of a text with their counts. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const { kind, text: run } of runsOf(fold(text))) {
    if (kind === 'word') add(run)
    else {
      for (const character of run) add(character)
      for (const pair of pairsOf(run)) add(pair)
    }
  }
  return counts
}

/** Plain BM25 over characters and bigrams (k1 1.2, b 0.75): what the ranking has to beat. */
export function createBaseline(texts: readonly string[]): Ranking {
  const documents = texts.map((text) => {
    const counts = countTerms(text)
    return { counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) }
  })
  const frequencies = frequenciesOf(documents.map(({ counts }) => counts))
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  return (query) => {
    const terms = [...countTerms(query).keys()].map((term) => ({
      term,
      weight: rarity(texts.length, frequencies.get(term) ?? 0),
    }))
    const scores = documents.map(({ counts, length }) =>
      terms.reduce((sum, { term, weight }) => {
        const times = counts.get(term) ?? 0
        return sum + (weight * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / mean))
      }, 0),
    )
    return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  }
}

/** In how many of the texts each term occurs. */
export function frequenciesOf(counted: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const frequencies = new Map<string, number>()
  for (const counts of counted) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  return frequencies
}

export function rarity(total: number, frequency: number): number {
  return Math.max(1e-6, Math.log((total - frequency + 0.5) / (frequency + 0.5)))
}
