import type { CodexEntry } from './entry.ts'
import { entryAsOf } from './entryAsOf.ts'

/** Entries and the ties between them, as of a chapter. */
export interface EntryTies {
  /** Entries with a tie, in the order of the codex. */
  readonly entries: readonly Pick<CodexEntry, 'id' | 'name' | 'type'>[]
  /** `from` and `to` are ids of `entries`; of two entries there may be several. */
  readonly ties: readonly { readonly from: string; readonly to: string; readonly kind: string }[]
  /** Ties that lead to no entry, or to one that does not exist yet in this chapter. */
  readonly open: number
}

/** What the codex says of who belongs to whom in a chapter. `order`: positions of chapters by every name they have. */
export function entryTies(
  entries: readonly CodexEntry[],
  order: ReadonlyMap<string, number>,
  documentId: string,
): EntryTies {
  const present = entries
    .map((entry) => entryAsOf(entry, { order, documentId, pointOfView: undefined }))
    .filter(({ isVisible }) => isVisible)
  const idOf = new Map(present.flatMap(({ entry: { id, name } }) => [[name, id] as const]))
  for (const { entry } of present) idOf.set(entry.id, entry.id)
  const all = present.flatMap(({ entry, relations }) =>
    relations.map(({ to, kind }) => ({ from: entry.id, to: idOf.get(to), kind })),
  )
  const ties = all.flatMap(({ from, to, kind }) =>
    to === undefined || to === from ? [] : [{ from, to, kind }],
  )
  const tied = new Set(ties.flatMap(({ from, to }) => [from, to]))
  return {
    entries: present.flatMap(({ entry: { id, name, type } }) => (tied.has(id) ? [{ id, name, type }] : [])),
    ties,
    open: all.length - ties.length,
  }
}
