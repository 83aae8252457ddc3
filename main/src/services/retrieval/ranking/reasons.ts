import { LRUCache } from 'lru-cache'
import { createTermMatcher } from '../matchedTerms.ts'
import type { NameGroup } from '../question.ts'
import { fold } from '../terms.ts'
import type { BookTerms } from './bookTerms.ts'
import { type Activation, isWord } from './precedingChapters.ts'
import { eachTerm } from './textTerms.ts'

/** Why a passage was selected, in the book's own words. */
export interface PassageReason {
  readonly reason: 'shared' | 'active'
  readonly terms: readonly string[]
}

/** With so few passages clumping of a term cannot be measured; being rare is enough. */
const seldom = 2
const mostTerms = 4
interface Scene {
  readonly text: string
  /** Score of a term by its id; 0 when the scene shows it. */
  readonly ahead: (id: number) => number
  readonly activation: Activation
  readonly names: readonly NameGroup[]
}

/**
 * Names a passage's reason: a name or two words in common with the scene, else terms that the book has used lately and
 * often; undefined when there is neither, and a reader would not see why it is there.
 */
export function createReasons(book: BookTerms, { text, ahead, activation, names }: Scene) {
  const { holders, distinctive } = activation
  const rarity = (id: number) => Math.log(book.total / Math.max(1, holders(id)))
  const isSeldom = (id: number) => holders(id) > 0 && holders(id) <= seldom && isWord(book, id)
  const isDistinctive = (id: number) => distinctive.placeOf(id) >= 0 || isSeldom(id)
  const terms = distinctiveTerms(readTerms(book, text), isDistinctive)
  const shown = [...terms].sort(([a], [b]) => rarity(b) - rarity(a))
  const folded = fold(text)
  const recentCharacters = names
    .filter((group) => group.some((name) => folded.includes(fold(name))))
    .flatMap((group) => group.map((name) => ({ name, folded: fold(name) })))

  return (passage: string): PassageReason | undefined => {
    const reading = readPassage(book, passage)
    const own = reading.folded
    const sharedNames = longest(
      recentCharacters.filter((it) => own.includes(it.folded)).map(({ name }) => name),
    )
    const ownIds = new Set(reading.ids.filter((id) => terms.has(id)))
    const common = shown.filter(([id]) => ownIds.has(id)).map(([, term]) => term)
    const sharedTerms = createTermMatcher(common)(own)
    const otherTerms = sharedTerms.filter((word) => !sharedNames.some((name) => fold(name).includes(word)))
    const both = [...sharedNames, ...otherTerms].slice(0, mostTerms)
    if (sharedNames.length > 0 || otherTerms.length > 1 || [...(otherTerms[0] ?? '')].length > 2)
      return { reason: 'shared', terms: both }
    const lately = [...distinctiveTerms(reading, (id) => ahead(id) > 0 && isDistinctive(id))]
      .sort(([a], [b]) => ahead(b) - ahead(a))
      .slice(0, 3 * mostTerms)
      .map(([, term]) => term)
    const active = createTermMatcher(lately)(own).slice(0, mostTerms)
    return active.length > 0 ? { reason: 'active', terms: active } : undefined
  }
}

/** Names without those inside another. */
const longest = (names: readonly string[]) =>
  [...new Set(names)].filter((name) => !names.some((other) => other !== name && other.includes(name)))

/** A passage while its reason is searched. */
interface PassageReading {
  readonly folded: string
  /** Its words and bigrams that the book has, in the order of the text. */
  readonly ids: Int32Array
  /** Of each the UTF-16 range in `folded`: where it begins, where it ends. */
  readonly ranges: Int32Array
}

/** Grammar: no specific word starts or ends with one of these. */
const grammar =
  /^[不没是就也又都还把被将与和在于之其而以来去有无皆且便乃遂却只可自即亦若等的了着么吗呢吧们曰我你他她它这那哪吾汝一个说道]|[不没是就也又都还把被将与和在于之其而以者道说有无皆且便乃遂却只可即亦若等的了着么吗呢吧们曰我你他她它这那哪吾汝个]$/u

/** Of each book: an author who writes on meets the same ones again. Some 8 kB each. */
const maxCached = 256
const cachedReadings = new WeakMap<BookTerms, LRUCache<string, PassageReading & { readonly size: number }>>()

const canBeDistinctive = (term: string): boolean => [...term].length > 1 && !grammar.test(term)

/** Read once, and again when the book has had new terms since. */
export function readPassage(book: BookTerms, text: string): PassageReading {
  const readings = cachedReadings.get(book) ?? new LRUCache({ max: maxCached })
  cachedReadings.set(book, readings)
  const cached = readings.get(text)
  if (cached?.size === book.size) return cached
  const reading = { ...readTerms(book, text), size: book.size }
  readings.set(text, reading)
  return reading
}

function readTerms(book: BookTerms, text: string): PassageReading {
  const folded = fold(text)
  const ids: number[] = []
  const ranges: number[] = []
  eachTerm(book, folded, (id, from, to) => {
    if (id < 0 || !book.isDistinctive(id)) return
    ids.push(id)
    ranges.push(from, to)
  })
  return { folded, ids: Int32Array.from(ids), ranges: Int32Array.from(ranges) }
}

/** The words of a reading that a reader takes for one, and that the filter accepts, by id. */
export function distinctiveTerms(
  { folded, ids, ranges }: PassageReading,
  isIncluded: (id: number) => boolean,
): Map<number, string> {
  const terms = new Map<number, string>()
  for (const [at, id] of ids.entries()) {
    if (terms.has(id) || !isIncluded(id)) continue
    const term = folded.slice(ranges[2 * at], ranges[2 * at + 1])
    if (canBeDistinctive(term)) terms.set(id, term)
  }
  return terms
}
