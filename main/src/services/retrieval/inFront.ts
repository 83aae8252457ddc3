import { createScopeFilter } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { termExpression } from './score.ts'
import { createTermCounter } from './termCounter.ts'
import type { Weighed } from './weigh.ts'

/** Text of documents that is read to count terms in it, in UTF-16 units; some 2 ms. */
const readUnits = 40_000
/** How many terms are asked about their passages before chance has to do. */
const maxProbes = 48
/** After that, a term expected in so many passages in front is taken. */
const surely = 3

export interface TermsInFront {
  /** Those that may occur there, in their order. */
  readonly terms: readonly Weighed[]
  /** Whether one does, as far as it is worth knowing. */
  occurs(term: Weighed): boolean
}

/**
 * Which terms occur in the documents in front of one. Where little text stands there, it is read. Else the
 * document's own passages are subtracted, which settles it for the last chapter of a book, and of a chapter in
 * the middle the index is asked.
 */
export function termsInFront(index: ProjectIndex, terms: readonly Weighed[], before: string): TermsInFront {
  const own = index.snapshot().documentById(before)
  if (!own) return { terms: [], occurs: () => false }
  const around = index.documents.charactersAround(own.position)
  if (around.before <= readUnits) {
    const there = countPassages(index, terms, index.documents.keysBefore(own.position))
    return { terms: terms.filter((_, at) => (there[at] ?? 0) > 0), occurs: () => true }
  }
  const here = own.characters <= readUnits ? countPassages(index, terms, [own.key]) : []
  const elsewhere = new Map(terms.map((term, at) => [term, term.passages - (here[at] ?? 0)]))
  const left = terms.filter((term) => (elsewhere.get(term) ?? 0) > 0)
  if (around.after === 0 && here.length > 0) return { terms: left, occurs: () => true }
  const filter = createScopeFilter(index, { before })
  const share = around.before / (around.before + around.after)
  let probes = 0
  return {
    terms: left,
    occurs(term) {
      if (++probes > maxProbes) return (elsewhere.get(term) ?? 0) * share >= surely
      return index.snapshot().matching(termExpression(term)).some(filter.allows)
    },
  }
}

/** In how many passages of the documents each term occurs. */
function countPassages(index: ProjectIndex, terms: readonly Weighed[], keys: readonly number[]): number[] {
  const count = createTermCounter(terms.map(({ forms }) => forms))
  const counts = new Float64Array(terms.length)
  const passages = terms.map(() => 0)
  const { passage, passagesOf } = index.snapshot()
  for (const id of keys.flatMap(passagesOf)) {
    counts.fill(0)
    count(passage(id)?.folded ?? '', counts)
    for (let at = 0; at < counts.length; at++) if (counts[at]) passages[at] = (passages[at] ?? 0) + 1
  }
  return passages
}
