import { quoteTerms } from '../../db/tables/passageTerms.ts'
import { createScopeFilter } from './candidates.ts'
import type { Frequencies } from './frequencies.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { fold, pairsOf, type Run, runsOf } from './terms.ts'
import type { SearchScope } from './types.ts'

/** A term in more than this share of the passages says nothing about the window. */
const commonShare = 0.1
const commonAtLeast = 4
/** Bigrams in a row that may be chosen: enough for a name of four characters, one quotation does not take all. */
const maxChain = 3
/** A term at the window's end counts fully, one at its start by this factor. */
const farthestWeight = 0.7
/** How many terms are asked about their passages before the search for better ones is given up. */
const maxProbes = 600

interface Place {
  readonly term: string
  readonly kind: Run['kind']
  /** Place among the window's terms; neighbours of one run are consecutive, a break leaves a gap. */
  readonly at: number
}

interface Candidate extends Place {
  readonly weight: number
}

/**
 * The terms of the window that are worth searching, at most `maxTerms`: its rarest bigrams and words by the
 * index's document frequency, those at the end before those at the start. With a scope only terms that occur
 * inside it; without one, terms of at least two passages, since the window itself is usually indexed.
 */
export function windowTerms(
  index: ProjectIndex,
  frequencies: Frequencies,
  windowText: string,
  { maxTerms, ...scope }: SearchScope & { readonly maxTerms: number },
): string[] {
  const passages = index.passages.count()
  const scoped = scope.before !== undefined || scope.exclude !== undefined
  const fewest = scoped ? 1 : 2
  const most = Math.max(commonAtLeast, passages * commonShare)
  const rarity = (term: string) => Math.log((passages + 1) / (frequencies.of(term) + 0.5))
  const places = placesIn(windowText)
  const end = places.reduce((most, { at }) => Math.max(most, at), 0) + 1
  const nearness = (at: number) => farthestWeight + (1 - farthestWeight) * (at / end)
  const candidates = places
    .filter(({ term }) => frequencies.of(term) >= fewest && frequencies.of(term) <= most)
    .map((place) => ({ ...place, weight: weightOf(place, rarity) * nearness(place.at) }))
  candidates.sort((a, b) => b.weight - a.weight || b.at - a.at)
  return choose(index, candidates, maxTerms, scoped ? scope : undefined)
}

/** A bigram is as telling as itself and, half, as its characters: 绳印 before 着他, though both be equally rare. */
function weightOf({ term, kind }: Place, rarity: (term: string) => number): number {
  if (kind === 'word') return 2 * rarity(term)
  return rarity(term) + [...term].reduce((sum, character) => sum + rarity(character) / 2, 0)
}

/** The words and bigrams of a text, each at its last place. */
function placesIn(text: string): Place[] {
  const last = new Map<string, Place>()
  let at = 0
  for (const { kind, text: run } of runsOf(fold(text))) {
    for (const term of kind === 'word' ? [run] : pairsOf(run)) last.set(term, { term, kind, at: at++ })
    at++
  }
  return [...last.values()]
}

function choose(
  index: ProjectIndex,
  candidates: readonly Candidate[],
  maxTerms: number,
  scope: SearchScope | undefined,
): string[] {
  const filter = scope && createScopeFilter(index, scope)
  const chosen: Place[] = []
  let probes = 0
  for (const candidate of candidates) {
    if (chosen.length >= maxTerms || probes >= maxProbes) break
    if (chainWith(chosen, candidate) > maxChain) continue
    if (filter) {
      probes++
      const ids = index.terms.ids(quoteTerms([candidate.term]))
      if (!ids.some((id) => filter.allows(id))) continue
    }
    chosen.push(candidate)
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ term }) => term)
}

/** How many chosen terms in a row a further one would make, itself counted. */
function chainWith(chosen: readonly Place[], { at }: Place): number {
  const places = new Set(chosen.map((it) => it.at))
  let length = 1
  for (let place = at - 1; places.has(place); place--) length++
  for (let place = at + 1; places.has(place); place++) length++
  return length
}
