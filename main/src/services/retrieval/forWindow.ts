import type { Notice } from '#contract/warnings.ts'
import type { Searching } from './answer.ts'
import { createScopeFilter, poolSize, rank } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { takeApart } from './question.ts'
import { rankAsked } from './ranking/asking.ts'
import { rankContinuing } from './ranking/continuing.ts'
import { placesFor, type Valued, valued } from './ranking/places.ts'
import { createReasons } from './ranking/reasons.ts'
import { askedTerms, termsOfLast } from './ranking/textTerms.ts'
import type { DocumentRange, WindowAnswer, WindowHit } from './types.ts'
import { joinRankings, rankingDepth } from './vectors.ts'

export interface WindowQuery {
  /** The text at a cursor, and what the author has marked or asks for. */
  readonly windowText: string
  readonly askedText?: string
  /** Only chapters in front of this one are searched, and of this one what ends before `within` (UTF-16). */
  readonly before: string
  readonly within?: number
  readonly k: number
  /** What stands in the prompt: of passages worth nearly the same these stay, so they are found further down too. */
  readonly stood?: readonly DocumentRange[]
}

/** As much as a passage holds: what is to be like the passages should be as long as they are. */
const similarUnits = 500
/** What the window's terms weigh beside those of an instruction or selection. */
const besideAsked = 0.1
const besideUnits = 1500
/** So many times as far down a search looks for passages that stand. */
const deeper = 4
/** The author waits for the prompt: slow vectors are done without, and not asked again at once. */
const patience = { patienceMs: 800, restMs: 30_000 }

type Found = Pick<WindowAnswer, 'hits' | 'left'>

/**
 * The assembly's query. What is asked for ranks as a question does; the places it leaves free, all of them where nothing
 * is asked, go to what the next page is likely to need. What is worth too little, or has no reason, is left. Joined with
 * what is alike where there are vectors. Says when the index is behind.
 */
export async function searchForWindow(
  { projects, findSimilar, pasts, aliasesIn }: Searching,
  projectId: string,
  { windowText, askedText = '', before, within = 0, k, stood = [] }: WindowQuery,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  await projects.requireDocument(projectId, before)
  const scope = { before, within }
  const similarTo = (askedText.trim() || windowText).slice(-similarUnits).toWellFormed()
  const [groups, similar] = await Promise.all([
    aliasesIn(projectId, `${windowText}\n${askedText}`),
    findSimilar(projectId, [similarTo], { ...scope, ...patience }, signal),
  ])
  const { index, run } = projects.open(projectId)
  const notices = [...(run.isRunning() ? behindNotice(index) : []), ...similar.notices]
  const byVectors = similar.rankings?.[0] ?? []
  const question = JSON.stringify(['window', scope, k, stood, groups, byVectors, windowText, askedText])
  const known = index.snapshot().known<Found>(question)
  if (known) return { ...known, notices }
  const book = await index.loadTerms()
  signal.throwIfAborted()
  const past = await pasts.of(index, book, scope, signal)
  const activation = await pasts.activation(book, past, signal)
  const found = index.snapshot().found(question, (): Found => {
    const asked = askedTerms(book, takeApart(askedText, groups), true)
    const continuing = rankContinuing(book, past, activation, termsOfLast(book, windowText, groups))
    const reasonFor = createReasons(book, {
      text: `${windowText.slice(-besideUnits)}\n${askedText}`,
      ahead: continuing.ahead,
      activation,
      names: groups,
    })
    const depth = stood.length > 0 ? deeper * k : k
    const wanted = poolSize(byVectors.length > 0 ? Math.max(depth, rankingDepth) : depth)
    const byWords =
      asked.length > 0
        ? valued(rankAsked(book, past, [...asked, ...beside()]), wanted)
        : placesFor(continuing, k, wanted)
    return choose(byWords, asked.length > 0 ? placesFor(continuing, k, wanted) : [])

    function beside() {
      return askedTerms(book, takeApart(windowText.slice(-besideUnits), groups), false, besideAsked)
    }

    function choose(first: readonly Valued[], rest: readonly Valued[]) {
      const hits: WindowHit[] = []
      const left: DocumentRange[] = []
      const alike = new Set(byVectors)
      for (const list of [first, rest]) {
        const values = new Map(list.map((it) => [past.ids[it.at] ?? -1, it]))
        const known = new Set([...hits, ...left].map(keyOf))
        for (const hit of ordered(list)) {
          if (hits.length >= depth) break
          if (known.has(keyOf(hit)) || (hits.length >= k && !stands(hit))) continue
          const { worth = 0.5, isEnough = alike.has(hit.id) } = values.get(hit.id) ?? {}
          const why = reasonFor(hit.text) ?? (alike.has(hit.id) ? byLikeness : undefined)
          const { documentId, from, to, text } = hit
          if (why && isEnough) hits.push({ documentId, from, to, text, score: worth, ...why })
          else if (left.length < k) left.push({ documentId, from, to })
        }
      }
      return { hits, left }
    }

    function stands({ documentId, from, to }: DocumentRange) {
      return stood.some((it) => it.documentId === documentId && it.from <= from && to <= it.to)
    }

    /** Without what repeats another, joined with what is alike. */
    function ordered(list: readonly Valued[]) {
      const filter = createScopeFilter(index, scope)
      const candidates = list.flatMap(
        // Half a rank's worth of difference at most: what repeats another sinks behind the rest.
        ({ at }, place) => filter.candidate(past.ids[at] ?? -1, 1 - place / (2 * list.length)) ?? [],
      )
      const fresh = rank(candidates, candidates.length)
      return byVectors.length > 0 ? joinRankings(index, fresh, byVectors, depth, scope) : fresh
    }
  })
  return { ...found, notices }
}

const byLikeness = { why: 'shared', terms: [] } as const

const keyOf = ({ documentId, from }: DocumentRange) => `${documentId}#${from}`

function behindNotice({ documents }: ProjectIndex): Notice[] {
  const { indexed, total } = documents.count()
  return indexed < total ? [{ code: 'RAG_INDEXING', params: { indexed, total } }] : []
}
