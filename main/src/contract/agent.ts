import { z } from 'zod'
import {
  type Channel,
  conversationId,
  type DeepReadonly,
  documentId,
  failure,
  hash,
  id,
  modelId,
  path,
  projectId,
  taskId,
  text,
  tokens,
} from './shared.ts'
import { runSpending } from './spending.ts'

/** The most of each that one task has. */
const limits = { steps: 2000, todos: 100, files: 2000 } as const
/** Steps of a task. */
const steps = z.int().min(1).max(limits.steps)
/** Text of the author or the model, cut at 20000 UTF-16 units. */
const excerpt = z.string().max(20_000)

/** What one approval can show; a larger change is refused with APPROVAL_NEEDED. */
export const approvalLimits = {
  /** UTF-16 units of all diffs and all texts of places. */
  units: 8_000_000,
  files: limits.files,
  /** In all files. */
  places: 50_000,
} as const
/** A path with its hidden characters written out. */
const visiblePath = z.string().min(1).max(50_000)

/** One item of the model's own plan. */
const todo = z.strictObject({
  /** As the model wrote it. */
  text: z.string().max(2000),
  /** Set by the model. */
  state: z.enum(['pending', 'doing', 'done']),
})

/** Why a place with a name may be another name. */
const uncertainReason = z.enum([
  /** An entry has this longer name. */
  'codex',
  /** The book uses it as a name. */
  'usage',
  /** Another spelling of the name. */
  'variant',
])
/** The number of a place in its approval, from 0. */
const placeId = z
  .int()
  .min(0)
  .max(approvalLimits.places - 1)
/** Of the line of a place, unchanged, cut at 60 characters of the file; hidden characters written out. */
const placeContext = z.string().max(2000)
/** One change of a file. Its lines end with LF where `lineBreaks` is `crlf`. */
const approvalPlace = z.strictObject({
  /** For `agent:approve`. */
  placeId,
  /** Its first line in the file, from 1. */
  line: z.int().min(1),
  /** What is in front of it on its line. */
  before: placeContext,
  /** All that is removed; hidden characters written out. */
  removed: z.string().max(approvalLimits.units),
  /** All that is written; hidden characters written out. */
  added: z.string().max(approvalLimits.units),
  /** What is behind it on its line. */
  after: placeContext,
  /** Present where the name may be part of another one; it stays as it is unless its id is approved. */
  uncertain: z
    .strictObject({
      /** The name with the characters that make it uncertain: `林远山`. */
      phrase: z.string().max(4000),
      /** What makes it uncertain. */
      why: uncertainReason,
    })
    .optional(),
})

/**
 * What a tool is about to write or to run, as the author approves it: nothing is redacted or left out. Hidden
 * characters are written as `⟦U+202E⟧`, long blanks as `⟦U+0020×3000⟧`, and `⟦` itself as `⟦U+27E6⟧`.
 */
const approval = z.strictObject({
  /** Unique; for `agent:approve`. */
  approvalId: id,
  /**
   * `edit`: files of the project. `shell`: a command, which can reach beyond the project. `repeat`: the same call as
   * the two before it, or as one that was approved so; what it writes needs its own approval or permission. `spend`:
   * many requests to the model.
   */
  kind: z.enum(['edit', 'shell', 'repeat', 'spend']),
  /** `Edit`, `MultiEdit`, `Write`, `Bash` or `ForEach`; for `repeat` any tool. */
  tool: z.string().max(80),
  /** Only for `edit`. */
  files: z
    .array(
      z.strictObject({
        /** Project-relative; hidden characters written out. */
        path: visiblePath,
        /** The file does not exist yet. */
        isNew: z.boolean(),
        /** Unified diff, complete; lines end with LF. */
        diff: z.string().max(approvalLimits.units),
        /** The ends of all lines in the file; `mixed`: every CR is written out in `diff`. */
        lineBreaks: z.enum(['crlf', 'mixed']),
        /** Each can be approved by itself; those that are not uncertain make all of `diff`. In order. */
        places: z.array(approvalPlace).max(approvalLimits.places),
        /** Lines in the new text that are not in the old one. */
        added: z.int().min(0),
        /** Lines in the old text that are not in the new one. */
        removed: z.int().min(0),
      }),
    )
    .max(limits.files),
  /** Places that resemble the replaced name, those in `files` among them, grouped by their wording. */
  doubtful: z
    .array(
      z.strictObject({
        /** The name with the characters that make it uncertain: `林远山`. */
        phrase: z.string().max(4000),
        /** What makes them uncertain. */
        why: uncertainReason,
        /** Places of this group in all files. */
        count: z.int().min(0),
        /** The first 20 of them. */
        places: z
          .array(
            z.strictObject({
              /** Project-relative; hidden characters written out. */
              path: visiblePath,
              /** From 1. */
              line: z.int().min(1),
              /** The text around the place. */
              text: z.string().max(6000),
            }),
          )
          .max(20),
      }),
    )
    .max(200),
  /**
   * For `shell` the command line, for `repeat` the call with its arguments, shortened, for `spend` the instruction of
   * each request.
   */
  command: z.string().max(200_000).optional(),
  /** Only for `spend`: what would be sent. Estimates. */
  spend: z
    .strictObject({
      /** One for each chapter. */
      requests: z.int().min(1).max(10_000),
      /** Of all requests together. */
      inputTokens: tokens,
      /** Of all answers together. */
      outputTokens: tokens,
      /** US dollars; absent: the model has no price. */
      price: z.number().min(0).max(1_000_000).optional(),
    })
    .optional(),
})

