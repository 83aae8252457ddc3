import { z } from 'zod'
import { type Channel, chapterRef, documentId, id, offsetUtf16, projectId } from './shared.ts'

/** What it is called, in the author's words. */
const title = z.string().trim().min(1).max(200)
/** `planned`: nothing of it is written. `planted`: written and open. */
const state = z.enum(['planned', 'planted', 'paid', 'dropped'])
/** What a sentence does for a thread. */
const role = z.enum(['planted', 'touched', 'paid'])
/** Ids of codex entries, or names. */
const entries = z.array(z.string().trim().min(1).max(200)).max(100)

/** A sentence of the manuscript. */
const selection = z.strictObject({
  documentId,
  /** Where it begins in the chapter. */
  start: offsetUtf16,
  /** Where it ends, exclusive; of more than 300 UTF-16 units the first 300 are the mark. */
  end: offsetUtf16,
})

const place = z.strictObject({
  documentId,
  /** Of the chapter, as the list of chapters has it. */
  chapterTitle: z.string().max(1000),
  /** Where it begins in the chapter's text, in UTF-16 units. */
  from: offsetUtf16,
  /** Where it ends, exclusive. */
  to: offsetUtf16,
})

const mark = z.strictObject({
  /** Unique in its thread. */
  id,
  role,
  /** The words as they were when they were marked. */
  exact: z.string().max(300),
  /** Where they are now; null: lost, because they are gone or not to be told from others. */
  place: place.nullable(),
})

const thread = z.strictObject({
  /** `t_` and ten characters. */
  id,
  title,
  state,
  /** Who it is about. */
  people: entries,
  /** Nothing of it is in prompts of chapters before this one; null: no such limit. */
  from: chapterRef.nullable(),
  /** Where the author means to pay it; null: not decided. */
  due: chapterRef.nullable(),
  /** Whose point of view may know of it; null: everybody's. */
  knownBy: entries.nullable(),
  /** Open, and the book has text behind the chapter where it is due. */
  overdue: z.boolean(),
  /** In the order in which they were made. */
  marks: z.array(mark).max(1000),
})

const patch = z.strictObject({
  /** Absent: it stays, as every field here. */
  title: title.optional(),
  /** `paid` or `dropped` closes it; `planned` or `planted` opens it again. */
  state: state.optional(),
  /** All of them. */
  people: entries.optional(),
  /** Null removes it. */
  from: chapterRef.nullable().optional(),
  /** Null removes it. */
  due: chapterRef.nullable().optional(),
  /** Null removes it. */
  knownBy: entries.nullable().optional(),
})

const subjects = ['.creonow/threads.json'] as const

/** What a book has promised its reader: threads with the sentences that plant, touch and pay them. */
export const threads = {
  /** In the order of the file. FILE_BROKEN with its place when it cannot be read. */
  'threads:list': {
    effect: 'reads',
    subjects: [...subjects, 'manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Closed ones included. */
      threads: z.array(thread).max(10_000),
      /** What `threads:restore` puts back, newest first. */
      removed: z
        .array(
          z.strictObject({
            /** Of the thread. */
            id,
            /** As it was. */
            title: z.string().max(200),
          }),
        )
        .max(50),
    }),
  },
  /** A new one, planted at the selection; without a selection it is planned. INVALID_ARGUMENT for an empty selection. */
  'threads:create': {
    effect: 'writes',
    subjects,
    input: z.strictObject({
      projectId,
      /** Absent: how the selected sentence begins. */
      title: title.optional(),
      /** Absent: nothing of it is written. */
      selection: selection.optional(),
      /** Absent: nobody. */
      people: entries.optional(),
      /** Absent: not decided. */
      due: chapterRef.optional(),
    }),
    output: thread,
  },
  /** NOT_FOUND when there is none with this id. */
  'threads:update': {
    effect: 'writes',
    subjects,
    input: z.strictObject({
      projectId,
      id,
      /** What changes. */
      patch,
    }),
    output: thread,
  },
  /** Adds a sentence, or removes one. The first planted or paid one changes the state too. */
  'threads:mark': {
    effect: 'writes',
    subjects,
    input: z.strictObject({
      projectId,
      /** Of the thread. */
      id,
      /** Absent: none is added. */
      add: selection.extend({ role }).optional(),
      /** Id of a mark; absent: none is removed. */
      remove: id.optional(),
    }),
    output: thread,
  },
  /** Puts a removed thread back where it was. NOT_FOUND when it is not among the last 50 removed ones. */
  'threads:restore': {
    effect: 'writes',
    subjects,
    input: z.strictObject({ projectId, id }),
    output: thread,
  },
  /** Removes it with its marks; no word of the manuscript changes, and `threads:restore` brings it back. */
  'threads:delete': {
    effect: 'writes',
    subjects,
    input: z.strictObject({ projectId, id }),
    output: z.strictObject({
      /** What was removed, with its marks as they were. */
      deleted: thread,
    }),
  },
} as const satisfies Record<string, Channel>
