import { z } from 'zod'
import { type Channel, documentId, id, offsetUtf16, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** The kinds of contradictions that rules find. */
const rule = z.enum([
  'name',
  'age',
  'number',
  'duration',
  'place',
  'owner',
  'dead',
  'destroyed',
  'injury',
  'early',
  'knowledge',
  'thread',
  'relation',
  'appearance',
  'weekday',
])
/** One of the kinds of contradictions that rules find. */
export type ContinuityRule = z.infer<typeof rule>

const finding = z.strictObject({
  /** The same as long as neither of the two sentences changes. */
  id,
  /** What the two sentences disagree about. */
  rule,
  /** The sentence of the chapter. */
  text: z.string().max(20_000),
  /** Where it begins in the chapter, in UTF-16 units. */
  from: offsetUtf16,
  /** Where it ends, exclusive. */
  to: offsetUtf16,
  /** The sentence of a card, of a thread or of the chapter that it contradicts. */
  other: z.strictObject({
    /** As it is there. */
    text: z.string().max(20_000),
    /** Name of the entry or thread; empty for a sentence of the same chapter. */
    title: z.string().max(1000),
    /** Id of the entry; null: it is of no card. */
    entryId: id.nullable(),
    /** The chapter from which the card or thread has it, by its title; null: of the whole book. */
    chapterTitle: z.string().max(1000).nullable(),
  }),
  /** The author has waved it away. */
  intended: z.boolean(),
})

const subjects = [...codexFolders, 'manuscript', '.creonow/book.json', '.creonow/threads.json'] as const

/** Contradictions that rules find in a chapter, without a model. */
export const continuity = {
  /** In the order of the chapter. What cannot be decided from two plain sentences is not listed. */
  'continuity:list': {
    effect: 'reads',
    subjects: [...subjects, '.creonow/decisions.json'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({
      /** Those that the author has waved away included. */
      findings: z.array(finding).max(2000),
    }),
  },
  /**
   * Waves a finding away, until one of its two sentences changes, or takes that back. NOT_FOUND when the chapter has no
   * such finding now.
   */
  'continuity:decide': {
    effect: 'writes',
    subjects: ['.creonow/decisions.json'],
    input: z.strictObject({
      projectId,
      documentId,
      /** Of the finding. */
      id,
      /** True: both sentences are meant. */
      intended: z.boolean(),
    }),
    output: finding,
  },
} as const satisfies Record<string, Channel>
