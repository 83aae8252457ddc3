import type { CodexEntry } from './entry.ts'
import { entryAsOf, type Standpoint } from './entryAsOf.ts'

/** A change that an entry does not say as of a chapter, and why. */
export interface UnsaidChange {
  readonly why: 'later' | 'over' | 'hidden'
  readonly from: string
  readonly text: string
}

/** What keeps an entry, or something of it, out of a chapter's prompt. */
export interface EntryStanding {
  readonly id: string
  readonly name: string
  readonly level: CodexEntry['aiContextLevel']
  /** `later`: not known before `from`; `hidden`: the chapter's point-of-view character does not know it. */
  readonly unknown?: { readonly why: 'later' | 'hidden'; readonly from?: string }
  readonly unsaid: readonly UnsaidChange[]
}

export function entryStanding(entry: CodexEntry, standpoint: Standpoint): EntryStanding {
  const known = entryAsOf(entry, standpoint)
  const { order, documentId } = standpoint
  const here = order.get(documentId) ?? -1
  const isLater = (from: string | undefined) => from !== undefined && (order.get(from) ?? -1) > here
  const unsaid = entry.progressions
    .filter((change) => !known.progressions.includes(change))
    .map(({ from, to, text, state }): UnsaidChange => {
      const isOver = to !== undefined && (order.get(to) ?? Number.POSITIVE_INFINITY) < here
      const why = isLater(from) ? 'later' : isOver ? 'over' : 'hidden'
      return { why, from, text: [state, text].filter(Boolean).join('：') }
    })
  const unknown = isLater(entry.from)
    ? { why: 'later' as const, ...(entry.from === undefined ? {} : { from: entry.from }) }
    : { why: 'hidden' as const }
  return {
    id: entry.id,
    name: entry.name,
    level: entry.aiContextLevel,
    ...(known.isKnown ? {} : { unknown }),
    unsaid,
  }
}
