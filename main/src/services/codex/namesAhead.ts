import type { CodexEntry } from './entry.ts'
import type { Standpoint } from './entryAsOf.ts'
import { findMentions, type Mention } from './mentions.ts'
import type { Codex } from './selectForPrompt.ts'

export interface NameAhead {
  /** As it stands in the text. */
  readonly name: string
  /** UTF-16 offset of its first mention. */
  readonly from: number
  /** The chapter from which on it is known. */
  readonly revealedIn: string
}

/**
 * Names in a text that nobody may know as of a chapter: of entries that begin later, and aliases that do. A name
 * that some entry bears already is no secret. Undefined: the codex keeps no name for later.
 */
export function namesAhead(text: string, codex: Codex, standpoint: Standpoint): NameAhead[] | undefined {
  const isRevealedLater = ({ from, aliases }: CodexEntry) =>
    from !== undefined || aliases.some((alias) => typeof alias !== 'string' && alias.from !== undefined)
  if (![...codex.alwaysChecked].some(({ entry }) => isRevealedLater(entry))) return undefined
  const byPlace = new Map<number, Mention[]>()
  for (const mention of findMentions(text, codex.index))
    byPlace.set(mention.from, [...(byPlace.get(mention.from) ?? []), mention])
  const hits = new Map<string, NameAhead>()
  for (const [from, owners] of byPlace) {
    const begins = owners.map(({ entry, key }) =>
      revealChapterOf(codex.byId.get(entry.id)?.entry, key, standpoint),
    )
    const [revealedIn] = begins
    const name = text.slice(from, owners[0]?.to)
    if (revealedIn !== undefined && !begins.includes(undefined) && !hits.has(name))
      hits.set(name, { name, from, revealedIn })
  }
  return [...hits.values()]
}

/** The later chapter with which a name of an entry begins; undefined: it has begun, or nobody can say when. */
function revealChapterOf(entry: CodexEntry | undefined, key: string, { order, documentId }: Standpoint) {
  const position = order.get(documentId)
  const later = (from: string | undefined) =>
    from !== undefined && position !== undefined && (order.get(from) ?? -1) > position ? from : undefined
  if (!entry || later(entry.from) !== undefined || key === entry.name) return later(entry?.from)
  const spans = entry.aliases.filter((alias) => (typeof alias === 'string' ? alias : alias.name) === key)
  const begins = spans.map((alias) => (typeof alias === 'string' ? undefined : later(alias.from)))
  return begins.includes(undefined) ? undefined : begins[0]
}
