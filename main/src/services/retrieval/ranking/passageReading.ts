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
const maxKept = 64
const kept = new WeakMap<BookTerms, LRUCache<string, PassageReading & { readonly size: number }>>()

export const mayTell = (term: string): boolean => [...term].length > 1 && !grammar.test(term)

/** Read once, and again when the book has had new terms since. */
export function readPassage(book: BookTerms, text: string): PassageReading {
  const readings = kept.get(book) ?? new LRUCache({ max: maxKept })
  kept.set(book, readings)
  const known = readings.get(text)
  if (known?.size === book.size) return known
  const reading = {
    folded: fold(text),
    terms: termsIn(book, text, (_id, term) => mayTell(term)),
    size: book.size,
  }
  readings.set(text, reading)
  return reading
}
