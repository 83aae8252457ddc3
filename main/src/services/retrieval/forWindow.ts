import type { IndexStatus, SearchScope, TermsHit } from './types.ts'

/** Terms of one query: more cost time and find the same (spec 08). */
const maxTerms = 12

export interface WindowQuery {
  /** The text at the cursor. */
  readonly windowText: string
  /** Only chapters in front of this one are searched. */
  readonly before: string
  readonly k: number
}

interface Searches {
  status(projectId: string): Promise<IndexStatus>
  windowQuery(projectId: string, text: string, options: SearchScope & { maxTerms: number }): Promise<string[]>
  searchTerms(
    projectId: string,
    terms: readonly string[],
    options: SearchScope & { k: number },
  ): Promise<TermsHit[]>
}

/** The assembly's query: passages that share the rarest words of the window. Says when the index is behind. */
export async function searchForWindow(
  searches: Searches,
  projectId: string,
  query: WindowQuery,
  signal: AbortSignal,
) {
  const { windowText, before, k } = query
  const { indexed, total, state } = await searches.status(projectId)
  const behind = state === 'indexing' && indexed < total
  const warnings = behind ? [`RAG_INDEXING: 已索引 ${indexed}/${total}`] : []
  const terms = await searches.windowQuery(projectId, windowText, { before, maxTerms })
  signal.throwIfAborted()
  const hits = terms.length === 0 ? [] : await searches.searchTerms(projectId, terms, { before, k })
  return { hits, warnings }
}
