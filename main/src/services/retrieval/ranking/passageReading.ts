import { LRUCache } from 'lru-cache'
import { fold } from '../terms.ts'
import type { BookTerms } from './bookTerms.ts'
import { termsIn } from './textTerms.ts'

/** A passage as its reason is looked for. */
export interface PassageReading {
  readonly folded: string
  /** Its words and bigrams that may tell anything, by id, in the order in which they stand. */
  readonly terms: ReadonlyMap<number, string>
}

/** Grammar: no word that tells anything begins or ends with one of these. */
const grammar =
  /^[不没是就也又都还把被将与和在于之其而以来去有无皆且便乃遂却只可自即亦若等的了着么吗呢吧们曰我你他她它这那哪吾汝一个说道]|[不没是就也又都还把被将与和在于之其而以者道说有无皆且便乃遂却只可即亦若等的了着么吗呢吧们曰我你他她它这那哪吾汝个]$/u

/** Of each book: an author who writes on meets the same ones again. Some 30 kB each. */
const maxCached = 64
const cachedReadings = new WeakMap<BookTerms, LRUCache<string, PassageReading & { readonly size: number }>>()

export const canBeDistinctive = (term: string): boolean => [...term].length > 1 && !grammar.test(term)

/** Read once, and again when the book has had new terms since. */
export function readPassage(book: BookTerms, text: string): PassageReading {
  const readings = cachedReadings.get(book) ?? new LRUCache({ max: maxCached })
  cachedReadings.set(book, readings)
  const cached = readings.get(text)
  if (cached?.size === book.size) return cached
  const reading = {
    folded: fold(text),
    terms: termsIn(book, text, (_id, term) => canBeDistinctive(term)),
    size: book.size,
  }
  readings.set(text, reading)
  return reading
}
