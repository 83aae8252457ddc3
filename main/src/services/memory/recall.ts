import type { Episode } from '#contract/memory.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Chapters, EpisodeIndex, EpisodeQuery, RecalledEpisode } from './episodeIndex.ts'

/** Finds earlier exchanges that resemble a request by other means than their words, as vectors do. */
export interface EpisodicProvider {
  /** For the log. */
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
 * Of pairs of unrelated 500-character passages of one novel 99.9 % are below 0.17 (sample and 红楼梦); two
 * instructions for the same thing share more than a quarter of their bigrams.
 */
const lexicalMinimumSimilarity = 0.2

/**
 * The best three of the whole log. `chapters` are the documents up to and including the current one: an exchange
 * about any other document, or about a missing one, could reveal what is not yet written here. What a provider finds
 * comes before what words find; one that fails is logged, and words alone decide.
 */
export async function recall(
  index: EpisodeIndex,
  request: { readonly query: EpisodeQuery; readonly chapters: Chapters },
  by: {
    readonly provider: EpisodicProvider | undefined
    readonly signal: AbortSignal
    readonly logger: Logger
  },
): Promise<readonly RecalledEpisode[]> {
  const { query, chapters } = request
  const { provider, signal, logger } = by
  let alike: readonly RecalledEpisode[] = []
  if (provider) {
    try {
      alike = await compared(provider, index, request, signal)
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ provider: provider.name, cause: String(error) }, 'exchanges compared by their words')
    }
  }
  if (alike.length >= recalledAtMost) return alike
  const limits = { minimum: lexicalMinimumSimilarity, count: recalledAtMost }
  const byWords = await index.find(query, chapters, limits)
  const ids = new Set(alike.map(({ episode }) => episode.id))
  return [...alike, ...byWords.filter(({ episode }) => !ids.has(episode.id))].slice(0, recalledAtMost)
}

async function compared(
  provider: EpisodicProvider,
  index: EpisodeIndex,
  { query, chapters }: { readonly query: EpisodeQuery; readonly chapters: Chapters },
  signal: AbortSignal,
): Promise<readonly RecalledEpisode[]> {
  const isBefore = ({ documentId }: Episode) => documentId !== undefined && chapters.has(documentId)
  const candidates = index.all().filter(isBefore)
  if (candidates.length === 0) return []
  const similarities = await provider.compare(query, candidates, signal)
  return candidates
    .map((episode, at) => ({ episode, similarity: Math.min(1, similarities[at] ?? 0), at }))
    .filter((candidate) => candidate.similarity >= provider.minimumSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity || b.at - a.at)
    .slice(0, recalledAtMost)
    .map(({ episode, similarity }) => ({ episode, similarity }))
}
