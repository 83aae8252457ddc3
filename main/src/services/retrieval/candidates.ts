import { documentKeyOf } from '../../db/tables/passages.ts'
import { nearDuplicates } from './duplicates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { Hit, SearchScope } from './types.ts'

export interface Candidate {
  readonly id: number
  readonly documentId: string
  readonly position: number
  readonly from: number
  readonly to: number
  readonly text: string
  readonly score: number
}

/** Equal scores may add this many to the number wanted, so that their order does not depend on the index. */
const maxTies = 200
/** What is left of a passage's score when another one in front of it says nearly the same. */
const duplicateShare = 0.5

/** How many candidates to rank anew when `k` hits are wanted. */
export function poolSize(k: number): number {
  return k + 10
}

/**
 * The best `wanted` passages inside the scope for an FTS5 expression, BM25 as score. Ranks are read one by one,
 * so that a narrow scope costs no more than the passages it passes over.
 */
export function collect(
  index: ProjectIndex,
  expression: string,
  scope: SearchScope,
  wanted: number,
  skip: ReadonlySet<number> = new Set(),
): Candidate[] {
  const allowed = createScopeFilter(index, scope)
  const found: Candidate[] = []
  for (const { id, bm25 } of index.terms.ranked(expression)) {
    if (found.length >= wanted + maxTies) break
    if (found.length >= wanted && bm25 < (found.at(-1)?.score ?? 0)) break
    if (skip.has(id)) continue
    const candidate = allowed(id, bm25)
    if (candidate) found.push(candidate)
  }
  return found
}

/** Looks a passage up and returns it unless the scope forbids it. */
export function createScopeFilter(index: ProjectIndex, { before, exclude = [] }: SearchScope) {
  const end = before === undefined ? Number.POSITIVE_INFINITY : (index.documents.byId(before)?.position ?? 0)
  const documents = new Map<number, { documentId: string; position: number } | undefined>()

  function documentOf(key: number) {
    if (!documents.has(key)) documents.set(key, index.documents.byKey(key))
    return documents.get(key)
  }

  return (id: number, score: number): Candidate | undefined => {
    const document = documentOf(documentKeyOf(id))
    if (!document || document.position >= end) return undefined
    const passage = index.passages.byId(id)
    if (!passage) return undefined
    const { documentId, position } = document
    const { from, to, text } = passage
    const touches = exclude.some((it) => it.documentId === documentId && it.from < to && from < it.to)
    return touches ? undefined : { id, documentId, position, from, to, text, score }
  }
}

/**
 * Orders candidates by score, halves the score of near-duplicates of better ones (a simple form of maximal
 * marginal relevance), and makes the `k` best into hits whose scores are relative to the first.
 */
export function rank(candidates: readonly Candidate[], k: number): (Hit & { readonly id: number })[] {
  const sorted = [...candidates].sort(byScore)
  const repeated = nearDuplicates(sorted.map(({ text }) => text))
  const best = sorted
    .map((it, at) => (repeated[at] ? { ...it, score: it.score * duplicateShare } : it))
    .sort(byScore)
    .slice(0, k)
  const top = best[0]?.score ?? 1
  return best.map(({ id, documentId, from, to, text, score }) => ({
    id,
    documentId,
    from,
    to,
    score: Math.min(1, Math.max(Number.MIN_VALUE, score / top)),
    text,
  }))
}

/** Best first; equal ones in the order of the book. */
function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.position - b.position || a.from - b.from
}
