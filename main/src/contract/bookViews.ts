import { z } from 'zod'
import { entryType } from './codex.ts'
import { type Channel, documentId, id, offsetUtf16, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** An entry of the codex, or of another name in it. */
const entryName = z.string().max(500)
const subjects = [...codexFolders, 'manuscript', '.creonow/book.json'] as const

const factChapter = z.strictObject({
  /** The chapter. */
  documentId,
  /** Of the chapter. */
  title: z.string().max(1000),
})
const awareness = z.discriminatedUnion('state', [
  z.strictObject({
    /** `later`: not yet in this chapter. */
    state: z.enum(['knows', 'later']),
    /** From which chapter on; null: from the start. */
    chapter: factChapter.nullable(),
  }),
  z.strictObject({
    /** Nothing says that this person is ever aware of it. */
    state: z.literal('unstated'),
  }),
])

/** The codex seen as a whole: who belongs to whom, what happens when, and who is aware of what. */
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
  /** Which people on stage are aware of what, as cards and threads state it. NOT_FOUND for another chapter. */
  'codex:knowledge:get': {
    effect: 'reads',
    subjects: [...subjects, '.creonow/threads.json'],
    input: z.strictObject({
      projectId,
      /** The chapter that has been reached. */
      documentId,
      /** Who is named around it is on stage; absent: who is named in the chapter. */
      cursorPosition: offsetUtf16.optional(),
    }),
    output: z.strictObject({
      /** The point of view first, then who is named nearest to the cursor. */
      people: z
        .array(
          z.strictObject({
            /** Of the entry. */
            id,
            /** Of the entry. */
            name: entryName,
          }),
        )
        .max(12),
      /** Entry of the chapter's point of view; null: none is stated, or it has no card. */
      pov: id.nullable(),
      /** What somebody is stated to be aware of first, then what begins later for everybody. */
      facts: z
        .array(
          z.strictObject({
            /** `entry`: that it exists; `change`: one of its changes; `thread`: a promise to the reader. */
            of: z.enum(['entry', 'change', 'thread']),
            /** Of the entry or the thread. */
            id,
            /** Name of the entry, title of the thread. */
            name: entryName,
            /** In the author's words; empty for an entry and a thread. */
            text: z.string().max(20_000),
            /** The chapter with which it begins; null: it is true from the start. */
            chapter: factChapter.nullable(),
            /** One for each of `people`. */
            people: z.array(awareness).max(12),
          }),
        )
        .max(100_000),
      /** Facts whose cards do not say who is aware of them: prompts have them for everybody. */
      open: z.int().min(0),
      /** Statements that name a chapter which is not in the book. */
      dangling: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
