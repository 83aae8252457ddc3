import { z } from 'zod'
import {
  type Channel,
  type DeepReadonly,
  documentId,
  id,
  path,
  projectId,
  shortText,
  text,
} from './shared.ts'
import { runSpending } from './spending.ts'

const limits = { steps: 200, todos: 100, files: 2000 } as const
const steps = z.int().min(1).max(limits.steps)
const excerpt = z.string().max(20_000)
const failure = z.strictObject({
  code: z.string().max(80),
  message: shortText,
  details: z.unknown().optional(),
})

const todo = z.strictObject({
  text: z.string().max(2000),
  state: z.enum(['pending', 'doing', 'done']),
})

/** What a tool wants to write, or to run, as the author is asked. Redacted. */
const approval = z.strictObject({
  approvalId: id,
  /** `shell`: a command, not contained in the project. */
  kind: z.enum(['edit', 'shell']),
  tool: z.string().max(80),
  files: z
    .array(
      z.strictObject({
        path,
        isNew: z.boolean(),
        /** Unified; empty when all diffs together are too long, and then `cut` is there. */
        diff: z.string().max(200_000),
        cut: z.literal(true).optional(),
        /** Lines. */
        added: z.int().min(0),
        removed: z.int().min(0),
      }),
    )
    .max(limits.files),
  /** Places that look like the name and are left as they are. */
  doubtful: z
    .array(
      z.strictObject({
        phrase: z.string().max(200),
        why: z.enum(['codex', 'usage', 'variant']),
        count: z.int().min(0),
        places: z.array(z.strictObject({ path, line: z.int().min(1), text: z.string().max(500) })).max(20),
      }),
    )
    .max(200),
  command: z.string().max(20_000).optional(),
})

/** What should be noticed about a step: said by code, in the language of the page. */
const stepNote = z.enum([
  /** The model wrote a result itself, or a second action; it was cut off. */
  'invented',
  /** Its arguments were no valid JSON and were read all the same. */
  'mended',
  /** There was no action that could be read. */
  'malformed',
  'unknownTool',
  'badArguments',
  'unclearPlace',
  /** A file had been changed outside since it was read. */
  'modifiedExternally',
  /** What was read holds lines that look like orders or protocol; they were taken as text. */
  'looksLikeOrders',
  /** Earlier results were shortened to make room. */
  'shortened',
  'declined',
])

const agentStep = z.strictObject({
  number: z.int().min(1).max(limits.steps),
  /** What the model writes, while it comes; afterwards its thought. */
  thought: excerpt,
  tool: z.string().max(80).optional(),
  /** The arguments as JSON, shortened. */
  input: excerpt.optional(),
  approval: approval.optional(),
  decision: z.enum(['once', 'always', 'no']).optional(),
  /** What history keeps of the result: JSON of `status`, `data`, `error`. */
  observation: z.string().max(120_000).optional(),
  status: z.enum(['success', 'partial', 'error']).optional(),
  error: failure.optional(),
  /** Project-relative file with the whole result. */
  fullAt: path.optional(),
  notes: z.array(stepNote).max(10).optional(),
  usage: runSpending.shape.usage.optional(),
})

const agentState = z.enum([
  'working',
  /** It waits for the author's decision. */
  'asking',
  'finished',
  /** It made all the steps it was allowed to. */
  'limit',
  'cancelled',
  'failed',
  /** The program ended before it did. */
  'interrupted',
])

const agentHead = z.strictObject({
  taskId: id,
  projectId,
  conversationId: id,
  /** The author's words. */
  input: excerpt,
  modelId: id,
  /** The model is the offline example. */
  isExample: z.boolean(),
  maxSteps: steps,
  startedAt: z.string().max(40),
  state: agentState,
  /** What is said at the end; empty until then. */
  answer: text,
  error: failure.optional(),
  todos: z.array(todo).max(limits.todos),
  spending: runSpending.optional(),
  /** Before the first step the conversation left no room: its oldest rounds are summed up. */
  compaction: z
    .strictObject({
      /** `failed`: it goes on with the history as it was. */
      state: z.enum(['working', 'summary', 'timedOut', 'rejected', 'shortened', 'failed']),
      /** So many messages left the history. */
      messages: z.int().min(0),
    })
    .optional(),
  /** Of the journal: what `edits:undo` takes back. */
  editId: id.optional(),
  /** Files it has written. */
  files: z.array(path).max(limits.files),
})

const agentTask = agentHead.extend({ steps: z.array(agentStep).max(limits.steps) })

/**
 * What a task says while it works, one `agent` event each, to everybody who has the project open. `task` and `step`
 * are what has changed of `agent:read`; a step is known by its number.
 */
export const agentEvent = z.strictObject({
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
  taskId: id,
  projectId,
  task: agentHead.partial().optional(),
  step: agentStep.partial().required({ number: true }).optional(),
  /** `text`: what comes behind the thought so far. */
  delta: text.optional(),
  /** `retrying`: as with `ai:run`. */
  retrying: z
    .strictObject({
      code: z.string().max(80),
      waitMs: z.int().min(0).max(300_000),
      attempt: z.int().min(2),
      attempts: z.int().min(2),
    })
    .optional(),
})

/** Work in a whole book, step by step, by a model with tools. */
export const agent = {
  'agent:run': {
    effect: 'writes',
    input: z.strictObject({
      projectId,
      /** Goes on with this conversation; absent: a new one. */
      conversationId: id.optional(),
      /** The chapter that is open. */
      documentId: documentId.optional(),
      input: z.string().trim().min(1).max(20_000),
      modelId: id.optional(),
      maxSteps: steps.optional(),
    }),
    output: z.strictObject({ taskId: id, conversationId: id }),
  },
  'agent:cancel': {
    effect: 'works',
    input: z.strictObject({ taskId: id }),
    output: z.strictObject({ cancelled: z.boolean() }),
  },
  /** `always`: this, and every later write to this project. */
  'agent:approve': {
    effect: 'works',
    input: z.strictObject({ taskId: id, approvalId: id, decision: z.enum(['once', 'always', 'no']) }),
    output: z.strictObject({ decided: z.boolean() }),
  },
  /** Newest first. */
  'agent:list': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ tasks: z.array(agentHead).max(200) }),
  },
  'agent:read': { effect: 'reads', input: z.strictObject({ projectId, taskId: id }), output: agentTask },
} as const satisfies Record<string, Channel>

export type AgentStep = DeepReadonly<z.infer<typeof agentStep>>
export type AgentHead = DeepReadonly<z.infer<typeof agentHead>>
export type AgentTask = DeepReadonly<z.infer<typeof agentTask>>
export type AgentEvent = DeepReadonly<z.infer<typeof agentEvent>>
export type AgentApproval = DeepReadonly<z.infer<typeof approval>>
export type AgentTodo = DeepReadonly<z.infer<typeof todo>>
export type StepNote = z.infer<typeof stepNote>
export type Decision = 'once' | 'always' | 'no'
