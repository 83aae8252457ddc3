import type { OpenProjects } from './openProjects.ts'
import type { NameGroup } from './question.ts'
import type { createPrecedingCache } from './ranking/precedingCache.ts'
import { searchPassages } from './search.ts'
import type { createSimilarSearch } from './similar.ts'
import type { Answer, Hit, RetrievalOptions, SearchScope } from './types.ts'
import { joinRankings, rankingDepth } from './vectors.ts'

/** What the searches are made of. */
export interface Searching {
  readonly projects: OpenProjects
  readonly findSimilar: ReturnType<typeof createSimilarSearch>
  readonly precedingCache: ReturnType<typeof createPrecedingCache>
  readonly aliasesIn: (projectId: string, text: string) => Promise<readonly NameGroup[]>
  readonly checkPath?: RetrievalOptions['checkPath']
}

export type Queries = SearchScope & { readonly queries: readonly string[]; readonly k: number }

/** Somebody waits for the answer and would rather have it by words than late. */
const timeouts = { timeoutMs: 10_000, restMs: 0 }

/** For each query its passages by words, joined with those by vectors where these are to be had. */
export async function answerQueries(
  { projects, findSimilar, precedingCache, aliasesIn, checkPath }: Searching,
  projectId: string,
  { queries, k, ...scope }: Queries,
  signal: AbortSignal,
): Promise<Answer> {
  if (scope.before !== undefined) await checkPath?.(projectId, scope.before)
  await projects.requireDocument(projectId, scope.before)
  const groups = await aliasesIn(projectId, queries.join('\n'))
  const { rankings, notices } = await findSimilar(projectId, queries, { ...scope, ...timeouts }, signal)
  const results: Hit[][] = []
  for (const [at, query] of queries.entries()) {
    if (at > 0) await new Promise(setImmediate)
    signal.throwIfAborted()
    const { index } = projects.open(projectId)
    const book = await index.loadTerms()
    const preceding = await precedingCache.of(index, book, scope, signal)
    const similar = rankings?.[at]
    const depth = similar ? Math.max(k, rankingDepth) : k
    const byWords = searchPassages(index, book, preceding, query, depth, scope, groups)
    const hits = similar?.length ? joinRankings(index, byWords, similar, k, scope) : byWords.slice(0, k)
    results.push(hits.map(({ id: _, ...hit }) => hit))
  }
  return { results, notices }
}

/** Other names, or none when they are not to be had. */
export function createAliases({ aliases, logger }: RetrievalOptions) {
  return async (projectId: string, text: string): Promise<readonly NameGroup[]> => {
    try {
      return (await aliases?.(projectId, text)) ?? []
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'aliases are not available')
      return []
    }
  }
}
