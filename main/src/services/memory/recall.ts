import type { Episode } from '#contract/memory.ts'
import { bigrams, similarity } from './similarity.ts'

export interface EpisodeQuery {
  /** What the author asks for this time; may be empty. */
  readonly instruction: string
  /** The selection, else the text in front of the cursor. */
  readonly text: string
}

export interface RecalledEpisode {
  readonly episode: Episode
  /** [0,1]. */
  readonly similarity: number
}

/** Finds earlier exchanges that resemble a request. Vectors can take the place of the lexical one. */
export interface EpisodicProvider {
  readonly name: string
  /** Below this nothing is recalled; 0.7 for vectors. */
  readonly minimumSimilarity: number
  /** One similarity per candidate, in their order. */
  compare(
    query: EpisodeQuery,
    candidates: readonly Episode[],
    signal: AbortSignal,
  ): Promise<readonly number[]>
}

const recalledAtMost = 3
/**
 * Of pairs of unrelated 500-character pieces of one novel 99.9 % stay below 0.17 (sample and 红楼梦); two
 * instructions that ask for the same thing share more than a quarter of their bigrams.
 */
const lexicalMinimumSimilarity = 0.2

/** The better of the likeness of the two instructions and of the two texts, by bigrams. */
export function createLexicalProvider(): EpisodicProvider {
  const known = new WeakMap<Episode, { instruction: ReadonlySet<string>; text: ReadonlySet<string> }>()
  const termsOf = (episode: Episode) => {
    const terms = known.get(episode) ?? {
      instruction: bigrams(episode.instruction),
      text: bigrams(episode.excerpt),
    }
    known.set(episode, terms)
    return terms
  }
  return {
    name: 'lexical',
    minimumSimilarity: lexicalMinimumSimilarity,
    async compare(query, candidates, signal) {
      const wanted = { instruction: bigrams(query.instruction), text: bigrams(query.text) }
      return candidates.map((episode) => {
        signal.throwIfAborted()
        const terms = termsOf(episode)
        return Math.max(
          similarity(wanted.instruction, terms.instruction),
          similarity(wanted.text, terms.text),
        )
      })
    },
  }
}

/**
 * The best three. `chapters` are the documents up to and including the current one: an exchange about any other
 * document, or about none that is known, could tell what is not yet written here.
 */
export async function recall(
  provider: EpisodicProvider,
  episodes: readonly Episode[],
  request: { readonly query: EpisodeQuery; readonly chapters: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<RecalledEpisode[]> {
  const candidates = episodes.filter(
    ({ documentId }) => documentId !== undefined && request.chapters.has(documentId),
  )
  if (candidates.length === 0) return []
  const similarities = await provider.compare(request.query, candidates, signal)
  return candidates
    .map((episode, at) => ({ episode, similarity: Math.min(1, similarities[at] ?? 0), at }))
    .filter((one) => one.similarity >= provider.minimumSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity || b.at - a.at)
    .slice(0, recalledAtMost)
    .map(({ episode, similarity: value }) => ({ episode, similarity: value }))
}
