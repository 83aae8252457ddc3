import type { Notice } from '#contract/warnings.ts'
import { isAppError, toPayload } from '../../lib/appError.ts'
import { systemClock } from '../../lib/clock.ts'
import type { OpenProjects } from './openProjects.ts'
import type { RetrievalOptions, SearchScope } from './types.ts'
import { rankByVector } from './vectors.ts'

/** For each text the ids of the passages most like it; absent when there is no provider or it does not answer. */
export interface Similar {
  readonly rankings?: readonly (readonly number[])[]
  readonly notices: readonly Notice[]
}

export interface SimilarOptions extends SearchScope {
  /** The longest time for a request to the provider of vectors. */
  readonly timeoutMs: number
  /** After a failure no request is sent for so long; the failure is reported all the same. */
  readonly restMs: number
}

/** Requests vectors from the provider, where one is set up, and searches with its answer. */
export function createSimilarSearch(
  { embedding, logger, clock = systemClock }: RetrievalOptions,
  projects: Pick<OpenProjects, 'open'>,
) {
  let failed: { readonly providerId: string; readonly at: number; readonly notice: Notice } | undefined

  /** Never rejects but with the reason of `signal`: instead of rankings there is a warning. */
  return async function findSimilar(
    projectId: string,
    texts: readonly string[],
    { timeoutMs, restMs, ...scope }: SimilarOptions,
    signal: AbortSignal,
  ): Promise<Similar> {
    const provider = embedding?.()
    const searchable = texts.map((text) => text.trim() !== '')
    if (!provider || !searchable.includes(true)) return { notices: [] }
    if (failed?.providerId === provider.id && clock.monotonic() - failed.at < restMs)
      return { notices: [failed.notice] }
    const { index, vectors } = projects.open(projectId)
    try {
      const embeddings = await provider.embed(
        texts.filter((_, at) => searchable[at]),
        AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      )
      const remaining = [...embeddings]
      const rankings = searchable.map(async (isText) => {
        const vector = isText ? remaining.shift() : undefined
        return vector ? rankByVector(index, vectors, provider.id, vector, scope) : []
      })
      const results = await Promise.all(rankings)
      failed = undefined
      return { rankings: results, notices: [] }
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ projectId, cause: String(error) }, 'vectors are not available')
      failed = { providerId: provider.id, at: clock.monotonic(), notice: vectorsUnavailable(error) }
      return { notices: [failed.notice] }
    }
  }
}

/** Vectors are switched on and there are none. */
function vectorsUnavailable(error: unknown): Notice {
  const cause = isAppError(error) ? toPayload(error).message.replace(/。$/, '') : '向量检索没有成功'
  return { code: 'RAG_UNAVAILABLE', params: { still: 'words', cause } }
}
