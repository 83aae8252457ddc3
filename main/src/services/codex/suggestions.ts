import type { EntryType } from './entry.ts'
import { aliasNames } from './entry.ts'
import type { NamedEntry } from './nameIndex.ts'
import { surnames, titles } from './nameWords.ts'
import { type BookName, type BookNames, foldName, type NameKind, untitled } from './suggest/index.ts'

/** An entry as far as suggestions need it. */
export interface NamedCodexEntry extends Pick<NamedEntry, 'id' | 'name' | 'aliases'> {
  readonly type: EntryType
}

/** What the author may want to add: an entry with its aliases, or aliases of an entry. */
interface Suggestion extends BookName {
  /** The entry that the names probably belong to; absent: a new one. */
  readonly of?: string
}

/** A name that two entries have. */
interface SharedAlias {
  readonly text: string
  /** Occurrences in the manuscript. */
  readonly count: number
  /** One of the entries. */
  readonly of: string
  /** A sentence with it; empty when there is none. */
  readonly sample: string
}

export interface Suggestions {
  /** By kind, the surest first; only names that the codex does not have. */
  readonly items: readonly Suggestion[]
  readonly sharedAliases: readonly SharedAlias[]
}

export interface SuggestionFilter {
  /** Absent: all kinds. */
  readonly kind?: NameKind | undefined
  /** The most of each kind. */
  readonly limit: number
}

const kinds: readonly NameKind[] = ['character', 'location', 'item', 'faction']
const mostShared = 500

/**
 * What the author may want to add: names that the book uses and the codex does not have, aliases of its entries, and
 * aliases that two entries share. A heuristic over the text; nothing is added by itself.
 */
export function suggestEntries(
  book: BookNames,
  entries: readonly NamedCodexEntry[],
  { kind, limit }: SuggestionFilter,
): Suggestions {
  const owners = new Map<string, NamedCodexEntry[]>()
  for (const entry of entries)
    for (const name of new Set([entry.name, ...aliasNames(entry)].map(foldName)))
      owners.set(name, [...(owners.get(name) ?? []), entry])
  const items = book.find([...owners.keys()]).map((name) => withOwner(name, owners, entries))
  const shared = [...owners].filter(([, { length }]) => length > 1).slice(0, mostShared)
  const uses = book.occurrencesOf(shared.map(([name]) => name))
  return {
    items: (kind === undefined ? kinds : [kind]).flatMap((itemKind) =>
      items.filter((item) => item.kind === itemKind).slice(0, limit),
    ),
    sharedAliases: shared
      .flatMap(([name, of], at) =>
        of.map((entry) => ({ text: writtenIn(entry, name), of: entry.id, ...uses[at] })),
      )
      .map(({ text, of, count = 0, sample = '' }) => ({ text: text.slice(0, 200), count, of, sample }))
      .slice(0, mostShared),
  }
}

const writtenIn = (entry: NamedCodexEntry, folded: string) =>
  [entry.name, ...aliasNames(entry)].find((name) => foldName(name) === folded) ?? folded

/** The entry that has one of the names already, else the only one that a name fits. */
function withOwner(
  name: BookName,
  owners: ReadonlyMap<string, readonly NamedCodexEntry[]>,
  entries: readonly NamedCodexEntry[],
): Suggestion {
  const isListed = (text: string) => owners.has(foldName(text))
  const has = name.aliases.flatMap((alias) => owners.get(foldName(alias)) ?? [])
  const owner = has.length === 1 ? has[0] : ownerOf(name.text, entries)
  const aliases = name.aliases.filter((alias) => !isListed(alias))
  if (owner === undefined) return { ...name, aliases }
  const kind = kinds.find((itemKind) => itemKind === owner.type) ?? name.kind
  return { ...name, kind, aliases, of: owner.id }
}

const isTitled = new RegExp(`^[${surnames}](?:${titles})$`, 'u')
const longestTitledName = 4

/** The one entry whose name shares a character with a title behind it, or ends alike; undefined when several do. */
function ownerOf(written: string, entries: readonly NamedCodexEntry[]): NamedCodexEntry | undefined {
  const text = untitled(written)
  const called = text.replace(/^[老小阿]/u, '')
  const titled = isTitled.test(text)
  const owners = entries.filter(({ name }) => {
    if (titled) return name.length <= longestTitledName && name.includes(text.slice(0, 1))
    if (called !== text)
      return called.length > 1 || surnames.includes(called) ? name.startsWith(called) : name.endsWith(called)
    return (
      name.length > 2 &&
      (name.split(' ').includes(text) || text.endsWith(name.slice(1)) || name.endsWith(text))
    )
  })
  return owners.length === 1 ? owners[0] : undefined
}
