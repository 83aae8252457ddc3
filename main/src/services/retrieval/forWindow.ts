import type { Notice } from '#contract/warnings.ts'
import type { DocumentRange, PassageHit } from '../sources/index.ts'
import type { Searching } from './answer.ts'
import { createScopeFilter, poolSize, rank } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { takeApart } from './question.ts'
import { rankContinuing } from './ranking/continuing.ts'
import { rankByQuery } from './ranking/queryLikelihood.ts'
import { createReasons } from './ranking/reasons.ts'
import { extractQueryTerms, termsOfLast } from './ranking/textTerms.ts'
import { placesFor, type Valued, valued } from './ranking/windowRanking.ts'
import type { WindowAnswer } from './types.ts'
import { joinRankings, rankingDepth } from './vectors.ts'

export interface WindowQuery {
  /** The text at a cursor, and the author's selection and instruction. */
  readonly windowText: string
  readonly queryText?: string
  /** Only chapters in front of this one are searched, and of this one what ends before `within` (UTF-16). */
  readonly before: string
  readonly within?: number
  readonly k: number
  /** Passages of the previous prompt: of nearly equal scores these stay, so the search goes further down for them. */
  readonly previouslyIncluded?: readonly DocumentRange[]
}

/** The length of a passage: a text compared with passages should be as long as they are. */
const similarUnits = 500
/** Weight of the window's terms relative to those of an instruction or selection. */
const windowTermWeight = 0.1
const windowTermUnits = 1500
/** So many times as far down a search goes for passages of the previous prompt. */
const depthFactor = 4
/** Assembling has a deadline: slow vectors are left out, and not requested again at once. */
const timeouts = { timeoutMs: 800, restMs: 30_000 }

type WindowResult = Pick<WindowAnswer, 'hits' | 'left'>

/**
 * The assembly's query. The author's instruction or selection ranks as a question does; the places it leaves free,
 * all of them where there is none, go to what the next page is likely to need. A score too low, or no reason, is left
 * out. Joined with similar passages where there are vectors. A notice reports when the index is behind.
 */
export async function searchForWindow(
  { projects, findSimilar, precedingCache, aliasesIn }: Searching,
  projectId: string,
  { windowText, queryText = '', before, within = 0, k, previouslyIncluded = [] }: WindowQuery,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  await projects.requireDocument(projectId, before)
  const scope = { before, within }
  const similarTo = (queryText.trim() || windowText).slice(-similarUnits).toWellFormed()
  const [groups, similar] = await Promise.all([
    aliasesIn(projectId, `${windowText}\n${queryText}`),
    findSimilar(projectId, [similarTo], { ...scope, ...timeouts }, signal),
  ])
  const { index, run } = projects.open(projectId)
  const notices = [...(run.isRunning() ? behindNotice(index) : []), ...similar.notices]
  const byVectors = similar.rankings?.[0] ?? []
  const question = JSON.stringify([
    'window',
    scope,
    k,
    previouslyIncluded,
    groups,
    byVectors,
    windowText,
    queryText,
  ])
  const cached = index.snapshot().getCached<WindowResult>(question)
  if (cached) return { ...cached, notices }
  const book = await index.loadTerms()
  signal.throwIfAborted()
  const preceding = await precedingCache.of(index, book, scope, signal)
  const activation = await precedingCache.activation(book, preceding, signal)
  const result = index.snapshot().getOrCompute(question, (): WindowResult => {
    const queryTerms = extractQueryTerms(book, takeApart(queryText, groups), true)
    const continuing = rankContinuing(book, preceding, activation, termsOfLast(book, windowText, groups))
    const reasonFor = createReasons(book, {
      text: `${windowText.slice(-windowTermUnits)}\n${queryText}`,
      ahead: continuing.ahead,
      activation,
      names: groups,
    })
    const depth = previouslyIncluded.length > 0 ? depthFactor * k : k
    const limit = poolSize(byVectors.length > 0 ? Math.max(depth, rankingDepth) : depth)
    const byWords =
      queryTerms.length > 0
        ? valued(rankByQuery(book, preceding, [...queryTerms, ...extractWindowTerms()]), limit)
        : placesFor(continuing, k, limit)
    return choose(byWords, queryTerms.length > 0 ? placesFor(continuing, k, limit) : [])

    function extractWindowTerms() {
      return extractQueryTerms(
        book,
        takeApart(windowText.slice(-windowTermUnits), groups),
        false,
        windowTermWeight,
      )
    }

    function choose(first: readonly Valued[], rest: readonly Valued[]) {
      const hits: PassageHit[] = []
      const left: DocumentRange[] = []
      const alike = new Set(byVectors)
      for (const list of [first, rest]) {
        const values = new Map(list.map((it) => [preceding.ids[it.at] ?? -1, it]))
        const selectedKeys = new Set([...hits, ...left].map(keyOf))
        for (const hit of ordered(list)) {
          if (hits.length >= depth) break
          if (selectedKeys.has(keyOf(hit)) || (hits.length >= k && !wasPreviouslyIncluded(hit))) continue
          const { score = 0.5, isEnough = alike.has(hit.id) } = values.get(hit.id) ?? {}
          const reason = reasonFor(hit.text) ?? (alike.has(hit.id) ? bySimilarity : undefined)
          const { documentId, from, to, text } = hit
          if (reason && isEnough) hits.push({ documentId, from, to, text, score, ...reason })
          else if (left.length < k) left.push({ documentId, from, to })
        }
      }
      return { hits, left }
    }

    function wasPreviouslyIncluded({ documentId, from, to }: DocumentRange) {
      return previouslyIncluded.some((it) => it.documentId === documentId && it.from <= from && to <= it.to)
    }

    /** Without what repeats another, joined with what is alike. */
    function ordered(list: readonly Valued[]) {
      const filter = createScopeFilter(index, scope)
      const candidates = list.flatMap(
        // Half a rank of difference at most: a repetition sinks behind the rest.
        ({ at }, place) => filter.candidate(preceding.ids[at] ?? -1, 1 - place / (2 * list.length)) ?? [],
      )
      const fresh = rank(candidates, candidates.length)
      return byVectors.length > 0 ? joinRankings(index, fresh, byVectors, depth, scope) : fresh
    }
  })
  return { ...result, notices }
}

const bySimilarity = { reason: 'shared', terms: [] } as const

const keyOf = ({ documentId, from }: DocumentRange) => `${documentId}#${from}`

function behindNotice({ documents }: ProjectIndex): Notice[] {
  const { indexed, total } = documents.count()
  return indexed < total ? [{ code: 'RAG_INDEXING', params: { indexed, total } }] : []
}
