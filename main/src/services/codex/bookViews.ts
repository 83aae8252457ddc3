import { AppError } from '../../lib/appError.ts'
import { chapterNamed, chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import { aliasNames, type CodexEntry } from './entry.ts'
import { type EntryTies, entryTies } from './entryTies.ts'
import { entryTimeline, type TimelineEvent } from './entryTimeline.ts'
import { type Knowledge, type KnowledgeSources, knowledgeAt } from './knowledge.ts'

/** The codex of a book seen as a whole, for its author: entries of every level. */
export interface BookViews {
  /** As of a chapter. */
  ties(projectId: string, documentId: string): Promise<EntryTies>
  /** Up to a chapter; undefined: the whole book. `dangling`: changes that name a chapter which is not there. */
  timeline(
    projectId: string,
    documentId: string | undefined,
  ): Promise<{ readonly events: readonly TimelineEvent[]; readonly dangling: number }>
  /** Who on stage at a cursor is aware of what. @throws AppError NOT_FOUND. */
  knowledge(
    projectId: string,
    documentId: string,
    cursorPosition: number | undefined,
  ): Promise<KnowledgeAtCursor>
}

/** `Knowledge` of the people on stage. */
interface KnowledgeAtCursor extends Knowledge {
  /** The point of view first, then who is named nearest to the cursor. */
  readonly people: readonly Pick<CodexEntry, 'id' | 'name'>[]
  /** Entry of the chapter's point of view; null: none is stated, or it has no card. */
  readonly pov: string | null
}

/** UTF-16 units around a cursor: what is on the page. */
const unitsBefore = 2000
const unitsAfter = 500
/** More columns than these cannot be read. */
const maxPeople = 12

/** See `BookViews`. */
export function createBookViews(options: {
  readonly entries: (projectId: string) => Promise<readonly CodexEntry[]>
  /** Chapters in the order of the book, planned and missing ones too. */
  readonly outline: (projectId: string) => Promise<readonly (NamedChapter & { readonly title: string })[]>
  /** Of a chapter; of one without a file the empty text. */
  readonly textOf: (projectId: string, documentId: string) => Promise<string>
  readonly mentions: (
    projectId: string,
    text: string,
  ) => Promise<readonly { readonly entityId: string; readonly from: number }[]>
  readonly threads: (projectId: string) => Promise<KnowledgeSources['threads']>
  /** Codex entry, or name, of a chapter's point-of-view character; undefined: not stated. */
  readonly povOf: (projectId: string, documentId: string) => Promise<string | undefined>
}): BookViews {
  const { entries, outline, textOf, mentions, threads, povOf } = options

  /** Of characters with a card; without a cursor the whole chapter is the page. */
  async function presentAt(projectId: string, documentId: string, cursorPosition: number | undefined) {
    const [all, text, pov] = await Promise.all([
      entries(projectId),
      textOf(projectId, documentId),
      povOf(projectId, documentId),
    ])
    const start = cursorPosition === undefined ? 0 : Math.max(0, cursorPosition - unitsBefore)
    const end = cursorPosition === undefined ? text.length : cursorPosition + unitsAfter
    const named = await mentions(projectId, text.slice(start, end))
    const near = cursorPosition === undefined ? 0 : cursorPosition - start
    const ids = named
      .toSorted((a, b) => Math.abs(a.from - near) - Math.abs(b.from - near))
      .map(({ entityId }) => entityId)
    const viewpoint = all.find((entry) => [entry.id, entry.name, ...aliasNames(entry)].includes(pov ?? ''))
    const byId = new Map(all.map((entry) => [entry.id, entry]))
    const present = [...new Set([...(viewpoint ? [viewpoint.id] : []), ...ids])]
      .flatMap((id) => byId.get(id) ?? [])
      .filter(({ type }) => type === 'character')
    return { all, present: present.slice(0, maxPeople), pov: viewpoint?.id ?? null }
  }

  return {
    ties: async (projectId, documentId) =>
      entryTies(await entries(projectId), chapterPositions(await outline(projectId)), documentId),
    timeline: async (projectId, documentId) =>
      entryTimeline(await entries(projectId), await outline(projectId), documentId),
    async knowledge(projectId, name, cursorPosition) {
      const chapters = await outline(projectId)
      const chapter = chapterNamed(chapters, name)
      if (!chapter) throw new AppError('NOT_FOUND', { why: 'chapter' })
      const { documentId } = chapter
      const { all, present, pov } = await presentAt(projectId, documentId, cursorPosition)
      const sources = { entries: all, threads: await threads(projectId), chapters }
      return {
        people: present.map(({ id, name: called }) => ({ id, name: called })),
        pov,
        ...knowledgeAt(sources, present, documentId),
      }
    },
  }
}
