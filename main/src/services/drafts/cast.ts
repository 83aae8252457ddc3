import type { CheckedRow } from './checkedRow.ts'
import type { DraftKind } from './draftAnswer.ts'

/** Names that are one person, place or thing, whatever a model says. */
export interface NameOwner {
  /** The names, of which the first is the main one. */
  readonly names: readonly string[]
  /** What it is. */
  readonly kind: DraftKind
  /** Its entry; absent: it has none. */
  readonly entryId?: string | undefined
}

/** All rows about one person, place or thing. */
export interface Member {
  /** Its main name. */
  readonly name: string
  readonly kind: DraftKind
  /** Its entry; absent: it has none. */
  readonly entryId?: string | undefined
  /** Names that are certainly its own, folded. */
  readonly names: ReadonlySet<string>
  /** In the order of the answers. */
  readonly rows: readonly CheckedRow[]
}

/** Everybody that the rows are about. */
export interface Cast {
  readonly members: readonly Member[]
  /** The member that a name belongs to, or the names of nobody that a row has; undefined: none, or several. */
  ownerOf(name: string): string | undefined
  /** Key of a member, as `ownerOf` answers it. */
  keyOf(member: Member): string
}

/** Makes names comparable: width, Traditional forms and letter case. */
export type FoldName = (name: string) => string

/**
 * Whom rows are about. What author and book separate is never joined: a name belongs to its owner, and an alias that
 * belongs to somebody else joins nothing. Names without an owner are joined when one sentence has both, or when a
 * shared alias has two names only.
 */
export function createCast(rows: readonly CheckedRow[], owners: readonly NameOwner[], fold: FoldName): Cast {
  const ownerKeys = keysByName(owners, fold)
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    const parent = parents.get(key)
    return parent === undefined ? key : rootOf(parent)
  }
  /** Two owners are never joined: at least one of the keys is a name without one. */
  const join = (a: string, b: string) => {
    const [first, second] = [rootOf(a), rootOf(b)]
    if (first === second || (isOwner(first) && isOwner(second))) return
    if (isOwner(second)) parents.set(first, second)
    else parents.set(second, first)
  }
  const ownerKeyOf = (name: string): string | undefined => {
    const keys = ownerKeys.get(fold(name))
    return keys?.size === 1 ? [...keys][0] : undefined
  }
  const isShared = (name: string) => (ownerKeys.get(fold(name))?.size ?? 0) > 1
  const keyOfName = (name: string) => ownerKeyOf(name) ?? freeKey(fold(name))
  const rowNames = new Set(rows.map(({ name }) => fold(name)))
  const claims = new Map<string, Set<string>>()
  for (const { name, aliases } of rows)
    for (const { text, evidence } of aliases) {
      if (isShared(text) || isShared(name) || !evidence.quote.includes(name)) continue
      const hasOwner = ownerKeyOf(text) !== undefined || rowNames.has(fold(text))
      if (hasOwner) join(keyOfName(name), keyOfName(text))
      else claims.set(fold(text), (claims.get(fold(text)) ?? new Set()).add(keyOfName(name)))
    }
  for (const keys of claims.values()) {
    const [first, second] = [...keys]
    if (keys.size === 2 && first !== undefined && second !== undefined) join(first, second)
  }
  const byRoot = Map.groupBy(rows, ({ name }) => rootOf(keyOfName(name)))
  const members = new Map(
    [...byRoot].map(([key, own]): [string, Member] => [key, memberOf(own, ownerAt(owners, key), fold)]),
  )
  const keys = new Map([...members].map(([key, member]) => [member, key]))
  return {
    members: [...members.values()],
    ownerOf(name) {
      if (isShared(name)) return undefined
      const key = ownerKeyOf(name)
      if (key !== undefined) return rootOf(key)
      return rowNames.has(fold(name)) ? rootOf(freeKey(fold(name))) : undefined
    },
    keyOf: (member) => keys.get(member) ?? '',
  }
}

const freeKey = (folded: string) => `name:${folded}`
const isOwner = (key: string) => key.startsWith('owner:')
const ownerAt = (owners: readonly NameOwner[], key: string) =>
  isOwner(key) ? owners[Number(key.slice('owner:'.length))] : undefined

function keysByName(owners: readonly NameOwner[], fold: FoldName): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>()
  owners.forEach(({ names, entryId }, index) => {
    for (const name of names) {
      const present = keys.get(fold(name))
      // The author's own word about a name counts for more than what the book was counted for.
      const isAuthors =
        entryId === undefined && [...(present ?? [])].some((key) => ownerAt(owners, key)?.entryId)
      if (!isAuthors) keys.set(fold(name), (present ?? new Set()).add(`owner:${index}`))
    }
  })
  return keys
}

function memberOf(rows: readonly CheckedRow[], owner: NameOwner | undefined, fold: FoldName): Member {
  const used = [...Map.groupBy(rows, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length)
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length)
  const inText = used.filter(([, own]) => own.some(({ isNamed }) => isNamed))
  const [name = ''] = inText[0] ?? used[0] ?? []
  const names = new Set([...(owner?.names ?? []), ...rows.map((row) => row.name)].map(fold))
  return {
    name: owner?.names[0] ?? name,
    kind: owner?.kind ?? kinds[0]?.[0] ?? 'character',
    ...(owner?.entryId !== undefined && { entryId: owner.entryId }),
    names,
    rows,
  }
}
