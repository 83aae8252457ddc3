import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, id, offsetUtf16, projectId } from './shared.ts'

/** What the author noted, in one or more lines. */
const text = z
  .string()
  .max(10_000)
  .refine((value) => value.trim() !== '')

const note = z.strictObject({
  /** `n_` and ten characters, unique in the book. */
  id,
  /** What the author noted. */
  text: z.string().max(10_000),
  /** The words of the chapter as they were when they were last found. */
  exact: z.string().max(300),
  /** ISO 8601, in UTC. */
  createdAt: z.string().max(40),
  /** When the author was done with it, as `createdAt`; null: open. */
  resolvedAt: z.string().max(40).nullable(),
  /** Where the words are now; null: lost, because they are gone or not to be told from others. */
  place: z
    .strictObject({
      documentId,
      /** Of the chapter, as the list of chapters has it. */
      chapterTitle: z.string().max(1000),
      /** Where it begins in the chapter's text, in UTF-16 units. */
      from: offsetUtf16,
      /** Where it ends, exclusive. */
      to: offsetUtf16,
    })
    .nullable(),
})

const subjects = ['.creonow/notes'] as const

/** Notes in the margin of chapters. No prompt and no export has any of them. */
export const notes = {
  /** In the order of the book, lost ones last. */
  'notes:list': {
    effect: 'reads',
    subjects: [...subjects, 'manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Resolved ones included. */
      notes: z.array(note).max(20_000),
      /** What `notes:restore` puts back, newest first. */
      removed: z
        .array(
          z.strictObject({
            /** Of the note. */
            id,
            /** As it was. */
            text: z.string().max(10_000),
          }),
        )
        .max(50),
      ...noticeFields,
    }),
  },
  /** NOT_FOUND without such a chapter; INVALID_ARGUMENT where these words are not in it, or it has 1,000 notes. */
  'notes:add': {
    effect: 'writes',
    subjects,
    input: z.strictObject({
      projectId,
      documentId,
      /** Where the words begin; they are looked for near it where the text has changed since. */
      start: offsetUtf16,
      /** The words of the chapter; of more than 300 UTF-16 units the first 300 are the place. */
      words: z.string().min(1).max(100_000),
      text,
    }),
    output: note,
  },
  /** NOT_FOUND when there is none with this id. */
  'notes:edit': {
    effect: 'writes',
    subjects,
    input: z.strictObject({
      projectId,
      id,
      /** Absent: it stays. */
      text: text.optional(),
      /** Whether the author is done with it; absent: it stays. */
      resolved: z.boolean().optional(),
    }),
    output: note,
  },
  /** Removes it; `notes:restore` brings it back. NOT_FOUND when there is none with this id. */
  'notes:remove': {
    effect: 'writes',
    subjects,
    input: z.strictObject({ projectId, id }),
    output: z.strictObject({
      /** What was removed. */
      removed: note,
    }),
  },
  /** Puts a removed note back. NOT_FOUND when it is not among the last 50 removed ones of its chapter. */
  'notes:restore': {
    effect: 'writes',
    subjects,
    input: z.strictObject({ projectId, id }),
    output: note,
  },
} as const satisfies Record<string, Channel>
