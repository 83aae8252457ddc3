import { isOneCharacter } from './boundaries.ts'
import type { CharacterUse } from './characterUse.ts'
import { aliasNames, type CodexEntry } from './entry.ts'
import type { Fold } from './fold.ts'

/** What matching needs to know of an entry, whatever its level. */
export interface NamedEntry {
  readonly id: string
  readonly name: string
  /** Those of all chapters: the author may write a name before its chapter. */
  readonly aliases: CodexEntry['aliases']
  readonly exclude: readonly string[]
  readonly caseSensitive: boolean
}

/** One entry behind a name. */
export interface Owner {
  readonly entry: NamedEntry
  /** The name or alias as the codex writes it. */
  readonly key: string
  /** Folded with letter case; set when the entry is case-sensitive. */
  readonly cased: string | undefined
  /** Position of the name inside a phrase that is no mention of the entry. */
  readonly excluded: readonly { readonly phrase: string; readonly offset: number }[]
}

export interface Name {
  readonly folded: string
  readonly oneCharacter: boolean
  readonly owners: readonly Owner[]
}

/** Names with the same first two units. */
interface Bucket {
  /** Of all of them, longest first. */
  readonly lengths: readonly number[]
  /** The third units of the longer ones: where none of them follows, only `short` is left. */
  readonly thirds: ReadonlySet<number>
  readonly short: readonly number[]
  readonly names: ReadonlyMap<string, Name>
}

export interface NameIndex {
  readonly fold: Fold
  /** Every distinct folded name. */
  readonly names: readonly Name[]
  /** What a unit can be: `isName` by itself, `isStart` of a longer name, both or neither. */
  readonly kinds: Uint8Array
  readonly single: ReadonlyMap<number, Name>
  readonly buckets: PairTable<Bucket>
  /** False: folding may ignore letter case. */
  readonly hasCase: boolean
  /** Units of the longest folded name. */
  readonly longest: number
  /** Use of its one-character names in the book, as far as it is conclusive. */
  readonly uses?: ReadonlyMap<number, CharacterUse>
}

export const isName = 1
export const isStart = 2

/** Indexes names and aliases of all entries; linear in their number and length. */
export function buildNameIndex(entries: readonly NamedEntry[], fold: Fold): NameIndex {
  const names = new Map<string, Owner[]>()
  for (const entry of entries) {
    const phrases = entry.exclude.map((phrase) => fold(phrase).text).filter((phrase) => phrase !== '')
    const visited = new Set<string>()
    for (const key of [entry.name, ...aliasNames(entry)]) {
      const { text, cased } = fold(key.trim(), entry.caseSensitive)
      if (text.trim() === '' || visited.has(text)) continue
      visited.add(text)
      const owner = {
        entry,
        key,
        cased: entry.caseSensitive ? cased : undefined,
        excluded: phrases.flatMap((phrase) => placesIn(phrase, text)),
      }
      const owners = names.get(text)
      if (owners) owners.push(owner)
      else names.set(text, [owner])
    }
  }
  return { fold, ...arrange(names), hasCase: entries.some(({ caseSensitive }) => caseSensitive) }
}

function arrange(owners: ReadonlyMap<string, readonly Owner[]>): Omit<NameIndex, 'fold' | 'hasCase'> {
  const names: Name[] = []
  const kinds = new Uint8Array(65_536)
  const single = new Map<number, Name>()
  const groups = new Map<string, Map<string, Name>>()
  let longest = 0
  for (const [folded, of] of owners) {
    const name = { folded, oneCharacter: folded.length <= 8 && isOneCharacter(folded), owners: of }
    const first = folded.charCodeAt(0)
    names.push(name)
    longest = Math.max(longest, folded.length)
    kinds[first] = (kinds[first] ?? 0) | (folded.length === 1 ? isName : isStart)
    if (folded.length === 1) single.set(first, name)
    else {
      const pair = folded.slice(0, 2)
      const group = groups.get(pair)
      if (group) group.set(folded, name)
      else groups.set(pair, new Map([[folded, name]]))
    }
  }
  const buckets = [...groups].map(([pair, group]): [string, Bucket] => {
    const lengths = [...new Set([...group.keys()].map(({ length }) => length))].sort((a, b) => b - a)
    const thirds = new Set([...group.keys()].flatMap((name) => (name.length > 2 ? name.charCodeAt(2) : [])))
    return [pair, { lengths, thirds, short: lengths.filter((length) => length === 2), names: group }]
  })
  return { names, kinds, single, buckets: createPairTable(buckets), longest }
}

function placesIn(phrase: string, name: string): { phrase: string; offset: number }[] {
  const positions = []
  for (let offset = phrase.indexOf(name); offset >= 0; offset = phrase.indexOf(name, offset + 1)) {
    positions.push({ phrase, offset })
  }
  return positions
}

/** Values by two UTF-16 units; a Map with such keys would box every one of them. */
interface PairTable<Value> {
  get(first: number, second: number): Value | undefined
}

/** An open-addressing table, at most a quarter full; `entries` are given by strings of two units, each once. */
function createPairTable<Value>(entries: readonly (readonly [string, Value])[]): PairTable<Value> {
  const bits = Math.max(4, Math.ceil(Math.log2(entries.length * 4 + 1)))
  const mask = 2 ** bits - 1
  const keys = new Int32Array(mask + 1)
  /** Place among the values, from 1; 0 is free. */
  const positions = new Int32Array(mask + 1)
  const values = entries.map(([, value]) => value)

  function slotOf(key: number): number {
    let slot = Math.imul(key, goldenRatio) >>> (32 - bits)
    while (positions[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  for (const [index, [pair]] of entries.entries()) {
    const key = (pair.charCodeAt(0) << 16) | pair.charCodeAt(1)
    const slot = slotOf(key)
    keys[slot] = key
    positions[slot] = index + 1
  }
  return {
    get(first, second) {
      const place = positions[slotOf((first << 16) | second)] ?? 0
      return place === 0 ? undefined : values[place - 1]
    },
  }
}

/** Knuth's multiplicative hashing: neighbouring keys, which Chinese names have, end far apart. */
const goldenRatio = 0x9e3779b1
