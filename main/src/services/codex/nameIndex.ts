import { isOneCharacter } from './boundaries.ts'
import type { Fold } from './fold.ts'

/** What matching needs to know of an entry, whatever its level. */
export interface NamedEntry {
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly exclude: readonly string[]
  readonly caseSensitive: boolean
}

/** One entry behind a name. */
export interface Owner {
  readonly entry: NamedEntry
  /** The name or alias as the codex writes it. */
  readonly key: string
  /** Folded with letter case kept; set when the entry wants it. */
  readonly cased: string | undefined
  /** Where the name stands inside a phrase that is no mention of the entry. */
  readonly excluded: readonly { readonly phrase: string; readonly offset: number }[]
}

export interface Name {
  readonly folded: string
  readonly oneCharacter: boolean
  readonly owners: readonly Owner[]
}

/** Names that begin with the same two units, by length, longest first. */
interface Bucket {
  readonly lengths: readonly number[]
  readonly names: ReadonlyMap<string, Name>
}

export interface NameIndex {
  readonly fold: Fold
  readonly buckets: ReadonlyMap<number, Bucket>
  readonly single: ReadonlyMap<number, Name>
  /** False: letter case need not be kept when a text is folded. */
  readonly hasCase: boolean
  /** 1 where some bucket may begin: by a hash of the first two units. */
  readonly hints: Uint8Array
  /** 1 for each unit that is a name by itself. */
  readonly singles: Uint8Array
  /** Units of the longest folded name. */
  readonly longest: number
}

export const bucketKey = (first: number, second: number): number => (first << 16) | second
export const hintOf = (first: number, second: number): number => (first * 31 + second) & 0xffff

/** Indexes names and aliases of all entries; linear in their number and length. */
export function buildNameIndex(entries: readonly NamedEntry[], fold: Fold): NameIndex {
  const names = new Map<string, Owner[]>()
  for (const entry of entries) {
    const phrases = entry.exclude.map((phrase) => fold(phrase).text).filter((phrase) => phrase !== '')
    const seen = new Set<string>()
    for (const key of [entry.name, ...entry.aliases]) {
      const { text, cased } = fold(key.trim(), entry.caseSensitive)
      if (text.trim() === '' || seen.has(text)) continue
      seen.add(text)
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
  const single = new Map<number, Name>()
  const groups = new Map<number, Map<string, Name>>()
  const hints = new Uint8Array(65_536)
  const singles = new Uint8Array(65_536)
  let longest = 0
  for (const [folded, owners] of names) {
    const name = { folded, oneCharacter: folded.length <= 8 && isOneCharacter(folded), owners }
    longest = Math.max(longest, folded.length)
    if (folded.length === 1) {
      single.set(folded.charCodeAt(0), name)
      singles[folded.charCodeAt(0)] = 1
      continue
    }
    const key = bucketKey(folded.charCodeAt(0), folded.charCodeAt(1))
    hints[hintOf(folded.charCodeAt(0), folded.charCodeAt(1))] = 1
    const group = groups.get(key)
    if (group) group.set(folded, name)
    else groups.set(key, new Map([[folded, name]]))
  }
  const buckets = new Map<number, Bucket>()
  for (const [key, group] of groups) {
    const lengths = [...new Set([...group.keys()].map(({ length }) => length))].sort((a, b) => b - a)
    buckets.set(key, { lengths, names: group })
  }
  const hasCase = entries.some(({ caseSensitive }) => caseSensitive)
  return { fold, buckets, single, hints, singles, hasCase, longest }
}

function placesIn(phrase: string, name: string): { phrase: string; offset: number }[] {
  const places = []
  for (let offset = phrase.indexOf(name); offset >= 0; offset = phrase.indexOf(name, offset + 1)) {
    places.push({ phrase, offset })
  }
  return places
}
