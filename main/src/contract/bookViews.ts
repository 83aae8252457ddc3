import { z } from 'zod'
import { entryType } from './codex.ts'
import { type Channel, documentId, id, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** An entry of the codex, or of another name in it. */
const entryName = z.string().max(500)
const subjects = [...codexFolders, 'manuscript', '.creonow/book.json'] as const

/** The codex seen as a whole: who belongs to whom, and what happens when. */
export const bookViews = {
  /** Ties between entries as of a chapter. */
  'codex:ties:list': {
    effect: 'reads',
    subjects: [...subjects],
    input: z.strictObject({
      projectId,
      /** The chapter that has been reached. */
      documentId,
    }),
    output: z.strictObject({
      /** Entries that exist in this chapter and have a tie, in the order of the codex. */
      entries: z
        .array(
          z.strictObject({
            /** Of the entry. */
            id,
            /** Of the entry. */
            name: entryName,
            /** What it is. */
            type: entryType,
          }),
        )
        .max(20_000),
      /** Of two entries there may be several. */
      ties: z
        .array(
          z.strictObject({
            /** The entry that has the tie. */
            from: id,
            /** The other entry. */
            to: id,
            /** In the author's words; may be empty. */
            kind: z.string().max(200),
          }),
        )
        .max(100_000),
      /** Ties that lead to no entry of this chapter. */
      open: z.int().min(0),
    }),
  },
  /** What begins, changes and ends with each chapter, in the order of the book. */
  'codex:timeline:list': {
    effect: 'reads',
    subjects: [...subjects],
    input: z.strictObject({
      projectId,
      /** The last chapter of it; absent: that of the book. */
      documentId: documentId.optional(),
    }),
    output: z.strictObject({
      /** In the order of the book, in a chapter in that of the codex. */
      events: z
        .array(
          z.strictObject({
            /** The chapter. */
            documentId,
            /** Of the chapter. */
            chapterTitle: z.string().max(1000),
            /** Place of the chapter in the book, from 0. */
            position: z.int().min(0),
            /** The entry that it is about. */
            entryId: id,
            /** Of the entry. */
            name: entryName,
            /** What the entry is. */
            type: entryType,
            /** `start`: the entry exists from here; `tie` and `alias` begin here. */
            kind: z.enum(['start', 'change', 'end', 'tie', 'alias']),
            /** In the author's words; empty for a start. */
            text: z.string().max(20_000),
          }),
        )
        .max(100_000),
      /** Changes that name a chapter which is not in the book. */
      dangling: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
