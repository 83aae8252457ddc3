import { z } from 'zod'
import { codedSchema } from './notices.ts'
import { type DeepReadonly, hash, id, offsetUtf16, path, projectId, shortText, text } from './shared.ts'
import { runSpending } from './spending.ts'
import { type FindingCoded, findingParams } from './warnings.ts'

/** What a written text is checked for; `continuity` is against the codex as of the chapter. */
const judgeKind = z.enum(['narrative', 'style', 'terminology', 'plot', 'character', 'world', 'continuity'])

/**
 * Why rules were not checked by a model. `off`: not switched on. `example`: the offline example reads nothing.
 * `late`: no answer in time. `malformed`: an answer that cannot be read.
 */
const notCheckedWhy = z.enum(['off', 'example', 'late', 'malformed', 'refused', 'failed', 'cancelled'])

/** Where a written text breaks a rule, and which rule. */
const place = z.strictObject({
  /** Of the broken rule. */
  kind: judgeKind,
  /** Absent for the word list, for the codex, and for a constraint without an id. */
  constraintId: path.optional(),
  /** The constraint's text; absent for the word list and the codex. */
  constraint: shortText.optional(),
  /** UTF-16 offset in `textSoFar` of the request followed by the text of the run. */
  from: offsetUtf16,
  /** End of the place, exclusive. */
  to: offsetUtf16,
  /** The text between `from` and `to`. */
  quote: shortText,
})

// The codes are computed from the declaration that the schema is built from, which zod cannot follow.
/** One way in which a written text may break a rule. */
export type Finding = FindingCoded & z.infer<typeof place>
/** One finding: its code and parameters, the rule and the place. */
const finding = codedSchema(findingParams, place.shape) as unknown as z.ZodType<Finding>

/** What was checked in a written text, and the findings. */
export const verdict = z.strictObject({
  /** Kinds of rules that were checked. */
  checked: z.array(judgeKind).max(7),
  /** Kinds of rules that only a model can check, with the reason why none did. */
  notChecked: z
    .array(
      z.strictObject({
        /** Of the rules. */
        kind: judgeKind,
        /** The reason. */
        why: notCheckedWhy,
        /** How many rules of the kind. */
        count: z.int().min(1),
      }),
    )
    .max(50),
  /** In the order of the text. */
  findings: z.array(finding).max(50),
  /** Findings beyond the listed 50; absent: none. */
  unlisted: z.int().min(1).optional(),
})

/** What the author has switched on in a project; both cost requests, so both are off at first. */
const judgeSettings = z.strictObject({
  /** A model reads what only a reader can judge. */
  model: z.boolean(),
  /** A text with findings is written once more. */
  rewrite: z.boolean(),
})
/** By project; an absent project has both off. */
export const judgeOfProjects = z.record(projectId, judgeSettings)

/** The version that does not count, when a text was written twice. */
export const rewriting = z.strictObject({
  /** `replaced`: this is the first version. `failed`, `cancelled`: this is what there was of the second. */
  state: z.enum(['replaced', 'failed', 'cancelled']),
  /** With redaction markers. */
  text,
  /** Of the first version; empty unless the state is `replaced`. */
  findings: z.array(finding).max(50),
  /** The `ErrorCode`; only in state `failed`. */
  error: id.optional(),
})

/** A request that repeated the prompt of a run and added a question: to check its text, or to write it again. */
const followUp = z.strictObject({
  /** What the model was to do. */
  purpose: z.enum(['check', 'rewrite']),
  /** What was added to the prompt, redacted. */
  question: text,
  /** Of this request; absent: it was not answered. */
  spending: runSpending.optional(),
})

/** Two checks with at most two requests each, and one rewriting. */
const mostFollowUps = 5
/** In the order in which they were sent. */
export const followUps = z.array(followUp).max(mostFollowUps)

/** The same in a receipt: hashes in place of texts. */
export const followUpRecords = z
  .array(
    z.strictObject({
      ...followUp.omit({ question: true }).shape,
      /** Of the question, UTF-8. */
      questionHash: hash,
    }),
  )
  .max(mostFollowUps)

/** The verdict in a receipt: hashes and places in place of texts. */
export const judgedRecord = z.strictObject({
  /** Of the judged text, UTF-8. */
  textHash: hash,
  ...verdict.pick({ checked: true, notChecked: true }).shape,
  /** Without the texts of rules and places. */
  findings: z
    .array(
      z.strictObject({
        ...place.omit({ constraint: true, quote: true }).shape,
        /** A code of `findingParams`. */
        code: z.string().max(40),
      }),
    )
    .max(50),
  /** Absent: the text was written once. */
  rewriting: z
    .strictObject({
      /** As in `Rewriting`. */
      state: rewriting.shape.state,
      /** Of the version that does not count, UTF-8. */
      textHash: hash,
      /** How many it had. */
      findings: z.int().min(0).max(50),
    })
    .optional(),
})

/** What a rule is about. */
export type JudgeKind = z.infer<typeof judgeKind>
/** What was checked in a written text, and the findings. */
export type Verdict = z.infer<typeof verdict>
/** Why rules were not checked by a model. */
export type NotCheckedWhy = z.infer<typeof notCheckedWhy>
/** What the author has switched on in a project. */
export type JudgeSettings = z.infer<typeof judgeSettings>
/** The verdict in a receipt. */
export type JudgedRecord = DeepReadonly<z.infer<typeof judgedRecord>>
/** A request that added a question to the prompt of a run. */
export type FollowUp = DeepReadonly<z.infer<typeof followUp>>
/** The same in a receipt. */
export type FollowUpRecord = DeepReadonly<z.infer<typeof followUpRecords>>[number]
/** The version that does not count. */
export type Rewriting = z.infer<typeof rewriting>
