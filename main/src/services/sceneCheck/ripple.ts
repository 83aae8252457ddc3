import { sentencesOf } from '../ai/index.ts'
import { eachRun, fold, pairsOf } from '../retrieval/index.ts'

/** A text that may rest on a card. */
export interface RippleText {
  readonly in: 'chapter' | 'synopsis' | 'thread' | 'card'
  /** Of the chapter, thread or card. */
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A sentence that rests on what a card no longer has. */
export interface RippleSentence extends RippleText {
  /** In the whole text, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** What it rests on. */
  readonly removed: string
}

interface ChangedCard {
  /** What the card is called and was called. */
  readonly names: readonly string[]
  /** Sentences and names that it had. */
  readonly removed: readonly string[]
  /** Its sentences now. */
  readonly present: readonly string[]
  /** Names of the other cards. */
  readonly otherNames: ReadonlySet<string>
}

interface OldSentence {
  readonly removed: string
  /** Words that the card no longer has, folded. */
  readonly gone: ReadonlySet<string>
  /** Words around them that it still has. */
  readonly around: ReadonlySet<string>
  /** Whether the words that are gone are the name of another card. */
  readonly isName: boolean
}

/** Share of the words that are gone which a sentence must have. */
const leastShare = 0.3
/** A sentence behind one that names the card goes on about it when it begins so. */
const goesOn = /^[\s“"]*(?:[他她它]|(?:He|She|It|His|Her|Its)\b)/
/** Pairs with one of these say little. */
const commonHan = /[的是了在被把和有就也都不他她它这那一]/
const commonEnglish = new Set(
  'the and was were had has have his her him she they them their with from that this for but not are who which into been its is a an of in on at to it he by as or be'.split(
    ' ',
  ),
)

/**
 * Sentences that rest on an old one: they name the card, or follow a sentence that does, and have the words that the card
 * no longer has, with a word of those around them. An old name is searched for as it is. Linear in the texts.
 */
export function ripple(card: ChangedCard, texts: readonly RippleText[]): readonly RippleSentence[] {
  const oldNames = card.removed.filter((each) => card.names.includes(each))
  const sentences = card.removed
    .filter((each) => !card.names.includes(each))
    .map((each) => oldSentence(each, card))
  return texts.flatMap((text) =>
    card.names.some((name) => text.text.includes(name))
      ? rippleIn(text, card.names, oldNames, sentences)
      : [],
  )
}

function rippleIn(
  { text, ...place }: RippleText,
  names: readonly string[],
  oldNames: readonly string[],
  removed: readonly OldSentence[],
): RippleSentence[] {
  let isNear = false
  return sentencesOf(text).flatMap(({ from, to }): RippleSentence[] => {
    const words = text.slice(from, to)
    if (names.some((name) => hasName(words, name))) isNear = true
    else isNear &&= goesOn.test(words)
    const byName = oldNames.find((name) => hasName(words, name))
    if (!isNear && byName === undefined) return []
    const terms = isNear && removed.length > 0 ? termsOf(fold(without(words, names))) : new Set<string>()
    const restsUpon = byName ?? removed.find((each) => restsOn(terms, each))?.removed
    if (restsUpon === undefined) return []
    const start = from + words.length - words.trimStart().length
    const end = from + words.trimEnd().length
    return [{ ...place, from: start, to: end, text: text.slice(start, end), removed: restsUpon }]
  })
}

function restsOn(terms: ReadonlySet<string>, { gone, around, isName }: OldSentence): boolean {
  const common = [...gone].filter((term) => terms.has(term)).length
  if (common === 0 || common < leastShare * gone.size) return false
  return isName || around.size === 0 || [...around].some((term) => terms.has(term))
}

function oldSentence(removed: string, { names, present, otherNames }: ChangedCard): OldSentence {
  const terms = termsOf(fold(without(removed, names)))
  // What replaced it is the sentence of today that has most in common with it.
  const [next = new Set<string>()] = present
    .map((each) => termsOf(fold(without(each, names))))
    .toSorted((a, b) => shared(terms, b) - shared(terms, a))
  const isReplaced = shared(terms, next) * 3 >= terms.size
  const gone = new Set(isReplaced ? [...terms].filter((term) => !next.has(term)) : terms)
  const around = new Set(isReplaced ? [...terms].filter((term) => next.has(term)) : [])
  const folded = fold(removed)
  const isName = [...otherNames].some((name) => {
    const own = [...termsOf(fold(name))]
    return own.length > 0 && own.every((term) => gone.has(term)) && folded.includes(fold(name))
  })
  return { removed, gone, around, isName }
}

/** The names of the card are in every sentence about it. */
const without = (text: string, names: readonly string[]) =>
  names.toSorted((a, b) => b.length - a.length).reduce((rest, name) => rest.replaceAll(name, ' '), text)

const shared = (terms: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...terms].filter((term) => other.has(term)).length

/** Words, and pairs of Chinese characters. */
function termsOf(folded: string): Set<string> {
  const terms = new Set<string>()
  eachRun(folded, (kind, from, to) => {
    const run = folded.slice(from, to)
    if (kind === 'word') {
      if (run.length > 1 && !commonEnglish.has(run)) terms.add(run)
    } else for (const pair of pairsOf(run)) if (!commonHan.test(pair)) terms.add(pair)
  })
  return terms
}

const isLatin = /[\p{Script=Latin}\p{N}]/u

/** A name of Latin letters is a whole word. */
function hasName(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', behind = ''] = [text[at - 1], text[at + name.length]]
    const isInside =
      (isLatin.test(name[0] ?? '') && isLatin.test(before)) ||
      (isLatin.test(name.at(-1) ?? '') && isLatin.test(behind))
    if (!isInside) return true
  }
  return false
}
