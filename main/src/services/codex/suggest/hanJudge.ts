import { noNames, surnames } from '../nameWords.ts'
import type { Seed } from './hanSeeds.ts'
import {
  doubleSurnames,
  factionEnds,
  isCommonPerson,
  isCommonPlace,
  isCommonThing,
  itemEnds,
  locationEnds,
} from './hanWords.ts'
import { type Measures, measure, type WordPlaces } from './measures.ts'
import type { PairCounts } from './pairCounts.ts'

export type NameKind = 'character' | 'location' | 'item' | 'faction'

/** A word that a book uses as a name. */
export interface JudgedName {
  readonly text: string
  readonly kind: NameKind
  /** Occurrences, of those inside longer names too. */
  readonly count: number
  /** How surely it is a name of its kind; higher is surer, to compare within a kind. */
  readonly certainty: number
}

/** A word with all that decides about it. */
interface Judged extends Measures {
  readonly seed: Seed
  /** Cohesion of its characters in bits. */
  readonly cohesion: number
  /** Occurrences of the most frequent longer word, of the word without its first and without its last character, by its own. */
  readonly longer: number
  readonly withoutFirst: number
  readonly withoutLast: number
  /** Occurrences, by its own, of the word that ends with its first character, with the one most often before it: 曹操 of 操大. */
  readonly overlapping: number
  /** How many words differ from it in the last character alone: many behind a verb or an adjective. */
  readonly family: number
}

const leastCount = 3

/**
 * Decides which words of a book are names, and of what. `words` by their number, empty ones are passed over; `known`
 * are names of the codex: neither they nor what only occurs inside them is a new name.
 */
export function judgeHan(
  words: readonly string[],
  seeds: ReadonlyMap<string, Seed>,
  known: ReadonlySet<string>,
  placesOf: (number: number) => readonly WordPlaces[],
  pairs: PairCounts,
): JudgedName[] {
  const counts = countAll(words, placesOf)
  const { longer, families } = relate(counts)
  const insideCodexNames = countInsideCodexNames(counts, known)
  return words.flatMap((text, number): JudgedName[] => {
    const seed = seeds.get(text)
    const count = counts.get(text) ?? 0
    if (!seed || known.has(text) || count - (insideCodexNames.get(text) ?? 0) < leastCount) return []
    const shareOf = (other: string) => (counts.get(other) ?? 0) / count
    const measures = measure(text, placesOf(number))
    const judged: Judged = {
      ...measures,
      overlapping: shareOf(String.fromCharCode(measures.commonBefore) + text.charAt(0)),
      seed,
      cohesion: pairs.cohesion(text),
      longer: (longer.get(text) ?? 0) / count,
      withoutFirst: shareOf(text.slice(1)),
      // 司马 is in 司马昭 and in many others.
      withoutLast: doubleSurnames.has(text.slice(0, -1)) ? 0 : shareOf(text.slice(0, -1)),
      family: families.get(stemOf(text)) ?? 0,
    }
    const name = decide(judged)
    return name === undefined ? [] : [{ text, count, ...name }]
  })
}

type Decision = Pick<JudgedName, 'kind' | 'certainty'>

function decide(judged: Judged): Decision | undefined {
  if (isPerson(judged)) return { kind: 'character', certainty: personCertainty(judged) }
  if (judged.seed.people > 0.1 * judged.count || noNames.has(judged.text)) return undefined
  const last = judged.text.charCodeAt(judged.text.length - 1)
  if (itemEnds.has(last)) return thing('item', judged)
  if (locationEnds.has(last)) {
    const certainty = placeWithEnd(judged)
    if (certainty > leastWithEnd) return { kind: 'location', certainty }
  }
  if (factionEnds.has(last)) return thing('faction', judged)
  const certainty = placeWithout(judged)
  return certainty > 0 ? { kind: 'location', certainty } : undefined
}

/** People in a short text may do nothing but speak. */
const leastJudged = 8

function isPerson({ text, count, seed, starts, withoutLast, ...judged }: Judged): boolean {
  if (seed.people === 0 || noNames.has(text) || isCommonPerson(text)) return false
  if (text.startsWith('谓') || text.startsWith('顾谓')) return false
  // With more of its places before a verb of speech it describes a manner of speaking (厉声), not a speaker.
  const isManner = seed.speech >= leastJudged && seed.speech > starts * count * 0.9
  // Where so seldom a clause begins with it, it is a part of something else.
  const isPart = starts < 0.12
  // 孔明令, 尤氏等: a name and the word behind it.
  // 操大, 权乃: the end of a name and the word behind it.
  const isOverlap = judged.commonBeforeShare > 0.2 && judged.overlapping > 1.5
  return !isManner && !isPart && !isOverlap && withoutLast <= 2
}

/** Often met, with a surname, never 一个 or 那 before it. */
function personCertainty({ text, count, seed, determined, cohesion }: Judged): number {
  return (
    Math.log2(count) +
    (surnames.includes(text.charAt(0)) && text.length < 4 ? 1 : 0) +
    0.3 * Math.min(Math.log2(1 + seed.people), 4) +
    0.1 * Math.min(cohesion, 10) -
    10 * Math.min(determined, 0.5)
  )
}

