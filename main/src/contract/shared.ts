import { z } from 'zod'
import type { Subject } from './subjects.ts'

/** The largest text a channel takes or returns, in UTF-16 units (a manuscript file is at most 64 MiB). */
const maxTextUnits = 67_108_864
/** The longest instruction or other words of the author that a request may carry, in UTF-16 units. */
export const maxAdditionalInputUnits = 1_000_000

/**
 * An open project, by the `id` in its `.creonow/project.json`; a caller that has not opened it gets
 * CONTEXT_SCOPE_VIOLATION.
 */
export const projectId = z.string().min(1).max(64)
/**
 * A chapter. In answers: its id (`c_…`), or the path of front matter. In requests: also the path of its file, the
 * present one or a former one.
 */
export const documentId = z.string().min(1).max(1024)
/** A chapter as files that people edit refer to it: by id, or by the path of its file, which stays valid. */
export const chapterRef = z.string().min(1).max(1024)
/** A path of 1 to 4096 UTF-16 units; project-relative with forward slashes where nothing else is stated. */
export const path = z.string().min(1).max(4096)
/** SHA-256 in lower-case hexadecimal; of a file's bytes where nothing else is stated. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** A sentence or a quotation, at most 2000 UTF-16 units. */
export const shortText = z.string().max(2000)
/** Why something failed, as `ErrorPayload`. */
export const failure = z.strictObject({
  /** An `ErrorCode`, or a code of a tool. */
  code: z.string().max(80),
  /** One sentence for people, redacted; the page translates the code. */
  message: shortText,
  /** Parameters of the code, redacted; absent: none. */
  details: z.unknown().optional(),
})
/** A text of any length that a chapter may have. */
export const text = z.string().max(maxTextUnits)
const identifier = () => z.string().min(1).max(128)
/** The identifier of anything that has no type of its own here. */
export const id = identifier()
/** A run of a skill, as `ai:run` answered it. */
export const runId = identifier()
/** A task of the agent, as `agent:run` answered it. */
export const taskId = identifier()
/** A skill: built in (`continue`, `polish` …) or the `id` of a file in `.creonow/skills`. */
export const skillId = identifier()
/** A model, as `ai:models` lists it: `provider/model`, or `fake` for the offline example. */
export const modelId = identifier()
/** A receipt of this project: the stored evidence of one request. */
export const receiptId = identifier()
/** A conversation of this project: a chat, or the log of tasks. */
export const conversationId = identifier()
/** The id of one change to chapters or volumes, for `documents:undo`; absent in an answer when nothing changed. */
export const stepId = identifier().optional()
/** A position in a text, in UTF-16 units from its start. */
export const offsetUtf16 = z.int().min(0).max(maxTextUnits)
/** A number of tokens, by the tokenizer of the model where nothing else is stated. */
export const tokens = z.int().min(0).max(1_000_000_000)

/** A layer of the prompt; in this order they are printed. */
export const layerName = z.enum(['rules', 'settings', 'retrieved', 'immediate'])

/**
 * `reads`: changes nothing, and may be given up. `writes`: changes what belongs to a project; refused in a window that
 * may only read it. `works`: everything else: opens, computes, calls a model, changes what concerns no project.
 */
export type Effect = 'reads' | 'writes' | 'works'

/** What is read of a request above 2 MB; anything larger is refused before it is looked at. */
export interface LargeRequests {
  /**
   * Of the whole frame: what the files behind the channel may have, with what JSON adds, and at most `maxFrameBytes`.
   * The schema may admit more units than that.
   */
  readonly maxBytes: number
  /** Nearly all of it is a file as base64, which has nothing to escape. */
  readonly isUpload?: true
}

/** A channel: what goes in (strict, every size bounded) and what comes out. */
export type Channel = {
  /**
   * What the answer of a read is made of, and what any other channel changes: the page reads again what shares a subject
   * with a write, and the paths among them are reported to the watcher as the app's own writes.
   */
  readonly subjects: readonly Subject[]
  /** Checked before the handler runs; a request that does not match is answered with INVALID_ARGUMENT. */
  readonly input: z.ZodType
  /** What the handler returns, on success. */
  readonly output: z.ZodType
  /** Absent: a request has at most 2 MB. */
  readonly largeRequests?: LargeRequests
} & (
  | {
      /** What a call may change. */
      readonly effect: Exclude<Effect, 'writes'>
    }
  | {
      readonly effect: 'writes'
      /** The service reports to the watcher by itself, file by file. */
      readonly reportedBy?: 'service'
    }
)

/** The core's own values are readonly; what crosses a boundary is copied anyway. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
