import type { Logger } from '../../lib/logger.ts'
import { createScopeFilter, poolSize, rank } from './candidates.ts'
import type { EmbeddingProvider } from './embedding.ts'
import { fuse } from './fuse.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { Hit, SearchScope } from './types.ts'
import type { VectorSearch } from './vectorSearch.ts'

const passagesPerRequest = 32
/** Length of both rankings that are joined. */
export const rankingDepth = 100

/**
 * Makes vectors for the passages that have none of this model. Ends without an error when the provider fails,
 * with false: the words are searched all the same, and the next run goes on from there.
 */
export async function embedMissing(
  index: ProjectIndex,
  provider: EmbeddingProvider,
  signal: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  for (;;) {
    const missing = index.vectors.missing(provider.id, passagesPerRequest)
    if (missing.length === 0) return true
    try {
      const embeddings = await provider.embed(
        missing.map(({ text }) => text),
        signal,
      )
      const dimensions = index.vectors.dimensions(provider.id) ?? embeddings[0]?.length
      if (embeddings.some(({ length }) => length !== dimensions)) throw new RangeError('dimensions differ')
      index.vectors.put(
        provider.id,
        missing.flatMap((passage, at) => {
          const vector = embeddings[at]
          return vector ? [{ ...passage, vector }] : []
        }),
      )
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ cause: reasonOf(error) }, 'passages could not be embedded')
      return false
    }
  }
}

/** The ids of the passages most like a vector, best first, inside the scope. */
export async function rankByVector(
  index: ProjectIndex,
  search: VectorSearch,
  model: string,
  vector: Float32Array,
  scope: SearchScope,
): Promise<number[]> {
  const end = scope.before === undefined ? undefined : (index.documents.byId(scope.before)?.position ?? 0)
  const documents = index.documents
    .all()
    .filter(
      ({ position, documentId }) =>
        end === undefined || position < end || (scope.within && documentId === scope.before),
    )
  const nearest = await search.search({
    model,
    vector,
    k: rankingDepth,
    ...(end === undefined ? {} : { documents: documents.map(({ key }) => key) }),
  })
  const filter = createScopeFilter(index, scope)
  return nearest.flatMap(([id]) => (filter.allows(id) ? [id] : []))
}

/** Joins two rankings into the `k` best hits. */
export function joinRankings(
  index: ProjectIndex,
  byWords: readonly { readonly id: number }[],
  byVectors: readonly number[],
  k: number,
  scope: SearchScope,
): Hit[] {
  const filter = createScopeFilter(index, scope)
  const candidates: Hit[] = []
  for (const [id, score] of fuse(
    byWords.map((it) => it.id),
    byVectors,
  )) {
    if (candidates.length >= poolSize(k)) break
    const candidate = filter.candidate(id, score)
    if (candidate) candidates.push(candidate)
  }
  return rank(candidates, k)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
