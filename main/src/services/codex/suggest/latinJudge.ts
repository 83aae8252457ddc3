import type { JudgedName } from './hanJudge.ts'
import { emptyUse, type LatinUse } from './latinSeeds.ts'
import {
  factionNouns,
  noLatinNames,
  otherTitles,
  placeNouns,
  thingNouns,
  titlesOfMen,
  titlesOfWomen,
} from './latinWords.ts'

const leastCount = 3
/** Of all its places, those inside a sentence: fewer, and it is a word that begins sentences. */
const leastInside = 0.15

/** What the chapters of a book count of each phrase; at the beginning of a sentence without what only has its capital from there. */
export function sumLatin(chapters: readonly ReadonlyMap<string, LatinUse>[]): Map<string, LatinUse> {
  const sums = new Map<string, LatinUse>()
  for (const uses of chapters) for (const [name, use] of uses) if (use.inside > 0) addUse(sums, name, use)
  for (const uses of chapters)
    for (const [name, use] of uses) {
      if (use.inside > 0) continue
      const rest = name.slice(name.indexOf(' ') + 1)
      if (sums.has(name)) addUse(sums, name, use)
      else if (rest !== name && sums.has(rest)) addUse(sums, rest, { ...use, inside: use.begins, begins: 0 })
    }
  return sums
}

function addUse(sums: Map<string, LatinUse>, name: string, use: LatinUse): void {
  const sum = sums.get(name) ?? emptyUse()
  sum.inside += use.inside
  sum.begins += use.begins
  sum.placed += use.placed
  sum.mayBePlaced += use.mayBePlaced
  sum.article += use.article
  sum.speech += use.speech
  sum.acts += use.acts
  sum.owns += use.owns
  sums.set(name, sum)
}

/** Decides which phrases of a book are names, and of what. */
export function judgeLatin(sums: ReadonlyMap<string, LatinUse>): JudgedName[] {
  const surnames = new Set(
    [...sums.keys()].flatMap((text) => (titleOf(text) === undefined ? [] : text.split(' ').slice(1))),
  )
  return [...sums].flatMap(([text, use]): JudgedName[] => {
    const count = use.inside + use.begins
    if (count < leastCount) return []
    const decision = decide(text, use, count)
    // At Kenge and Carboy's: where there is a Mr. Kenge, Kenge is no place.
    const isSurname = decision?.kind === 'location' && surnames.has(text)
    return decision === undefined || isSurname ? [] : [{ text, count, ...decision }]
  })
}

/** Mr. Jarndyce, Sir Leicester: the title in front, without its full stop. */
export function titleOf(text: string): string | undefined {
  const first = text.slice(0, text.indexOf(' ')).replace('.', '')
  return titlesOfMen.has(first) || titlesOfWomen.has(first) || otherTitles.has(first) ? first : undefined
}

/** Jarndyce of Mr. Jarndyce. */
export const untitled = (text: string): string =>
  titleOf(text) === undefined ? text : text.slice(text.indexOf(' ') + 1)

function decide(
  text: string,
  use: LatinUse,
  count: number,
): Pick<JudgedName, 'kind' | 'certainty'> | undefined {
  const words = text.split(' ')
  const last = words.at(-1) ?? ''
  const title = titleOf(text)
  if (words.every((word) => noLatinNames.has(word.replace('.', '')))) return undefined
  if (noLatinNames.has(words[0] ?? '') && title === undefined && !placeNouns.has(last)) return undefined
  const inside = Math.max(1, use.inside)
  const weight = Math.log2(count)
  const placed = use.placed / inside
  const human = (use.speech + use.acts + 0.5 * use.owns) / count
  const isPlaced = placed + 0.3 * (use.mayBePlaced / inside) > 0.25 && human < Math.max(0.15, placed / 2)
  if (
    title !== undefined &&
    words.length > 1 &&
    !(placeNouns.has(last) && !takesName.has(title)) &&
    !(title === 'Saint' && isPlaced)
  )
    return { kind: 'character', certainty: weight + 2 }
  if (use.inside < leastInside * count || last.length < 2) return undefined
  if (words.length > 1) {
    if (placeNouns.has(last) && human < 0.2) return { kind: 'location', certainty: weight + 1 + 2 * placed }
    if (factionNouns.has(last)) return { kind: 'faction', certainty: weight + 1 }
    if (thingNouns.has(last) && human < 0.1) return { kind: 'item', certainty: weight }
  }
  const article = use.article / inside
  if (isPlaced) return { kind: 'location', certainty: weight + 3 * placed - 2 * article }
  if (article > 0.3 || human < 0.06) return undefined
  return { kind: 'character', certainty: weight + 2 * Math.min(human, 0.5) }
}

/** Titles behind which a word for a place is a surname: Mr. Field. */
const takesName = new Set([...titlesOfMen, ...titlesOfWomen])