const leastWithEnd = -4.2

/** 怡红院, 荆州: log-odds; weights rounded from fits in which each of three novels was left out once. */
function placeWithEnd(judged: Judged): number {
  const { text, cohesion, freedomBefore, freedomAfter, behindVerb, towards, verbs, beforeSide } = judged
  if (isCommonPlace(text) || judged.longer > 0.95) return Number.NEGATIVE_INFINITY
  return (
    -8.4 +
    0.35 * Math.min(cohesion, 10) +
    0.5 * Math.min(freedomBefore, 5) +
    0.6 * Math.min(freedomAfter, 5) +
    0.5 * behindVerb +
    0.4 * Math.min(verbs, 6) -
    0.5 * towards +
    beforeSide -
    2.5 * judged.determined +
    (text.length === 3 ? 3.3 : text.length > 3 ? 1.6 : 0) -
    1.25 * Math.min(judged.longer, 1) -
    0.6 * Math.min(judged.withoutLast, 3) -
    1.2 * Math.min(judged.withoutFirst, 4) -
    1.1 * Math.log(1 + judged.family) -
    (judged.seed.people > 0 ? 3 : 0) -
    (surnames.includes(text.charAt(0)) ? 0.5 : 0)
  )
}

/** 洛阳, 许昌: nothing in the word says what it is, so that it takes many places behind 到, 在, 往. */
function placeWithout(judged: Judged): number {
  const { text, cohesion, freedomBefore, freedomAfter, behindVerb, verbs } = judged
  if (isCommonPlace(text) || behindVerb < 0.12 || verbs < 3 || judged.determined > 0.06) return 0
  return (
    -8.6 +
    0.35 * Math.min(cohesion, 9) +
    5 * Math.min(behindVerb, 0.6) +
    0.5 * Math.min(verbs, 6) +
    0.4 * Math.min(freedomBefore, 4) +
    0.4 * Math.min(freedomAfter, 4) -
    4 * judged.towards -
    1.2 * Math.min(judged.withoutFirst, 3) -
    (judged.longer > 0.6 ? 2 : 0) -
    (text.length > 2 ? 1 : 0)
  )
}

/** 青龙刀, 海棠社: a word that holds together, by itself and not of a family (金甲, 金盔, 金冠). */
function thing(kind: 'item' | 'faction', judged: Judged): Decision | undefined {
  const { text, cohesion, freedomBefore, freedomAfter, determined, behindVerb } = judged
  if (determined > 0.35 || behindVerb > 0.4 || judged.longer > 0.7 || isCommonThing(text)) return undefined
  if (judged.withoutFirst > 1.5 || judged.withoutLast > 4) return undefined
  const certainty =
    -6 +
    0.4 * Math.min(cohesion, 10) +
    0.6 * Math.min(Math.min(freedomBefore, freedomAfter), 3) +
    (text.length > 2 ? 1.2 : 0) +
    (judged.seed.named > 0 ? 1 : 0) -
    2 * determined -
    0.8 * Math.log(1 + judged.family)
  return certainty > (kind === 'item' ? -2.2 : -1.6) ? { kind, certainty } : undefined
}

function countAll(
  words: readonly string[],
  placesOf: (number: number) => readonly WordPlaces[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [number, word] of words.entries()) {
    if (word === '') continue
    let count = 0
    for (const { offsets } of placesOf(number)) count += offsets.length
    counts.set(word, count)
  }
  return counts
}

/** For each word, how often it is a part of a name of the codex. */
function countInsideCodexNames(
  counts: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
): Map<string, number> {
  const inside = new Map<string, number>()
  for (const name of known)
    for (const part of partsOf(name))
      if (counts.has(part)) inside.set(part, (inside.get(part) ?? 0) + (counts.get(name) ?? 0))
  return inside
}

/** Every shorter word in a word, of at least two units. */
function partsOf(word: string): Set<string> {
  const parts = new Set<string>()
  for (let from = 0; from < word.length; from += 1)
    for (let to = from + 2; to <= word.length; to += 1)
      if (to - from < word.length) parts.add(word.slice(from, to))
  return parts
}

/** The word without its last character; of two characters the first. */
const stemOf = (word: string) => word.slice(0, -1)

/** For each word, how often the most frequent longer one contains it; for each stem, how many words it makes. */
function relate(counts: ReadonlyMap<string, number>) {
  const longer = new Map<string, number>()
  const families = new Map<string, number>()
  for (const [word, count] of counts) {
    const last = word.charCodeAt(word.length - 1)
    if (locationEnds.has(last) || itemEnds.has(last))
      families.set(stemOf(word), (families.get(stemOf(word)) ?? 0) + 1)
    for (const part of partsOf(word))
      if (counts.has(part)) longer.set(part, Math.max(longer.get(part) ?? 0, count))
  }
  return { longer, families }
}
