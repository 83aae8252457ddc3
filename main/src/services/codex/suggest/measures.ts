import { determiners, isHan, isNoName, placeSides, placeVerbs, towards } from './hanWords.ts'

/** How a word is used in a book; shares are of its occurrences, [0,1]. */
export interface Measures {
  readonly text: string
  /** Occurrences, also inside longer words. */
  readonly count: number
  /** Share where a clause begins with it. */
  readonly starts: number
  /** Share where a clause ends with it, or a word follows that is part of no name. */
  readonly ends: number
  /** Share behind a word that a place follows. */
  readonly behindVerb: number
  /** Share behind 来 and 去, which verbs follow too. */
  readonly towards: number
  /** How many different words of those it stands behind. */
  readonly verbs: number
  /** Share before a word that follows a place. */
  readonly beforeSide: number
  /** Share behind 的, 一个, 这, 他: what stands before common nouns and not before names. */
  readonly determined: number
  /** The most frequent character before it, 0 where there is none, and its share. */
  readonly commonBefore: number
  readonly commonBeforeShare: number
  /** Entropy of the characters before it, in bits; edges of clauses are each another one. */
  readonly freedomBefore: number
  /** The same of the characters behind it. */
  readonly freedomAfter: number
}

/** A chapter's text with the places of one word in it. */
export interface WordPlaces {
  readonly text: string
  /** In UTF-16 units. */
  readonly offsets: readonly number[]
}

/** Places that are looked at for neighbours; more change nothing. */
const mostPlaces = 400

/** Measures a word over the chapters of a book that have it. */
export function measure(word: string, chapters: readonly WordPlaces[]): Measures {
  const before = new Map<number, number>()
  const after = new Map<number, number>()
  let count = 0
  let measured = 0
  let ends = 0
  for (const { text, offsets } of chapters) {
    count += offsets.length
    if (measured >= mostPlaces) continue
    measured += offsets.length
    for (const offset of offsets) {
      const right = text.charCodeAt(offset + word.length)
      if (!isHan(right) || isNoName(right)) ends += 1
      add(before, text.charCodeAt(offset - 1))
      add(after, right)
    }
  }
  const all = Math.max(1, measured)
  const shareOf = (counts: ReadonlyMap<number, number>, set: ReadonlySet<number>) => {
    let sum = 0
    for (const [unit, times] of counts) if (set.has(unit)) sum += times
    return sum / all
  }
  let verbs = 0
  for (const unit of before.keys()) if (placeVerbs.has(unit)) verbs += 1
  let commonBefore = edge
  for (const [unit, times] of before)
    if (unit !== edge && times > (commonBefore === edge ? 0 : (before.get(commonBefore) ?? 0)))
      commonBefore = unit
  return {
    text: word,
    commonBefore,
    commonBeforeShare: commonBefore === edge ? 0 : (before.get(commonBefore) ?? 0) / all,
    count,
    starts: (before.get(edge) ?? 0) / all,
    ends: ends / all,
    behindVerb: shareOf(before, placeVerbs),
    towards: shareOf(before, towards),
    verbs,
    beforeSide: shareOf(after, placeSides),
    determined: shareOf(before, determiners),
    freedomBefore: entropy(before, all),
    freedomAfter: entropy(after, all),
  }
}

/** What stands for everything that is no Chinese character. */
const edge = 0

function add(counts: Map<number, number>, unit: number): void {
  const key = isHan(unit) ? unit : edge
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function entropy(counts: ReadonlyMap<number, number>, all: number): number {
  let bits = 0
  for (const [unit, count] of counts)
    bits += unit === edge ? (count * Math.log2(all)) / all : -(count / all) * Math.log2(count / all)
  return bits
}