/** What the author should notice about a step: written by code, translated by the page. */
const stepNote = z.enum([
  /** The model wrote a result itself, or a second action; it was cut off. */
  'invented',
  /** It was not written in the form agreed and was read all the same. */
  'mended',
  /** There was no action that could be read. */
  'malformed',
  'unknownTool',
  'badArguments',
  'unclearPlace',
  /** A file had been changed outside since it was read. */
  'modifiedExternally',
  /**
   * The text that was read contains lines in the form of instructions or of the protocol; they were treated as text.
   */
  'looksLikeOrders',
  /** Earlier results were shortened to make room. */
  'shortened',
  /** The service has read less than was sent. */
  'inputCut',
  /** The service takes no tools in its own form: from here on steps are written as text. */
  'toolsRefused',
  'declined',
])

/** One tool call of a task and its result. */
const agentStep = z.strictObject({
  /** From 1, in order. */
  number: z.int().min(1).max(limits.steps),
  /** While the model writes: all of its text. Afterwards: the part before the action. */
  thought: excerpt,
  /**
   * The tool that was called, `Finish` for the last step; absent while the model writes, and when no action could be
   * read.
   */
  tool: z.string().max(80).optional(),
  /** Its arguments as JSON, shortened; absent as `tool`, and for `Finish`. */
  input: excerpt.optional(),
  /** Present when the author's approval was requested; not stored in the conversation. */
  approval: approval.optional(),
  /** The author's answer to `approval`; absent until then. */
  decision: z.enum(['once', 'always', 'no']).optional(),
  /** The result as the conversation stores it: JSON of `status`, `data` and `error`; absent while the tool works. */
  observation: z.string().max(120_000).optional(),
  /** `partial`: some of it failed or was cut. Absent while the tool works. */
  status: z.enum(['success', 'partial', 'error']).optional(),
  /** Why the tool failed; absent when it did not. */
  error: failure.optional(),
  /** Project-relative file with the complete result; absent when `observation` is complete. */
  fullAt: path.optional(),
  /** Absent: nothing to notice. */
  notes: z.array(stepNote).max(10).optional(),
  /** Tokens of the request that produced this step; absent until it is answered. */
  usage: runSpending.shape.usage.optional(),
  /** SHA-256 of what was sent without its history; absent until it is answered, and in tasks of older versions. */
  promptHash: hash.optional(),
  /** SHA-256 of the JSON of `[role, text]` of every message that was sent; absent as `promptHash`. */
  sentHash: hash.optional(),
})

/** Where a task is. */
const agentState = z.enum([
  'working',
  /** The author's decision is pending. */
  'asking',
  'finished',
  /** It made all the steps it was allowed to. */
  'limit',
  'cancelled',
  'failed',
  /** The program ended before it did. */
  'interrupted',
])

/** A task without its steps. */
const agentHead = z.strictObject({
  /** The conversation's id, `~` and eight characters. */
  taskId,
  projectId,
  /** The log in which the task is stored. */
  conversationId,
  /** The author's words. */
  input: excerpt,
  /** The model that works. */
  modelId,
  /** The model is the offline example. */
  isExample: z.boolean(),
  /** The task ends with state `limit` after so many; absent: after 40 in a row without progress. */
  maxSteps: steps.optional(),
  /** ISO 8601. */
  startedAt: z.string().max(40),
  /** `interrupted` for a stored task without an end. */
  state: agentState,
  /** The model's last words; empty unless the state is `finished`. */
  answer: text,
  /** Only in state `failed`. */
  error: failure.optional(),
  /** The model's newest plan, in its order. */
  todos: z.array(todo).max(limits.todos),
  /** Sum over all steps so far; absent before the first answer. */
  spending: runSpending.optional(),
  /**
   * Present when the conversation left no room for the task: its oldest rounds were summed up before the first step.
   */
  compaction: z
    .strictObject({
      /** `working`: not finished. `failed`: the task goes on with the history as it was. */
      state: z.enum(['working', 'summary', 'timedOut', 'rejected', 'shortened', 'failed']),
      /** Messages that left the history. */
      messages: z.int().min(0),
    })
    .optional(),
  /** Names the task's writes for `edits:undo`; absent when it wrote nothing. */
  editId: id.optional(),
  /** Project-relative paths that it has written. */
  files: z.array(path).max(limits.files),
})

/** A task with its steps. */
const agentTask = agentHead.extend({
  /** In order. */
  steps: z.array(agentStep).max(limits.steps),
})

