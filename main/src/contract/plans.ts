import { z } from 'zod'
import { type Channel, documentId, hash, projectId } from './shared.ts'

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

const planned = z.strictObject({
  documentId,
  /** Null: there is none. */
  plan: plan.nullable(),
  /** Codex entry of the point-of-view character; null: not stated. */
  pov: z.string().max(200).nullable(),
  /** Of both as they are in the book; for `plan:set`. */
  hash,
})

/** Plans of chapters, written and unwritten ones. They are in `book.json`, never in the text. */
export const plans = {
  /** The plan and the point of view of one chapter. */
  'plan:get': {
    effect: 'reads',
    subjects: ['.creonow/book.json', '.creonow/project.json'],
    input: z.strictObject({ projectId, documentId }),
    output: planned,
  },
  /** Stores either of them; CONFLICT when `baseHash` is not that of the stored ones. Front matter has no plan. */
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
      /** From `plan:get`. */
      baseHash: hash,
    }),
    output: planned,
  },
} as const satisfies Record<string, Channel>
