import type { RetrievalService } from '../services/retrieval/index.ts'
import type { retrieval as contract } from './contract/retrieval.ts'
import type { Handlers } from './router.ts'

export interface RetrievalHandlerOptions {
  readonly retrieval: Pick<RetrievalService, 'search' | 'status'>
}

/** Handlers of the `retrieval:` channels. */
export function retrievalHandlers({ retrieval }: RetrievalHandlerOptions): Handlers<typeof contract> {
  return {
    'retrieval:search': async ({ projectId, queries, k, before }) => ({
      results: await retrieval.search(projectId, { queries, k, ...(before !== undefined && { before }) }),
    }),
    'retrieval:status': ({ projectId }) => retrieval.status(projectId),
  }
}
