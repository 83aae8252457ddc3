import { quoteTerms } from '../../db/tables/passageTerms.ts'
import { collect, createScopeFilter, poolSize, rank } from './candidates.ts'
import type { OpenProjects } from './openProjects.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { type NameGroup, takeApart } from './question.ts'
import type { BookTerms } from './ranking/bookTerms.ts'
import { bestOf } from './ranking/continuing.ts'
import type { createPrecedingCache } from './ranking/precedingCache.ts'
import type { PrecedingChapters } from './ranking/precedingChapters.ts'
import { rankByQuery } from './ranking/queryLikelihood.ts'
import { extractQueryTerms } from './ranking/textTerms.ts'
import type { createSimilarSearch } from './similar.ts'
import { fold, pairsOf, type Run, runsOf } from './terms.ts'
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

/** The author would rather have an answer by words than a slow one. */
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
    results.push(similar?.length ? joinRankings(index, byWords, similar, k, scope) : byWords.slice(0, k))
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

/** A query of at most so many CJK characters and words is treated as a name or phrase first. */
const maxPhraseCharacters = 8
const maxPhraseWords = 4
/** Single characters help a question; for a name shorter than this they would be noise. */
const fewestForSingles = 5
/** Passages with the whole phrase score in (phraseFloor, 1], those with parts of it at most partCeiling. */
const phraseFloor = 0.6
const partCeiling = 0.5

/**
 * The `k` best passages for one query, best first. A short query must match as a phrase first, run by run, and
 * is filled up with passages that share parts of it, other names of what it names included; a longer one is a
 * question, ranked by its terms. Nothing searchable in it: no hits.
 */
function searchPassages(
  index: ProjectIndex,
  book: BookTerms,
  preceding: PrecedingChapters,
  query: string,
  k: number,
  scope: SearchScope,
  groups: readonly NameGroup[] = [],
): Hit[] {
  const runs = runsOf(fold(query))
  if (runs.length === 0) return []
  const cjk = runs.filter(({ kind }) => kind === 'cjk')
  const characters = cjk.reduce((sum, { text }) => sum + [...text].length, 0)
  const short = characters <= maxPhraseCharacters && runs.length - cjk.length <= maxPhraseWords
  const phrases = short ? phraseCandidates(index, runs, k, scope) : []
  if (phrases.length >= k) return rank(phrases, k)
  const question = takeApart(query, groups)
  if (isOneTerm(runs) && question.names.length === 0) return rank(phrases, k)
  const skip = new Set(phrases.map(({ id }) => id))
  const terms = extractQueryTerms(book, question, characters >= fewestForSingles)
  const parts = candidatesOf(index, preceding, rankByQuery(book, preceding, terms), scope, poolSize(k), skip)
  return rank([...phrases, ...(phrases.length > 0 ? rescale(parts, 0, partCeiling) : parts)], k)
}

/** The best `wanted` passages of a ranking with a score above 0. */
function candidatesOf(
  index: ProjectIndex,
  preceding: PrecedingChapters,
  scores: Float64Array,
  scope: SearchScope,
  limit: number,
  skip: ReadonlySet<number> = new Set(),
): Hit[] {
  const filter = createScopeFilter(index, scope)
  const candidates: Hit[] = []
  // Most often the best are enough, and only these need an order.
  for (let [tried, depth] = [0, 2 * limit]; candidates.length < limit && tried < scores.length; depth *= 4) {
    for (const at of bestOf(scores, depth).slice(tried)) {
      const [id = -1, score = 0] = [preceding.ids[at], scores[at]]
      if (candidates.length >= limit || score <= 0) return candidates
      const candidate = skip.has(id) ? undefined : filter.candidate(id, score)
      if (candidate) candidates.push(candidate)
    }
    tried = depth
  }
  return candidates
}

/** An FTS5 expression for one run: a CJK run as the phrase of its bigrams, a word or single character as it is. */
function runExpression(run: Run): string {
  const pairs = run.kind === 'cjk' ? pairsOf(run.text) : []
  return quoteTerms(pairs.length > 0 ? pairs : [run.text])
}

/** One word, or one CJK run of up to two characters: sharing its parts is no similarity. */
function isOneTerm(runs: readonly Run[]): boolean {
  const [first] = runs
  return runs.length === 1 && (first?.kind === 'word' || [...(first?.text ?? '')].length <= 2)
}

function phraseCandidates(index: ProjectIndex, runs: readonly Run[], k: number, scope: SearchScope) {
  const expression = [...new Set(runs.map(runExpression))].join(' AND ')
  const candidates = collect(index, expression, scope, poolSize(k))
  return rescale(candidates, phraseFloor, 1)
}

/** Maps scores, relative to the best, into (floor, ceiling]. */
function rescale(candidates: readonly Hit[], floor: number, ceiling: number): Hit[] {
  const best = Math.max(Number.MIN_VALUE, ...candidates.map(({ score }) => score))
  return candidates.map((it) => ({ ...it, score: floor + (ceiling - floor) * (it.score / best) }))
}
