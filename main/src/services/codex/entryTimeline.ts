import { chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import { aliasName, type CodexEntry } from './entry.ts'

/** Something that the codex says begins, changes or ends with a chapter. */
export interface TimelineEvent {
  readonly documentId: string
  /** Of the chapter. */
  readonly chapterTitle: string
  /** Place of the chapter in the book, from 0. */
  readonly position: number
  readonly entryId: string
  readonly name: string
  readonly type: CodexEntry['type']
  /** `start`: the entry exists from here. `tie`: a tie to another entry. `alias`: another name. */
  readonly kind: 'start' | 'change' | 'end' | 'tie' | 'alias'
  /** What happens, in the author's words; empty for a start. */
  readonly text: string
}

/** Events up to a chapter in the order of the book, and how many name a chapter that is not in it. */
export function entryTimeline(
  entries: readonly CodexEntry[],
  chapters: readonly (NamedChapter & { readonly title: string })[],
  documentId: string | undefined,
): { readonly events: readonly TimelineEvent[]; readonly dangling: number } {
  const order = chapterPositions(chapters)
  const last = documentId === undefined ? chapters.length - 1 : (order.get(documentId) ?? -1)
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  const events: TimelineEvent[] = []
  let dangling = 0
  for (const entry of entries)
    for (const { chapter, kind, text } of changesOf(entry, names)) {
      const position = order.get(chapter)
      const at = chapters[position ?? -1]
      if (position === undefined || at === undefined) dangling += 1
      else if (position <= last)
        events.push({
          ...{ documentId: at.documentId, chapterTitle: at.title, position },
          ...{ entryId: entry.id, name: entry.name, type: entry.type, kind, text },
        })
    }
  return { events: events.toSorted((a, b) => a.position - b.position), dangling }
}

interface Change extends Pick<TimelineEvent, 'kind' | 'text'> {
  readonly chapter: string
}

function changesOf(
  { from, progressions, relations, aliases }: CodexEntry,
  names: ReadonlyMap<string, string>,
): readonly Change[] {
  return [
    ...(from === undefined ? [] : [{ chapter: from, kind: 'start' as const, text: '' }]),
    ...progressions.flatMap(({ from: chapter, to, text }): Change[] => [
      { chapter, kind: 'change', text },
      ...(to === undefined ? [] : [{ chapter: to, kind: 'end' as const, text }]),
    ]),
    ...relations.flatMap(({ from: chapter, to, kind }): Change[] =>
      chapter === undefined ? [] : [{ chapter, kind: 'tie', text: `${kind} ${names.get(to) ?? to}`.trim() }],
    ),
    ...aliases.flatMap((alias): Change[] =>
      typeof alias === 'string' || alias.from === undefined
        ? []
        : [{ chapter: alias.from, kind: 'alias', text: aliasName(alias) }],
    ),
  ]
}
