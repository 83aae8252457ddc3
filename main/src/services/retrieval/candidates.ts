import type { DocumentRow } from '../../db/tables/documents.ts'
import { documentKeyOf } from '../../db/tables/passages.ts'
import { chooseDiverse } from './diversity.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { Hit, SearchScope } from './types.ts'

/** For equal scores this many more are fetched, so that their order does not depend on the index. */
const maxTies = 200

/** How many candidates to rank anew for `k` hits. */
export function poolSize(k: number): number {
  return k + 10
}

/**
 * The best `limit` passages inside the scope for an FTS5 expression, BM25 as score. Ranks are read one by one,
 * so that a narrow scope costs no more than the passages it passes over.
 */
export function collect(
  index: ProjectIndex,
  expression: string,
  scope: SearchScope,
  limit: number,
  skip: ReadonlySet<number> = new Set(),
): Hit[] {
  const filter = createScopeFilter(index, scope)
  const candidates: Hit[] = []
  for (const { id, bm25 } of index.terms.ranked(expression)) {
    if (candidates.length >= limit + maxTies) break
    if (candidates.length >= limit && bm25 < (candidates.at(-1)?.score ?? 0)) break
    if (skip.has(id)) continue
    const candidate = filter.candidate(id, bm25)
    if (candidate) candidates.push(candidate)
  }
  return candidates
}

/** Decides which passages a scope allows, and makes candidates of them. */
export function createScopeFilter(index: ProjectIndex, { before, within = 0, exclude = [] }: SearchScope) {
  const snapshot = index.snapshot()
  const end = before === undefined ? Number.POSITIVE_INFINITY : (snapshot.documentById(before)?.position ?? 0)

  function documentOf(id: number): DocumentRow | undefined {
    const document = snapshot.document(documentKeyOf(id))
    const inScope = document && (document.position < end || (within > 0 && document.documentId === before))
    return inScope ? document : undefined
  }

  function candidate(id: number, score: number): Hit | undefined {
    const document = documentOf(id)
    const passage = document && snapshot.passage(id)
    if (!passage) return undefined
    const { documentId, position } = document
    const { from, to, text } = passage
    if (documentId === before && to > within) return undefined
    const touches = exclude.some((it) => it.documentId === documentId && it.from < to && from < it.to)
    return touches ? undefined : { id, documentId, position, from, to, text, score }
  }

  return {
    candidate,
    /** Without reading the passage where its document decides. */
    allows(id: number): boolean {
      const document = documentOf(id)
      if (!document) return false
      const { documentId } = document
      if (documentId !== before && !exclude.some((it) => it.documentId === documentId)) return true
      return candidate(id, 1) !== undefined
    },
  }
}

/** The `k` best of the candidates that do not repeat one another, with scores that fall from 1. */
export function rank(candidates: readonly Hit[], k: number): Hit[] {
  return chooseDiverse([...candidates].sort(byScore), k).map(({ it, value }) => ({ ...it, score: value }))
}

/** Best first; equal ones in the order of the book. */
function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || a.position - b.position || a.from - b.from
}
