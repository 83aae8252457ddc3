import { LRUCache } from 'lru-cache'
import type { Episode } from '#contract/memory.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { EpisodeQuery } from './episodeIndex.ts'
import type { EpisodicProvider } from './recall.ts'

/** A service that turns texts into vectors; those of two with one `id` are comparable. */
export interface EpisodeEmbedding {
  /** Changes with the model and its dimensions. */
  readonly id: string
  /** One vector per text, all with as many dimensions and of length one. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

interface EmbeddedEpisode {
  readonly text: string
  readonly vector: Float32Array
}

/** The newest exchanges have vectors, in memory: some 16 MB at 1,024 dimensions. */
const maxVectors = 4096
const textsPerRequest = 32
/** For the vector of the request itself: an assembly waits 500 ms for all of memory. */
const queryLimitMs = 300
const batchLimitMs = 20_000
/** After a failure words alone decide for so long. */
const pauseMs = 30_000
const minimumSimilarity = 0.7

/**
 * Compares exchanges by the vectors of a service. The first request for an exchange has its vector made in the
 * background, and words decide until it is there; nothing waits for more than the vector of the request.
 */
export function createVectorEpisodes({
  clock,
  logger,
}: {
  readonly clock: Clock
  readonly logger: Logger
}): (embedding: EpisodeEmbedding | undefined) => EpisodicProvider | undefined {
  const vectors = new LRUCache<string, EmbeddedEpisode>({ max: maxVectors })
  let pausedUntil = Number.NEGATIVE_INFINITY
  let filling = false

  function vectorOf({ id }: EpisodeEmbedding, episode: Episode): Float32Array | undefined {
    const embedded = vectors.get(`${id}\0${episode.id}`)
    return embedded?.text === textOf(episode) ? embedded.vector : undefined
  }

  /** Never rejects: what has no vector yet is compared by its words. */
  async function fill(embedding: EpisodeEmbedding, missing: readonly Episode[]): Promise<void> {
    if (filling || missing.length === 0) return
    filling = true
    try {
      for (let from = 0; from < missing.length; from += textsPerRequest) {
        const part = missing.slice(from, from + textsPerRequest)
        const answered = await embedding.embed(part.map(textOf), AbortSignal.timeout(batchLimitMs))
        for (const [at, episode] of part.entries()) {
          const vector = answered[at]
          if (vector) vectors.set(`${embedding.id}\0${episode.id}`, { text: textOf(episode), vector })
        }
      }
    } catch (error) {
      pausedUntil = clock.monotonic() + pauseMs
      logger.warn({ cause: String(error) }, 'exchanges could not be embedded')
    } finally {
      filling = false
    }
  }

  return (embedding) => {
    if (!embedding || clock.monotonic() < pausedUntil) return undefined
    return {
      name: embedding.id,
      minimumSimilarity,
      async compare(query, candidates, signal) {
        const newest = candidates.slice(-maxVectors).toReversed()
        void fill(
          embedding,
          newest.filter((episode) => vectorOf(embedding, episode) === undefined),
        )
        try {
          const limit = AbortSignal.any([signal, AbortSignal.timeout(queryLimitMs)])
          const [asked] = await embedding.embed([queryText(query)], limit)
          return candidates.map((episode) => {
            const vector = vectorOf(embedding, episode)
            return asked && vector ? similarity(asked, vector) : 0
          })
        } catch (error) {
          signal.throwIfAborted()
          pausedUntil = clock.monotonic() + pauseMs
          throw error
        }
      },
    }
  }
}

const textOf = ({ instruction, excerpt, text = excerpt }: Episode): string => `${instruction}\n${text}`
const queryText = ({ instruction, text }: EpisodeQuery): string => `${instruction}\n${text}`

/** Of vectors of length one, the cosine: in [-1,1]; 0 where their lengths differ. */
const similarity = (a: Float32Array, b: Float32Array): number =>
  a.length === b.length ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : 0
