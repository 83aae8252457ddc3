/** Where words stand in a chapter: offsets in UTF-16 units by the number of the word. */
export type Places = Map<number, number[]>

/** Words that are searched for, numbered in the order in which they were added; words only come on top. */
export interface WordList {
  readonly words: readonly string[]
  /** Adds what is new. */
  add(words: Iterable<string>): void
  numberOf(word: string): number | undefined
  /** A search for all words from a number on, also inside longer ones; linear in the text. */
  searchFrom(fromNumber: number): (text: string) => Places
}

interface Bucket {
  readonly lengths: number[]
  readonly numbers: Map<string, number>
}

/** An empty list of words. */
export function createWordList(): WordList {
  const words: string[] = []
  const numbers = new Map<string, number>()
  return {
    words,
    numberOf: (word) => numbers.get(word),
    add(more) {
      for (const word of more) {
        if (word.length < 2 || numbers.has(word)) continue
        numbers.set(word, words.length)
        words.push(word)
      }
    },
    searchFrom(fromNumber) {
      const buckets = bucketsOf(words, fromNumber)
      return (text) => placesIn(text, buckets)
    },
  }
}

function placesIn(text: string, buckets: ReadonlyMap<number, Bucket>): Places {
  const places: Places = new Map()
  if (buckets.size === 0) return places
  let pair = text.charCodeAt(0)
  for (let at = 0; at + 1 < text.length; at += 1) {
    pair = ((pair & 0xffff) << 16) | text.charCodeAt(at + 1)
    const bucket = buckets.get(pair)
    if (!bucket) continue
    for (const length of bucket.lengths) {
      const number = bucket.numbers.get(text.slice(at, at + length))
      if (number === undefined) continue
      const offsets = places.get(number)
      if (offsets) offsets.push(at)
      else places.set(number, [at])
    }
  }
  return places
}

function bucketsOf(words: readonly string[], fromNumber: number): Map<number, Bucket> {
  const buckets = new Map<number, Bucket>()
  for (let number = fromNumber; number < words.length; number += 1) {
    const word = words[number] ?? ''
    const pair = (word.charCodeAt(0) << 16) | word.charCodeAt(1)
    const bucket = buckets.get(pair) ?? { lengths: [], numbers: new Map<string, number>() }
    if (!bucket.lengths.includes(word.length)) bucket.lengths.push(word.length)
    bucket.numbers.set(word, number)
    buckets.set(pair, bucket)
  }
  return buckets
}
