import { z } from 'zod'
import { type Channel, path, projectId } from './shared.ts'

/** Which pattern matched: a rule of the secret scanner or of the app's own. */
const patternId = z.string().max(80)
/** A place in a list, from 0. */
const index = z.int().min(0).max(100_000)
/** The first characters of a redacted text, at most four and never more than a quarter of it. */
const start = z.string().max(4)
/** A text that the author has marked as no secret in this project. */
const allowed = z.strictObject({
  /** SHA-256 of the exact text; the text itself is stored nowhere. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The rule that matched it. */
  patternId,
  /** ISO 8601. */
  addedAt: z.string().max(40),
})

/** A redacted text, masked: enough to recognise it, too little to use it. */
const match = z.strictObject({
  /** Place among the different texts of its source. */
  index,
  /** The rule that matched first. */
  patternId,
  /** Empty for a text of fewer than four characters. */
  start,
  /** Its length in UTF-16 units. */
  units: z.int().min(1),
})

/** What is removed from texts before they are sent, and the author's exceptions. */
export const redaction = {
  /** The different texts that are redacted in one source; NOT_FOUND when it is no file. */
  'redaction:matches': {
    effect: 'reads',
    subjects: ['redaction', 'unannounced'],
    input: z.strictObject({
      projectId,
      /** As in the evidence of a receipt. */
      sourceRef: path,
    }),
    output: z.strictObject({
      /** In the order of their first appearance. */
      matches: z.array(match).max(100_000),
    }),
  },
  /** The author's exceptions in this project. */
  'redaction:allow:list': {
    effect: 'reads',
    subjects: ['redaction'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In the order in which they were added. */
      items: z.array(allowed).max(1000),
    }),
  },
  /** Marks a match as no secret; CONFLICT when the source has changed since `redaction:matches`. */
  'redaction:allow:add': {
    effect: 'writes',
    subjects: ['redaction'],
    input: z.strictObject({
      projectId,
      /** As for `redaction:matches`. */
      sourceRef: path,
      /** Of the match. */
      index,
      /** Of the match, as it was shown to the author. */
      start,
    }),
    output: allowed,
  },
  /** The text is redacted again. */
  'redaction:allow:remove': {
    effect: 'writes',
    subjects: ['redaction'],
    input: z.strictObject({
      projectId,
      /** Of the exception. */
      sha256: allowed.shape.sha256,
    }),
    output: z.strictObject({
      /** False when there was no such exception. */
      removed: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>

/** A redacted text, masked. */
export type MaskedMatch = z.infer<typeof match>
