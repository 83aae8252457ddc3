import { isInWord, mayFollow, mayPrecede } from './boundaries.ts'

/**
 * How often each unit occurs in a position; unit 0 is the edge of a clause: punctuation, space, the edge of the text.
 */
type UnitCounts = Map<number, number>

interface Neighbours {
  count: number
  readonly before: UnitCounts
  readonly after: UnitCounts
  /** Those at the beginning of a clause. */
  starts: number
  readonly afterStart: UnitCounts
}

/** Neighbours of the names of a text, and of its single characters that are names too. */
export interface NeighbourCounts {
  readonly names: Neighbours
  readonly characters: ReadonlyMap<number, Neighbours>
}

/**
 * Whether a character that is also a name is used as the name between two units, of which 0 is the edge of a clause.
 */
export type CharacterUse = (before: number, after: number, isTitled: boolean) => boolean

const noNeighbours = (): Neighbours => ({
  count: 0,
  before: new Map(),
  after: new Map(),
  starts: 0,
  afterStart: new Map(),
})

/** For the characters of scripts that write words together; a Latin letter has spaces on both sides. */
export const createCounts = (characters: Iterable<number>): NeighbourCounts => ({
  names: noNeighbours(),
  characters: new Map([...characters].filter((unit) => unit >= 0x3041).map((unit) => [unit, noNeighbours()])),
})

export const edgeOr = (unit: number | undefined): number => (unit !== undefined && isInWord(unit) ? unit : 0)

const add = (counts: UnitCounts, unit: number, times: number) =>
  counts.set(unit, (counts.get(unit) ?? 0) + times)

/** Counts one place. */
export function countPlace(neighbours: Neighbours, before: number, after: number): void {
  neighbours.count += 1
  add(neighbours.before, before, 1)
  add(neighbours.after, after, 1)
  if (before !== 0) return
  neighbours.starts += 1
  add(neighbours.afterStart, after, 1)
}

/** Adds what was counted in a text to a sum, or takes it off again (`times` −1). */
export function addCounts(sum: NeighbourCounts, part: NeighbourCounts, times: 1 | -1): void {
  const join = (to: Neighbours, from: Neighbours) => {
    to.count += times * from.count
    to.starts += times * from.starts
    for (const side of ['before', 'after', 'afterStart'] as const)
      for (const [unit, count] of from[side]) add(to[side], unit, times * count)
  }
  join(sum.names, part.names)
  for (const [unit, neighbours] of sum.characters) {
    const other = part.characters.get(unit)
    if (other) join(neighbours, other)
  }
}

/** Fewer occurrences are not conclusive. */
const leastPlaces = 8
/** Similarity of its clause beginnings to those of names, [0,1], from which it is a name by itself. */
const leastAlike = 0.3
/** So alike that it is one even between two marks. */
const surelyAlike = 0.5
/** So much rarer next to a name than next to the character: the two make a word (良策, 策马, 子瑜). */
const wordBefore = 0.1
const wordAfter = 0.05
/** Not so much rarer: names follow it. */
const nameBefore = 0.2

/**
 * Measures in a book how its one-character names are used, by the neighbours of its longer ones: 操 starts clauses as
 * 曹操 and 孔明 do, 云 does not. Undefined for a character that is too rare. Own algorithm: a character's neighbours
 * are weighed by how often they are next to a name and how often next to it; the measures that its thresholds were
 * set by are in `bench/mentions.ts`.
 */
export function inferUse(
  { names, characters }: NeighbourCounts,
  character: number,
): CharacterUse | undefined {
  const own = characters.get(character)
  if (!own || own.count < leastPlaces || names.count < leastPlaces) return undefined
  /** Above 1: rather next to names; far below: rather next to this character, in a word of its own. */
  const leaning = (side: 'before' | 'after', unit: number) => {
    const nearNames = ((names[side].get(unit) ?? 0) + 0.5) / (names.count + 100)
    return nearNames / ((own[side].get(unit) ?? 0.5) / own.count)
  }
  const isWord = (side: 'before' | 'after', unit: number, threshold: number, leastCount: number) =>
    unit !== 0 && (own[side].get(unit) ?? 0) >= leastCount && leaning(side, unit) < threshold
  let alike = 0
  for (const [unit, count] of own.afterStart) {
    const ofNames = (names.afterStart.get(unit) ?? 0) / Math.max(1, names.starts)
    alike += Math.min(count / Math.max(1, own.starts), ofNames)
  }
  return (before, after, isTitled) => {
    if (isWord('before', before, wordBefore, 2)) return false
    if (isTitled) return true
    if (!mayFollow(after) && isWord('after', after, wordAfter, 3)) return false
    if (alike < leastAlike) return (before === 0 || mayPrecede(before)) && mayFollow(after)
    if (before === 0) return after !== 0 || alike >= surelyAlike
    return mayPrecede(before) && leaning('before', before) >= nameBefore
  }
}
