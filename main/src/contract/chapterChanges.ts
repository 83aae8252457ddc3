import { z } from 'zod'
import { certainty } from './codex.ts'
import { type Channel, documentId, failure, id, offsetUtf16, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** The most changes of one list. */
const maxChanges = 50_000

/** Why a change is not ticked before the author has read it. */
const reservation = z.enum([
  /** Its sentence stands inside quotation marks, whatever the model calls it. */
  'quoted',
  /** A character says so, or it is dreamt. */
  'claim',
  /** Its sentence denies, threatens or supposes something. */
  'hedged',
  /** There is no card of that name: accepting makes one. */
  'noEntry',
  /** Its sentence has neither the name nor the value. */
  'neither',
])

/** What changes in a chapter, by a model's reading of it. */
const change = z.strictObject({
  /** `h_…`, for `codex:changes:accept`. */
  id,
  /** The chapter with which it begins. */
  documentId,
  /** Of the card, or of the one to be made. */
  name: z.string().max(200),
  /** Absent: there is no card of that name. */
  entryId: id.optional(),
  /** What changes, in the words of the book: `location`. */
  field: z.string().max(100),
  /** What it is from this chapter on. */
  value: z.string().max(500),
  /** Word for word in the chapter. */
  quote: z.string().max(1000),
  /** Where in the chapter the sentence is. */
  from: offsetUtf16,
  /** `said`, `dreamt`: it stays a claim. What stands inside quotation marks is never narrated. */
  certainty,
  /** Absent: it is ticked. */
  reservation: reservation.optional(),
})

/** Which changes: by id, every one, or those that are ticked. */
const choice = z.union([z.array(id).max(10_000), z.enum(['all', 'ticked'])])

/** What changes in chapters, as jobs have read it. Nothing of it is in a prompt until it is accepted. */
export const chapterChanges = {
  /** What the author has not decided on yet, checked against the chapters of today. */
  'codex:changes:list': {
    effect: 'reads',
    subjects: [...codexFolders, 'manuscript', 'jobs', '.creonow/cache'],
    input: z.strictObject({
      projectId,
      /** Of this chapter only; absent: of the whole book. */
      documentId: documentId.optional(),
    }),
    output: z.strictObject({
      /** In the order of the book. */
      changes: z.array(change).max(maxChanges),
      /** What the answers had and the list does not have. */
      dropped: z.strictObject({
        /** Changes whose sentence stands nowhere in their chapter. */
        notInText: z.int().min(0),
        /** Changes that lack a part, or were cut off. */
        incomplete: z.int().min(0),
      }),
      /** Answers that ended at the limit of their length: their chapters may have more. */
      cutOff: z.int().min(0),
    }),
  },
  /** Writes changes into cards, each from its chapter on; the older value ends before it and stays in the card. */
  'codex:changes:accept': {
    effect: 'writes',
    subjects: [...codexFolders, '.creonow/cache'],
    input: z.strictObject({
      projectId,
      /** Ids that are not listed are left out. */
      changes: choice,
      /** Claims among them are written as what has happened; absent: they stay claims. */
      asFact: z.boolean().optional(),
    }),
    output: z.strictObject({
      /** How many are in cards now. */
      accepted: z.int().min(0),
      /** Cards that were made for them. */
      created: z
        .array(
          z.strictObject({
            /** Of the card. */
            id,
            /** Of the card. */
            name: z.string().max(200),
          }),
        )
        .max(maxChanges),
      /** Cards that could not be written; their changes are still listed. */
      failed: z
        .array(
          z.strictObject({
            /** Of the card. */
            name: z.string().max(200),
            /** Why. */
            error: failure,
          }),
        )
        .max(maxChanges),
    }),
  },
  /** Leaves changes out of the list from now on. */
  'codex:changes:reject': {
    effect: 'writes',
    subjects: ['.creonow/cache'],
    input: z.strictObject({
      projectId,
      /** Ids that are not listed are left out. */
      changes: choice,
    }),
    output: z.strictObject({
      /** How many. */
      rejected: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
