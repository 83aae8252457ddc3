import type { CodexEntry } from './entry.ts'
import { entryAsOf, type Standpoint } from './entryAsOf.ts'

/** A change that an entry does not include as of a chapter, and why. */
interface OmittedChange {
  readonly reason: 'later' | 'over' | 'hidden'
  readonly from: string
  readonly text: string
}

/** Why an entry, or a part of it, is not in a chapter's prompt. */
export interface EntryVisibility {
  /** The entry's id. */
  readonly id: string
  /** The entry's main name. */
  readonly name: string
  /** When the author wants the entry in a prompt. */
  readonly level: CodexEntry['aiContextLevel']
  /** `later`: it does not exist before `from`; `hidden`: the chapter's point-of-view character is not aware of it. */
  readonly unknown?: { readonly reason: 'later' | 'hidden'; readonly from?: string }
  /** Changes of the entry that this chapter may not read yet. */
  readonly omitted: readonly OmittedChange[]
}

export function explainVisibility(entry: CodexEntry, standpoint: Standpoint): EntryVisibility {
  const asOf = entryAsOf(entry, standpoint)
  const { order, documentId } = standpoint
  const position = order.get(documentId) ?? -1
  const isLater = (from: string | undefined) => from !== undefined && (order.get(from) ?? -1) > position
  const omitted = entry.progressions
    .filter((change) => !asOf.progressions.includes(change))
    .map(({ from, to, text, state }): OmittedChange => {
      const isOver = to !== undefined && (order.get(to) ?? Number.POSITIVE_INFINITY) < position
      const reason = isLater(from) ? 'later' : isOver ? 'over' : 'hidden'
      return { reason, from, text: [state, text].filter(Boolean).join('：') }
    })
  const unknown = isLater(entry.from)
    ? { reason: 'later' as const, ...(entry.from === undefined ? {} : { from: entry.from }) }
    : { reason: 'hidden' as const }
  return {
    id: entry.id,
    name: entry.name,
    level: entry.aiContextLevel,
    ...(asOf.isVisible ? {} : { unknown }),
    omitted,
  }
}