/**
 * One `agent` event, sent to every window that has the project open. `task` and `step` are the changed parts of what
 * `agent:read` answers; `step.number` identifies the step.
 */
export const agentEvent = z.strictObject({
  /** What has happened; the page applies `task`, `step` and `delta` whatever it is. */
  type: z.enum([
    'started',
    'compaction',
    'step',
    'text',
    'call',
    'approval',
    'observation',
    'todo',
    'usage',
    'retrying',
    'done',
    'error',
  ]),
  /** The task that reports. */
  taskId,
  projectId,
  /** Changed fields of the task; absent: none. */
  task: agentHead.partial().optional(),
  /** Changed fields of one step; absent: none. */
  step: agentStep.partial().required({ number: true }).optional(),
  /** With type `text`: to be appended to the step's `thought`. */
  delta: text.optional(),
  /** With type `retrying`: the provider is busy or failed, and the request is repeated. */
  retrying: z
    .strictObject({
      /** The `ErrorCode` of the failure. */
      code: z.string().max(80),
      /** Time until the next attempt. */
      waitMs: z.int().min(0).max(300_000),
      /** The next attempt, counted from 1 for the first request. */
      attempt: z.int().min(2),
      /** Attempts in all. */
      attempts: z.int().min(2),
    })
    .optional(),
})

/** Work in a whole book, step by step, by a model with tools. */
export const agent = {
  /** Starts a task; CONFLICT while another one works in this project. */
  'agent:run': {
    effect: 'writes',
    subjects: ['tasks', '.creonow/conversations', 'edits', 'permissions'],
    reportedBy: 'service',
    input: z.strictObject({
      projectId,
      /** Continues this conversation; absent: a new one. */
      conversationId: id.optional(),
      /** The chapter that is open; absent: none. */
      documentId: documentId.optional(),
      /** The task, in the author's words. */
      input: z.string().trim().min(1).max(20_000),
      /** Absent: the default model. */
      modelId: id.optional(),
      /** Absent: as the settings have it, and else as far as there is progress. */
      maxSteps: steps.optional(),
    }),
    output: z.strictObject({
      /** For `agent:cancel`, and in every event. */
      taskId,
      /** The one that was given, or the new one. */
      conversationId,
    }),
  },
  /** Stops a task; what it wrote stays and can be undone. */
  'agent:cancel': {
    effect: 'works',
    subjects: ['tasks', '.creonow/conversations', 'edits', 'permissions'],
    input: z.strictObject({
      /** From `agent:run`. */
      taskId,
    }),
    output: z.strictObject({
      /** False when it had ended. */
      cancelled: z.boolean(),
    }),
  },
  /**
   * Answers an approval. `always`: this write and every later one in the project, by changing its permissions;
   * FORBIDDEN for anything but an edit. INVALID_ARGUMENT for a place that is not in the approval.
   */
  'agent:approve': {
    effect: 'works',
    subjects: ['permissions'],
    input: z.strictObject({
      /** The task that requested it. */
      taskId,
      /** Of the step's `approval`. */
      approvalId: id,
      /** `no`: nothing is written, and the model reads that the author declined. */
      decision: z.enum(['once', 'always', 'no']),
      /** The places to write, and no others; absent: all that are not uncertain. Without effect for `no`. */
      placeIds: z.array(placeId).min(1).max(approvalLimits.places).optional(),
    }),
    output: z.strictObject({
      /** False when it was answered before, or the task has ended. */
      decided: z.boolean(),
    }),
  },
  /** The newest 200 tasks of this project, newest first. */
  'agent:list': {
    effect: 'reads',
    subjects: ['tasks', '.creonow/conversations'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Running ones with their present state. */
      tasks: z.array(agentHead).max(200),
    }),
  },
  /** One task with all its steps. */
  'agent:read': {
    effect: 'reads',
    subjects: ['tasks', '.creonow/conversations'],
    input: z.strictObject({
      projectId,
      /** From `agent:run` or `agent:list`. */
      taskId,
    }),
    output: agentTask,
  },
} as const satisfies Record<string, Channel>

/** One tool call of a task and its result. */
export type AgentStep = DeepReadonly<z.infer<typeof agentStep>>
/** A task without its steps. */
export type AgentHead = DeepReadonly<z.infer<typeof agentHead>>
/** A task with its steps. */
export type AgentTask = DeepReadonly<z.infer<typeof agentTask>>
/** What a task reports while it works. */
export type AgentEvent = DeepReadonly<z.infer<typeof agentEvent>>
/** What a tool is about to write or to run. */
export type AgentApproval = DeepReadonly<z.infer<typeof approval>>
/** One item of the model's own plan. */
export type AgentTodo = DeepReadonly<z.infer<typeof todo>>
/** What the author should notice about a step. */
export type StepNote = z.infer<typeof stepNote>
/** The author's answer to an approval: this time, from now on, or no. */
export type Decision = 'once' | 'always' | 'no'
