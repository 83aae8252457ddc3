import { z } from 'zod'
import { agentEvent } from './agent.ts'
import { assembleResult } from './context.ts'
import { followUps, rewriting, verdict } from './judge.ts'
import { id, modelId, path, projectId, runId, shortText, skillId, text } from './shared.ts'
import { runSpending } from './spending.ts'

const contextSummary = assembleResult.omit({ prompt: true, systemPrompt: true, userContent: true })

/**
 * How the redaction markers of an output stand to those of the selection it replaces; absent: there are none.
 * `restorable`: `ai:restore` puts the originals back. `unmatched`: the author must decide.
 */
const markers = z.enum(['restorable', 'unmatched']).optional()

/** What a run says while it works, one `run` event each. */
const runEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('started'),
    runId,
    skillId,
    modelId,
    output: z.enum(['insert', 'replace', 'show']),
  }),
  /** The project was just opened: its codex, names and tokenizer are still being read. */
  z.strictObject({ type: z.literal('waiting'), runId, for: z.enum(['warmUp']) }),
  /** A chapter longer than the window is read in parts, each a request of its own; `parts` may still change. */
  z.strictObject({
    type: z.literal('reading'),
    runId,
    part: z.int().min(1),
    parts: z.int().min(1),
  }),
  /** The conversation leaves no room for this turn: its oldest rounds are summed up first; `ai:cancel` ends it. */
  z.strictObject({ type: z.literal('compacting'), runId }),
  /** So many messages left the history; `eventId` is what stands in the log for them. */
  z.strictObject({
    type: z.literal('compacted'),
    runId,
    eventId: id,
    state: z.enum(['summary', 'timedOut', 'rejected', 'shortened']),
    messages: z.int().min(0),
  }),
  z.strictObject({
    type: z.literal('context'),
    runId,
    receiptId: id.nullable(),
    context: contextSummary,
  }),
  /** The provider is too busy or broken, and is asked again after so long; `ai:cancel` ends the wait. */
  z.strictObject({
    type: z.literal('retrying'),
    runId,
    code: z.string().max(80),
    waitMs: z.int().min(0).max(300_000),
    attempt: z.int().min(2),
    attempts: z.int().min(2),
  }),
  z.strictObject({ type: z.literal('text'), runId, delta: text }),
  runSpending.extend({ type: z.literal('usage'), runId }),
  /** The text is complete, and a model reads it against the rules; `ai:cancel` ends that, and the text stays. */
  z.strictObject({ type: z.literal('judging'), runId }),
  /** The text breaks rules and is written once more: `text` events begin anew. It comes again in `done`. */
  z.strictObject({ type: z.literal('rewriting'), runId, text, judged: verdict }),
  z.strictObject({ type: z.literal('warning'), runId, warning: shortText }),
  z.strictObject({
    type: z.literal('done'),
    runId,
    text,
    receiptId: id.nullable(),
    cancelled: z.boolean(),
    /** It stopped in mid-sentence: the model has written as much as it was allowed to. */
    reachedLimit: z.boolean().optional(),
    markers,
    /** What the Judge says of `text`; absent when the run was cancelled, or wrote nothing for the manuscript. */
    judged: verdict.optional(),
    /** The text was written twice; `text` is the one that counts. */
    rewriting: rewriting.optional(),
    /** What the model was asked behind the request, in order. */
    followUps: followUps.optional(),
  }),
  z.strictObject({
    type: z.literal('error'),
    runId,
    error: z.strictObject({ code: z.string().max(80), message: shortText, details: z.unknown().optional() }),
    /** What had arrived before the failure; nothing that was paid for is thrown away. */
    text,
    markers,
  }),
])

export const events = {
  /**
   * Whether the windows of this host may write a project: `write`; `elsewhere`, another host's windows do; `free`,
   * nobody does, and `projects:takeOver` makes it this host.
   */
  access: z.strictObject({ projectId, access: z.enum(['write', 'elsewhere', 'free']) }),
  run: runEvent,
  agent: agentEvent,
  job: z.strictObject({
    jobId: id,
    done: z.int().min(0),
    total: z.int().min(0),
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
  }),
  changed: z.strictObject({
    projectId,
    /** A folder stands for everything below it: too many files at once, or written together by the app. */
    paths: z.array(path).max(10_000),
    origin: z.enum(['app', 'outside']),
  }),
} as const

export type RunEvent = z.infer<typeof runEvent>
export type ProjectAccess = z.infer<(typeof events)['access']>['access']
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>
