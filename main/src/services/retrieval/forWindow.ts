import type { Notice } from '#contract/warnings.ts'
import type { Searching } from './answer.ts'
import { poolSize, rank } from './candidates.ts'
import { createTermMatcher } from './matchedTerms.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { type WindowText, windowTerms } from './query.ts'
import { scorePassages } from './score.ts'
import type { WindowAnswer } from './types.ts'
import { joinRankings, rankingDepth } from './vectors.ts'

export interface WindowQuery extends WindowText {
  /** Only chapters in front of this one are searched. */
  readonly before: string
  readonly k: number
}

/** Terms that may be named as a reason. */
const reasonTerms = 24
const none: ReadonlySet<never> = new Set()
/** As much as a passage holds: what is to be like the passages should be as long as they are. */
const similarUnits = 500
/** The author waits for the prompt: slow vectors are done without, and not asked again at once. */
const patience = { patienceMs: 800, restMs: 30_000 }

/**
 * The assembly's query: passages that share the rarest words of the window, joined with those like its end, or like
 * what is asked, where there are vectors. Says when the index is behind.
 */
export async function searchForWindow(
  { projects, findSimilar, aliasesIn }: Searching,
  projectId: string,
  { windowText, askedText = '', before, k }: WindowQuery,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  await projects.requireDocument(projectId, before)
  const similarTo = (askedText.trim() || windowText).slice(-similarUnits).toWellFormed()
  const [groups, similar] = await Promise.all([
    aliasesIn(projectId, `${windowText}\n${askedText}`),
    findSimilar(projectId, [similarTo], { before, ...patience }, signal),
  ])
  const { index, run } = projects.open(projectId)
  const frequencies = await index.loadFrequencies()
  signal.throwIfAborted()
  const notices = [...(run.isRunning() ? behindNotice(index) : []), ...similar.notices]
  const byVectors = similar.rankings?.[0] ?? []
  const question = JSON.stringify(['window', before, k, groups, byVectors, windowText, askedText])
  const found = index.snapshot().found(question, () => {
    const asked = windowTerms(index, frequencies.of, { windowText, askedText }, groups, before)
    const terms = asked.terms.slice(0, asked.lookUps).map(({ forms }) => forms)
    const depth = byVectors.length > 0 ? Math.max(k, rankingDepth) : k
    const byWords = rank(scorePassages(index, asked, { before }, poolSize(depth), none), depth)
    const hits = byVectors.length > 0 ? joinRankings(index, byWords, byVectors, k, { before }) : byWords
    const { passage } = index.snapshot()
    const matched = createTermMatcher(asked.terms.slice(0, reasonTerms).flatMap(({ forms }) => forms))
    return {
      hits: hits.map(({ id, ...hit }) => ({ ...hit, matchedTerms: matched(passage(id)?.folded ?? '') })),
      terms,
    }
  })
  return { ...found, notices }
}

function behindNotice({ documents }: ProjectIndex): Notice[] {
  const { indexed, total } = documents.count()
  return indexed < total ? [{ code: 'RAG_INDEXING', params: { indexed, total } }] : []
}
