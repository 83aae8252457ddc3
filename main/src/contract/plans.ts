import { z } from 'zod'
import { type Channel, documentId, hash, projectId, stepId } from './shared.ts'

/** A step of the plan: what is to happen. */
const beat = z.strictObject({
  /** `b_` and ten characters. */
  id: z.string().min(1).max(64),
  /** In the author's words. */
  text: z.string().max(20_000),
  /** When the text of it came into the chapter; absent: it is still to be written. */
  written: z
    .strictObject({
      /** ISO 8601. */
      at: z.string().max(40),
      /** Of the run that wrote it; absent: the author did. */
      receiptId: z.string().max(128).optional(),
    })
    .optional(),
})

/** What the author intends with a chapter. */
const plan = z.strictObject({
  /** In the author's words; empty when there are only beats. */
  text: z.string().max(200_000),
  /** In their order. */
  beats: z.array(beat).max(1000),
})

const newBeat = beat.extend({
  /** Absent: it gets one. */
  id: beat.shape.id.optional(),
})

const newPlan = plan.extend({
  /** In their order. */
  beats: z.array(newBeat).max(1000),
})

/** A word for a chapter, as `book.json` has it. */
const word = z.string().max(200)
/** As the author gives it; one line. */
const newWord = word
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}]*$/u)

const planned = z.strictObject({
  documentId,
  /** Null: there is none. */
  plan: plan.nullable(),
  /** Codex entry of the point-of-view character; null: not stated. */
  pov: z.string().max(200).nullable(),
  /** How far the chapter is: `idea`, `draft`, `revised`, `final`, or a word of the author's; null: not stated. */
  status: word.nullable(),
  /** The author's word for a group of chapters; null: not stated. */
  label: word.nullable(),
  /** Of all of it as it is in the book; for `plan:set`. */
  hash,
})

/** What a table of the plan can show of a chapter. `due`: threads to be paid there. */
export const planColumns = [
  ...(['number', 'title', 'volume', 'status', 'label', 'pov', 'words', 'plan', 'beats', 'synopsis'] as const),
  ...(['threads', 'due'] as const),
] as const

/** Plans of chapters, written and unwritten ones. They are in `book.json`, never in the text. */
export const plans = {
  /** The plan, the point of view, the status and the label of one chapter. */
  'plan:get': {
    effect: 'reads',
    subjects: ['.creonow/book.json', '.creonow/project.json'],
    input: z.strictObject({ projectId, documentId }),
    output: planned,
  },
  /** Stores any of them; CONFLICT when `baseHash` is not that of the stored ones. Front matter has no plan. */
  'plan:set': {
    effect: 'writes',
    subjects: ['.creonow/book.json'],
    input: z.strictObject({
      projectId,
      documentId,
      /** Null removes it; a beat without an id is a new one. Absent: it stays. */
      plan: newPlan.nullable().optional(),
      /** Null removes it. Absent: it stays. */
      pov: z.string().trim().min(1).max(200).nullable().optional(),
      /** Null removes it. Absent: it stays. */
      status: newWord.nullable().optional(),
      /** Null removes it. Absent: it stays. */
      label: newWord.nullable().optional(),
      /** From `plan:get`. */
      baseHash: hash,
    }),
    output: planned,
  },
  /** The chapters with their plans as a table for a spreadsheet, in the order of the book. */
  'plan:export': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      /** In their order. */
      columns: z.array(z.enum(planColumns)).min(1).max(planColumns.length),
      /** Of the headings and of the statuses that every book has. */
      language: z.enum(['zh', 'en']),
    }),
    output: z.strictObject({
      /** CSV (RFC 4180) with byte order mark; what a spreadsheet would run begins with an apostrophe. */
      csv: z.string().max(400_000_000),
    }),
  },
  /** New chapters to be written, without files. `documents:undo` takes all of them out while they are as they came. */
  'plan:insert': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/book.json', 'manuscript'],
    input: z.strictObject({
      projectId,
      /** In their order. */
      chapters: z
        .array(
          z.strictObject({
            /** What its heading will be. */
            title: z.string().trim().min(1).max(200),
            /** Absent: there is only the title. */
            plan: newPlan.optional(),
          }),
        )
        .min(1)
        .max(1000),
      /** Absent: behind the last chapter. */
      place: z
        .strictObject({
          /** `before` and `after` the chapter, or at the end of the `volume` that it is in, or of what is in none. */
          at: z.enum(['before', 'after', 'volume']),
          documentId,
        })
        .optional(),
    }),
    output: z.strictObject({
      /** The first of them, by which the step is undone. */
      documentId,
      stepId,
      /** In their order. */
      documentIds: z.array(documentId).max(1000),
    }),
  },
} as const satisfies Record<string, Channel>
