import { z } from 'zod'
import { codedSchema } from './notices.ts'
import { type DeepReadonly, hash, id, offsetUtf16, path, projectId, shortText, text } from './shared.ts'
import { runSpending } from './spending.ts'
import { type FindingCoded, findingParams } from './warnings.ts'

/** What a written text is checked for; `continuity` is against the codex as of the chapter. */
const judgeKind = z.enum(['narrative', 'style', 'terminology', 'plot', 'character', 'world', 'continuity'])

/** Why rules of a kind were not checked: only a model can, and it was not asked or gave no usable answer. */
const notCheckedWhy = z.enum(['off', 'example', 'late', 'malformed', 'refused', 'failed', 'cancelled'])

const place = z.strictObject({
  kind: judgeKind,
  /** The constraint it breaks, by id where it has one, and in its words; absent for the word list and the codex. */
  constraintId: path.optional(),
  constraint: shortText.optional(),
  /** UTF-16 offsets in what the request called `textSoFar`, if it did, and the text of the run; `quote` stands there. */
  from: offsetUtf16,
  to: offsetUtf16,
  quote: shortText,
})

// The codes are computed from the declaration that the schema is built from, which zod cannot follow.
export type Finding = FindingCoded & z.infer<typeof place>
const finding = codedSchema(findingParams, place.shape) as unknown as z.ZodType<Finding>

export const verdict = z.strictObject({
  checked: z.array(judgeKind).max(7),
  /** `count`: how many rules of the kind. */
  notChecked: z.array(z.strictObject({ kind: judgeKind, why: notCheckedWhy, count: z.int().min(1) })).max(50),
  /** In the order of the text. */
  findings: z.array(finding).max(50),
  /** Findings beyond those listed. */
  unlisted: z.int().min(1).optional(),
})

/** What the author wants checked in a project; both cost requests, so both are off until asked for. */
const judgeSettings = z.strictObject({
  /** A model reads what only a reader can judge. */
  model: z.boolean(),
  /** A text with findings is written once more. */
  rewrite: z.boolean(),
})
export const judgeOfProjects = z.record(projectId, judgeSettings)

/** The other one of two texts, when one was written again: the first, or a second that was not completed. */
export const rewriting = z.strictObject({
  state: z.enum(['replaced', 'failed', 'cancelled']),
  text,
  findings: z.array(finding).max(50),
  /** Code of the failure. */
  error: id.optional(),
})

/** What was asked behind the request of a run, byte for byte behind it: a check by its model, or to write it again. */
const followUp = z.strictObject({
  purpose: z.enum(['check', 'rewrite']),
  /** As it was sent, redacted. */
  question: text,
  /** Of this question alone; absent: nothing was answered. */
  spending: runSpending.optional(),
})

/** Two checks, each asked twice at most, and one rewriting. */
const mostFollowUps = 5
export const followUps = z.array(followUp).max(mostFollowUps)

/** What a receipt keeps of them. */
export const followUpRecords = z
  .array(z.strictObject({ ...followUp.omit({ question: true }).shape, questionHash: hash }))
  .max(mostFollowUps)

/** What a receipt keeps of it: no word of the book. */
export const judgedRecord = z.strictObject({
  textHash: hash,
  ...verdict.pick({ checked: true, notChecked: true }).shape,
  findings: z
    .array(
      z.strictObject({ ...place.omit({ constraint: true, quote: true }).shape, code: z.string().max(40) }),
    )
    .max(50),
  rewriting: z
    .strictObject({ state: rewriting.shape.state, textHash: hash, findings: z.int().min(0).max(50) })
    .optional(),
})

export type JudgeKind = z.infer<typeof judgeKind>
export type Verdict = z.infer<typeof verdict>
export type NotCheckedWhy = z.infer<typeof notCheckedWhy>
export type JudgeSettings = z.infer<typeof judgeSettings>
export type JudgedRecord = DeepReadonly<z.infer<typeof judgedRecord>>
export type FollowUp = DeepReadonly<z.infer<typeof followUp>>
export type FollowUpRecord = DeepReadonly<z.infer<typeof followUpRecords>>[number]
export type Rewriting = z.infer<typeof rewriting>
