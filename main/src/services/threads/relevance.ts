import { eachRun, fold, pairsOf } from '../retrieval/index.ts'

/** What a thread can be recognised by near a cursor. */
export interface ThreadWords {
  /** Words and pairs of characters of its title and of its sentences, folded. */
  readonly terms: ReadonlySet<string>
  /** Its people: all names of each, by the first of them. */
  readonly people: ReadonlyMap<string, readonly string[]>
}

/** In how many stretches of a book each feature occurs, and how many there are. */
export interface BookUse {
  /** Stretches of the length of a window. */
  readonly stretches: number
  /** By term, or by `personKey`. */
  readonly counts: ReadonlyMap<string, number>
}

/** A thread near a cursor. */
export interface Relevance {
  /** How far what they have in common is above what any place of the book has, in standard deviations. */
  readonly score: number
  /** What they have in common, rarest first, as a reader may see it. */
  readonly terms: readonly string[]
}

/** UTF-16 units of a window in front of a cursor: about a page. */
export const windowUnits = { zh: 600, en: 1800 } as const
/** From here on a thread is near. Chosen on the novels of `bench -- threads`. */
export const nearScore = 3
/** A word that stands on more of the pages than this belongs to no thread. */
const commonShare = 0.12
/** In a short book a few pages are a large share. */
const seldomPages = 3

/** The key of a person among the features of a book; names are no terms. */
const personKey = (name: string): string => `@${name}`

/** A text as its words and its stretches of characters, each between spaces, folded. */
export interface Page {
  readonly terms: ReadonlySet<string>
  readonly spaced: string
}

export function pageOf(text: string): Page {
  const folded = fold(text)
  const terms = new Set<string>()
  let spaced = ' '
  eachRun(folded, (kind, from, to) => {
    const run = folded.slice(from, to)
    spaced += `${run} `
    if (kind === 'word') terms.add(run)
    else for (const pair of pairsOf(run)) terms.add(pair)
  })
  return { terms, spaced }
}

/** The features of a thread. `people`: all names of each. */
export function threadWords(texts: readonly string[], people: readonly (readonly string[])[]): ThreadWords {
  const names = new Map(
    people.flatMap((all) => (all[0] === undefined ? [] : [[all[0], all.map(spacedName)] as const])),
  )
  const ofPeople = new Set(people.flat().flatMap((name) => [...pageOf(name).terms]))
  const terms = texts.flatMap((text) => [...pageOf(text).terms])
  return { terms: new Set(terms.filter((term) => !ofPeople.has(term))), people: names }
}

/** A name of Latin letters is a whole word; one of Chinese characters may stand inside a run. */
function spacedName(name: string): string {
  const { spaced } = pageOf(name)
  return /[a-z0-9]/.test(spaced) ? spaced : spaced.trim()
}

/** Counts the features of all threads in a chapter, in one page of `stride`. */
export function countUse(
  text: string,
  threads: readonly ThreadWords[],
  pageUnits: number,
  stride = 1,
): BookUse {
  const terms = new Set(threads.flatMap((each) => [...each.terms]))
  const people = new Map(threads.flatMap((each) => [...each.people]))
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  let stretches = 0
  for (let from = 0; from < text.length; from += pageUnits * stride) {
    const page = pageOf(text.slice(from, from + pageUnits))
    for (const term of page.terms) if (terms.has(term)) add(term)
    for (const [name, names] of people) if (isNamed(page, names)) add(personKey(name))
    stretches += 1
  }
  return { stretches, counts }
}

/** The use in several chapters. */
export function joinedUse(uses: readonly BookUse[]): BookUse {
  const counts = new Map<string, number>()
  for (const use of uses)
    for (const [key, count] of use.counts) counts.set(key, (counts.get(key) ?? 0) + count)
  return { stretches: uses.reduce((sum, { stretches }) => sum + stretches, 0), counts }
}

const isNamed = ({ spaced }: Page, names: readonly string[]) => names.some((name) => spaced.includes(name))

/**
 * What a page has in common with a thread, against what any page of the book has: each feature weighs −ln of its share
 * of the pages, and the sum is measured by its mean and deviation over the book. So a rare word, or three people who
 * seldom meet, bring a thread to mind, and a hero who is on every page does not.
 */
export function relevance(page: Page, { terms, people }: ThreadWords, use: BookUse): Relevance {
  let [sum, mean, variance] = [0, 0, 0]
  const common: { readonly shown: string; readonly weight: number }[] = []
  const feature = (key: string, shown: string, isThere: boolean) => {
    const count = use.counts.get(key) ?? 0
    const share = Math.min(0.5, (count + 0.5) / (use.stretches + 1))
    if (share > commonShare && count > seldomPages) return
    const weight = -Math.log(share)
    mean += share * weight
    variance += share * (1 - share) * weight * weight
    if (!isThere) return
    sum += weight
    common.push({ shown, weight })
  }
  for (const term of terms) feature(term, term, page.terms.has(term))
  for (const [name, names] of people) feature(personKey(name), name, isNamed(page, names))
  return {
    score: variance === 0 ? 0 : (sum - mean) / Math.sqrt(variance),
    terms: common.toSorted((a, b) => b.weight - a.weight).map(({ shown }) => shown),
  }
}
