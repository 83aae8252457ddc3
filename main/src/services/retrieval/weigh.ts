import type { Question } from './question.ts'
import { isWord, pairsOf, runsOf } from './terms.ts'

/** A term of a query and what a passage gains by it. */
export interface Weighed {
  readonly kind: 'name' | 'word' | 'single' | 'pair'
  /** Folded. One of a name's other forms is as good as the name. */
  readonly forms: readonly string[]
  /** In how many passages it occurs, at most. */
  readonly passages: number
  readonly weight: number
  /** How telling it is: as its weight, but of two equally rare bigrams the one of rare characters is more so. */
  readonly telling: number
  /** Its last place in the query, counted in characters; a bigram reaches to the next place, a name has none. */
  readonly at: number
}

/** In how many passages a term occurs, by the index. */
export type PassagesOf = (term: string) => number

const commonShare = 0.25
const commonAtLeast = 4

/** A bigram repeats what its characters say; a name says more than other words. */
const weights = { name: 2, word: 1, single: 1, pair: 0.5 } as const

/**
 * All terms of a question that occur in an index of `total` passages: names, words, bigrams, and single
 * characters where wanted (in a short name they would be noise).
 */
export function weighTerms(
  { names, rest }: Question,
  passagesOf: PassagesOf,
  total: number,
  withSingles: boolean,
): Weighed[] {
  const found = new Map<string, Weighed>()
  let at = 0
  const add = (kind: Weighed['kind'], forms: readonly string[], passages: number, rarityOfParts: number) => {
    if (passages === 0) return
    const rare = rarity(total, passages)
    const weight = weights[kind] * rare
    found.set(forms.length === 1 ? (forms[0] ?? '') : forms.join(' '), {
      kind,
      forms,
      passages,
      weight,
      telling: (rare + rarityOfParts) / 2,
      at,
    })
  }
  const rarityOf = (term: string) => rarity(total, passagesOf(term))
  for (const { kind, text } of rest) {
    const characters = kind === 'word' ? [] : [...text]
    if (kind === 'word') add('word', [text], passagesOf(text), rarityOf(text))
    for (const [place, left] of characters.entries()) {
      const rareLeft = rarityOf(left)
      if (withSingles) add('single', [left], passagesOf(left), rareLeft)
      const right = characters[place + 1]
      if (right !== undefined) {
        const pair = left + right
        add('pair', [pair], passagesOf(pair), (rareLeft + rarityOf(right)) / 2)
      }
      at++
    }
    at++
  }
  // The whole text is about its names, wherever they stand in it.
  for (const forms of names) {
    const passages = Math.min(
      total,
      forms.reduce((sum, form) => sum + atMostIn(form, passagesOf), 0),
    )
    add('name', forms, passages, rarity(total, passages))
  }
  return [...found.values()]
}

/** Whether a term is worth its time: one that every fourth passage holds says little, unless it is a name. */
export function isTelling({ kind, passages }: Weighed, total: number): boolean {
  return kind === 'name' || passages <= Math.max(commonAtLeast, total * commonShare)
}

/** The weight of BM25: how much rarer than every second passage. Never zero, so that it still orders. */
export function rarity(total: number, passages: number): number {
  return Math.max(1e-6, Math.log((total - passages + 0.5) / (passages + 0.5)))
}

/** A phrase occurs in no more passages than the rarest of its parts. */
function atMostIn(form: string, passagesOf: PassagesOf): number {
  const parts = runsOf(form).flatMap(({ text }) =>
    isWord(text) || [...text].length < 2 ? [text] : pairsOf(text),
  )
  return Math.min(...parts.map(passagesOf))
}
