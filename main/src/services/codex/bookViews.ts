import { chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { CodexEntry } from './entry.ts'
import { type EntryTies, entryTies } from './entryTies.ts'
import { entryTimeline, type TimelineEvent } from './entryTimeline.ts'

/** The codex of a book seen as a whole, for its author: entries of every level. */
export interface BookViews {
  /** As of a chapter. */
  ties(projectId: string, documentId: string): Promise<EntryTies>
  /** Up to a chapter; undefined: the whole book. `dangling`: changes that name a chapter which is not there. */
  timeline(
    projectId: string,
    documentId: string | undefined,
  ): Promise<{ readonly events: readonly TimelineEvent[]; readonly dangling: number }>
}

/** See `BookViews`. */
export function createBookViews(options: {
  readonly entries: (projectId: string) => Promise<readonly CodexEntry[]>
  /** Chapters in the order of the book, planned and missing ones too. */
  readonly outline: (projectId: string) => Promise<readonly (NamedChapter & { readonly title: string })[]>
}): BookViews {
  const { entries, outline } = options
  return {
    ties: async (projectId, documentId) =>
      entryTies(await entries(projectId), chapterPositions(await outline(projectId)), documentId),
    timeline: async (projectId, documentId) =>
      entryTimeline(await entries(projectId), await outline(projectId), documentId),
  }
}
