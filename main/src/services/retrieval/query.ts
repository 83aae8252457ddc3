import { termsInFront } from './inFront.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { type NameGroup, takeApart } from './question.ts'
import type { Asked } from './score.ts'
import { isTelling, type PassagesOf, type Weighed, weighTerms } from './weigh.ts'

/** Terms of one query: more cost time and find the same (spec 08). */
const maxLookUps = 12
/** Terms by which what is found is ranked. */
const maxTerms = 60
/** Of so many of the best terms it is found out whether they occur in front of the chapter. */
const maxCandidates = 300
/** Bigrams in a row that may be looked up: enough for a name of four characters, one quotation does not take all. */
const maxChain = 3
/** A term at the window's end counts fully, one at its start by this factor. */
const farthestWeight = 0.7
/**
 * The terms of a window that are worth searching in front of a chapter: the rarest names, words, characters and
 * bigrams by the index's document frequency, those at the window's end before those at its start. Only what
 * occurs there is looked up, else the words of the chapter itself, which is indexed too, would take every place.
 */
export function windowTerms(
  index: ProjectIndex,
  passagesOf: PassagesOf,
  windowText: string,
  groups: readonly NameGroup[],
  before: string,
): Asked {
  const { total } = index.snapshot()
  const found = weighTerms(takeApart(windowText, groups), passagesOf, total, true)
  const end = found.reduce((last, { at }) => Math.max(last, at), 0) + 1
  const nearness = (at: number) => farthestWeight + (1 - farthestWeight) * (at / end)
  const candidates = found
    .filter((term) => isTelling(term, total))
    .map((term) => ({
      ...term,
      weight: term.weight * nearness(term.at),
      telling: term.telling * nearness(term.at),
    }))
    .sort((x, y) => y.telling - x.telling)
    .slice(0, maxCandidates)
  const inFront = termsInFront(index, candidates, before)
  const lookUps: Weighed[] = []
  for (const term of inFront.terms) {
    if (lookUps.length >= maxLookUps) break
    if (chainWith(lookUps, term) <= maxChain && inFront.occurs(term)) lookUps.push(term)
  }
  const chosen = new Set(lookUps)
  const others = inFront.terms.filter((term) => !chosen.has(term)).slice(0, maxTerms - chosen.size)
  return { terms: [...lookUps, ...others], lookUps: lookUps.length, quotations: [] }
}

/** How many terms in a row a further one would make, itself counted; a character or name stands for itself. */
function chainWith(chosen: readonly Weighed[], { kind, at }: Weighed): number {
  if (kind !== 'pair') return 1
  const places = new Set(chosen.filter((it) => it.kind === 'pair').map((it) => it.at))
  let length = 1
  for (let place = at - 1; places.has(place); place--) length++
  for (let place = at + 1; places.has(place); place++) length++
  return length
}
