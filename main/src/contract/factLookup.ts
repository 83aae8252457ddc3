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
 * What may be said of a name or a fact that somebody asks about; the page has a sentence for each.
 * `chapter` is a title, `name` an entry's, `label` a part of the prompt, `words` what was looked for.
 */
const lookupCode = z.enum([
  /** It stands in the prompt, with everything that was asked. */
  'inPrompt',
  /** The name stands there; what was asked of it does not. */
  'nameInPrompt',
  /** The entry stands there in a shorter form, which does not say it. */
  'shortened',
  /** This part was left out of the prompt, and holds it. */
  'leftOut',
  /** The entry is never sent, or only when it is called. */
  'levelNever',
  'levelManual',
  /** The entry was not named near the cursor, in the instruction or the selection. */
  'notNamed',
  /** The codex keeps it for a later chapter. */
  'entryLater',
  'changeLater',
  /** It held up to a chapter before this one. */
  'changeOver',
  /** The chapter's point-of-view character does not know it. */
  'entryHidden',
  'changeHidden',
  /** It stands in an earlier chapter, and was not chosen. */
  'earlier',
  /** It stands in this chapter or a later one, and not where the model read. */
  'notYet',
  /** Neither prompt nor codex nor manuscript holds it. */
  'nowhere',
])

const lookupAnswer = z.strictObject({
  code: lookupCode,
  params: z.record(z.string().max(40), z.union([z.string().max(2000), z.number()])),
  /** The words themselves, redacted. */
  excerpt: shortText.optional(),
  layer: layerName.optional(),
  open: z
    .union([
      z.strictObject({ kind: z.literal('chapter'), documentId, from: offsetUtf16, to: offsetUtf16 }),
      z.strictObject({ kind: z.literal('entry'), id }),
    ])
    .optional(),
})

export const factLookup = {
  /** Where a name or a fact stands in what a run read, or why it does not. */
  'context:ask': {
    effect: 'reads',
    subjects: ['unannounced'],
    input: z.strictObject({ projectId, receiptId, question: z.string().trim().min(1).max(500) }),
    output: z.strictObject({
      /** What of the question was looked for. */
      names: z.array(z.string().max(200)).max(50),
      words: z.array(z.string().max(200)).max(50),
      answers: z.array(lookupAnswer).max(100),
    }),
  },
} as const satisfies Record<string, Channel>

export type LookupAnswer = z.infer<typeof lookupAnswer>
