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
const maxCandidates = 200
/** Characters at the window's end that count fully: what is being written now, or was asked. */
const nearCharacters = 100
/** From there a term's weight falls to the smallest, over so many characters. */
const fadingCharacters = 900
const farthestWeight = 0.3
/** What the window's terms weigh beside those of an instruction or selection, and how many of these are looked up. */
const besideAsked = 0.3
const maxAsked = 10

/** The text at a cursor, and what the author has marked or asks for. */
export interface WindowText {
  readonly windowText: string
  readonly askedText?: string
}

/**
 * The terms of a window that are worth searching in front of a chapter: the rarest names, words, characters and
 * bigrams by the index's document frequency, those asked for first, then those at the window's end before those
 * at its start. Only what occurs there is looked up, else the words of the chapter itself, which is indexed too,
 * would take every place.
 */
export function windowTerms(
  index: ProjectIndex,
  passagesOf: PassagesOf,
  { windowText, askedText = '' }: WindowText,
  groups: readonly NameGroup[],
  before: string,
): Asked {
  const { total } = index.snapshot()
  const weighed = (text: string) => weighTerms(takeApart(text, groups), passagesOf, total, true)
  const asked = weighed(askedText)
  const written = weighed(windowText)
  const end = written.reduce((last, { at }) => Math.max(last, at), 0)
  const most = asked.length > 0 ? besideAsked : 1
  const known = new Set(asked.map(keyOf))
  const candidates = [
    ...asked.filter((term) => isTelling(term, total)),
    ...written
      .filter((term) => isTelling(term, total) && !known.has(keyOf(term)))
      .map((term) => faded(term, end - term.at, most)),
  ]
    .sort((x, y) => y.telling - x.telling)
    .slice(0, maxCandidates)
  const inFront = termsInFront(index, candidates, before)
  const lookUps: Weighed[] = []
  const lookUp = (some: readonly Weighed[], most: number) => {
    for (const term of some) {
      if (lookUps.length >= most) break
      if (lookUps.includes(term) || saysNothingNew(lookUps, term)) continue
      if (inFront.occurs(term)) lookUps.push(term)
    }
  }
  const isAsked = new Set(asked)
  lookUp(
    inFront.terms.filter((term) => isAsked.has(term)),
    maxAsked,
  )
  lookUp(
    inFront.terms.filter((term) => !isAsked.has(term)),
    maxLookUps,
  )
  lookUp(inFront.terms, maxLookUps)
  const others = inFront.terms.filter((term) => !lookUps.includes(term)).slice(0, maxTerms - lookUps.length)
  return { terms: [...lookUps, ...others], lookUps: lookUps.length, quotations: [] }
}

const keyOf = ({ forms }: Weighed): string => forms.join(' ')

/** A term by its distance from the end of the window. */
function faded(term: Weighed, distance: number, most: number): Weighed {
  const share = Math.min(1, Math.max(0, (distance - nearCharacters) / fadingCharacters))
  const nearness = most * (1 - (1 - farthestWeight) * share)
  return { ...term, weight: term.weight * nearness, telling: term.telling * nearness }
}

/** Whoever holds 寂寞 has been found by 寞. */
function saysNothingNew(chosen: readonly Weighed[], { kind, forms: [pair = ''] }: Weighed): boolean {
  return kind === 'pair' && chosen.some((it) => it.kind === 'single' && pair.includes(it.forms[0] ?? pair))
}
