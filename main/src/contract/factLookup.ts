import { z } from 'zod'
import {
  type Channel,
  documentId,
  id,
  layerName,
  offsetUtf16,
  projectId,
  receiptId,
  shortText,
} from './shared.ts'

/**
 * An answer to where a name or a fact is; the page has a sentence for each code. Of its parameters `chapter` is a
 * title, `name` an entry's name, `label` a part of the prompt, `words` what was searched for.
 */
const lookupCode = z.enum([
  /** It is in the prompt, with everything in question. */
  'inPrompt',
  /** No sentence has the subject and what is asked of it, in these words. */
  'noAnswer',
  /** The question's title, `name`, may be that of several persons, or of one whom the codex does not have. */
  'nameUnsure',
  /** Comes near to the question: in the prompt, in an earlier chapter, in this one or a later one. */
  'closeInPrompt',
  'closeEarlier',
  'closeLater',
  /** The entry is there in a shorter form without it. */
  'shortened',
  /** This part contains it and was left out of the prompt. */
  'leftOut',
  /** The entry is never sent, or only when it is called. */
  'levelNever',
  'levelManual',
  /** The entry was not named near the cursor, in the instruction or the selection. */
  'notNamed',
  /** The codex has it for a later chapter. */
  'entryLater',
  'changeLater',
  /** It was true up to a chapter before this one. */
  'changeOver',
  /** The chapter's point-of-view character does not know it. */
  'entryHidden',
  'changeHidden',
  /** It is in an earlier chapter, and was not selected. */
  'earlier',
  /** It is in this chapter or a later one, outside what the model read. */
  'notYet',
])

/** One answer to the question. */
const lookupAnswer = z.strictObject({
  /** Which answer. */
  code: lookupCode,
  /** Parameters of the sentence. */
  params: z.record(z.string().max(40), z.union([z.string().max(2000), z.number()])),
  /** The text in question, redacted; absent: there is none. */
  excerpt: shortText.optional(),
  /** Of the part of the prompt; absent: the answer is not about one. */
  layer: layerName.optional(),
  /** What the page can open; absent: nothing. */
  open: z
    .union([
      z.strictObject({
        /** A passage of a chapter. */
        kind: z.literal('chapter'),
        documentId,
        /** Start of the passage. */
        from: offsetUtf16,
        /** End of the passage, exclusive. */
        to: offsetUtf16,
      }),
      z.strictObject({
        /** A codex entry. */
        kind: z.literal('entry'),
        /** Of the entry. */
        id,
      }),
    ])
    .optional(),
})

/** Questions about what a run has read. */
export const factLookup = {
  /** Where a name or a fact is in the prompt of a run, or why it is missing there. */
  'context:ask': {
    effect: 'reads',
    subjects: ['unannounced'],
    input: z.strictObject({
      projectId,
      /** Of the run. */
      receiptId,
      /** In the author's words. */
      question: z.string().trim().min(1).max(500),
    }),
    output: z.strictObject({
      /** Codex names in the question. */
      names: z.array(z.string().max(200)).max(50),
      /** Other words of the question that were searched for. */
      words: z.array(z.string().max(200)).max(50),
      /** The most direct first. */
      answers: z.array(lookupAnswer).max(100),
    }),
  },
} as const satisfies Record<string, Channel>

/** One answer to a question about what a run has read. */
export type LookupAnswer = z.infer<typeof lookupAnswer>
