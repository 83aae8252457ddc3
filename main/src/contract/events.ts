import { z } from 'zod'
import { agentEvent } from './agent.ts'
import { assembleResult } from './context.ts'
import { desktopEvent } from './desktop.ts'
import { bookJobEvent } from './jobs.ts'
import { followUps, rewriting, verdict } from './judge.ts'
import { notice } from './notices.ts'
import { failure, id, modelId, path, projectId, runId, shortText, skillId, text } from './shared.ts'
import { runSpending } from './spending.ts'

/** The evidence of a prompt without its text. */
const contextSummary = assembleResult.omit({ prompt: true, systemPrompt: true, userContent: true })

/**
 * How the redaction markers in an output relate to those of the replaced selection; absent: it has none.
 * `restorable`: `ai:restore` puts the originals back. `unmatched`: the author must decide.
 */
const markers = z.enum(['restorable', 'unmatched']).optional()

/** What a run reports while it works; sent to the window that started it. */
const runEvent = z.discriminatedUnion('type', [
  z.strictObject({
    /** The first event of a run. */
    type: z.literal('started'),
    runId,
    skillId,
    modelId,
    /** Where the text goes: at the cursor, over the selection, or only on the screen. */
    output: z.enum(['insert', 'replace', 'show']),
  }),
  /** The project was just opened: its codex, names and tokenizer are still being read. */
  z.strictObject({
    /** The run needs something that is not ready. */
    type: z.literal('waiting'),
    runId,
    /** The project was just opened: its codex, names and tokenizer are being read. */
    for: z.enum(['warmUp']),
  }),
  /** A chapter longer than the window is read in parts, each a request of its own; `parts` may still change. */
  z.strictObject({
    /** One part of a long chapter is being read. */
    type: z.literal('reading'),
    runId,
    /** Its number, from 1. */
    part: z.int().min(1),
    /** How many there are; may still change. */
    parts: z.int().min(1),
  }),
  /** The conversation leaves no room for this turn: its oldest rounds are summed up first; `ai:cancel` ends it. */
  z.strictObject({
    /** Old rounds of the conversation are being summed up. */
    type: z.literal('compacting'),
    runId,
  }),
  /** Messages left the history; `eventId` is the summary that replaces them. */
  z.strictObject({
    /** They are summed up, and the run goes on. */
    type: z.literal('compacted'),
    runId,
    /** The `summary` event in the log. */
    eventId: id,
    /**
     * `summary`: by the model. `timedOut`, `rejected`: what code took out of them instead, because the model's came too
     * slowly or was unusable. `shortened`: only results of tools were cut.
     */
    state: z.enum(['summary', 'timedOut', 'rejected', 'shortened']),
    /** Messages that left the history. */
    messages: z.int().min(0),
  }),
  z.strictObject({
    /** The prompt is assembled and about to be sent. */
    type: z.literal('context'),
    runId,
    /** Null: no receipt was stored. */
    receiptId: id.nullable(),
    /** The evidence of the prompt. */
    context: contextSummary,
  }),
  /** The provider is busy or broken, and the request is repeated after `waitMs`; `ai:cancel` ends that. */
  z.strictObject({
    /** The request failed and is repeated. */
    type: z.literal('retrying'),
    runId,
    /** The `ErrorCode` of the failure. */
    code: z.string().max(80),
    /** Time until the next attempt. */
    waitMs: z.int().min(0).max(300_000),
    /** The next attempt, counted from 1 for the first request. */
    attempt: z.int().min(2),
    /** Attempts in all. */
    attempts: z.int().min(2),
  }),
  z.strictObject({
    /** The model has written more. */
    type: z.literal('text'),
    runId,
    /** To be appended to the text so far. */
    delta: text,
  }),
  z.strictObject({
    /** All text so far was the model's thinking: `text` events start again. */
    type: z.literal('thought'),
    runId,
  }),
  runSpending.extend({
    /** Tokens and price of the run so far. */
    type: z.literal('usage'),
    runId,
  }),
  /** The text is complete, and a model reads it against the rules; `ai:cancel` ends that, and the text stays. */
  z.strictObject({
    /** A model checks the text. */
    type: z.literal('judging'),
    runId,
  }),
  /** The text breaks rules and is written once more: `text` events start again. It comes again in `done`. */
  z.strictObject({
    /** The text is written once more. */
    type: z.literal('rewriting'),
    runId,
    /** The text that breaks rules. */
    text,
    /** Which rules it breaks. */
    judged: verdict,
  }),
  z.strictObject({
    /** Something about the run is not as it should be. */
    type: z.literal('warning'),
    runId,
    /** `CODE: 说明`. */
    warning: shortText,
    /** The same for people of either language; absent: the code is enough. */
    notice: notice.optional(),
  }),
  z.strictObject({
    /** The last event of a run that did not fail. */
    type: z.literal('done'),
    runId,
    /** All that was written, with redaction markers. */
    text,
    /** Null: no receipt was stored. */
    receiptId: id.nullable(),
    /** The author stopped it; `text` is what there was. */
    cancelled: z.boolean(),
    /** True: the text ends early, because the model has written as much as it was allowed to. */
    reachedLimit: z.boolean().optional(),
    markers,
    /** The Judge's findings about `text`; absent when the run was cancelled or wrote nothing for the manuscript. */
    judged: verdict.optional(),
    /** The other version, when the text was written twice; absent: it was not. */
    rewriting: rewriting.optional(),
    /** Requests that followed the first one, in order; absent: none. */
    followUps: followUps.optional(),
  }),
  z.strictObject({
    /** The last event of a run that failed. */
    type: z.literal('error'),
    runId,
    /** Why. */
    error: failure,
    /** What had arrived before the failure. */
    text,
    markers,
  }),
])

/** Events of the app, by name. */
export const events = {
  /**
   * Whether the windows of this host may write a project: `write`; `elsewhere`, another host's windows do; `free`,
   * nobody does, and `projects:takeOver` makes it this host.
   */
  access: z.strictObject({
    projectId,
    /**
     * `write`: this host's windows write it. `elsewhere`: those of another host do. `free`: nobody does, and
     * `projects:takeOver` makes it this host.
     */
    access: z.enum(['write', 'elsewhere', 'free']),
  }),
  run: runEvent,
  agent: agentEvent,
  job: z.strictObject({
    /** As the channel that started it answered. */
    jobId: id,
    /** In the unit of the job, documents for an index. */
    done: z.int().min(0),
    /** 0 while it is not counted yet. */
    total: z.int().min(0),
    /** All but `running` are the last event. */
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
  }),
  bookJob: bookJobEvent,
  /** A backup in the background has ended, well or not; `backup:status` says how. */
  backup: z.strictObject({
    projectId,
  }),
  desktop: desktopEvent,
  changed: z.strictObject({
    projectId,
    /**
     * Project-relative. A folder means everything below it: there were too many files, or the app wrote them
     * together.
     */
    paths: z.array(path).max(10_000),
    /** `app`: this process wrote them. */
    origin: z.enum(['app', 'outside']),
  }),
} as const

/** What a run reports while it works. */
export type RunEvent = z.infer<typeof runEvent>
/** Who may write a project. */
export type ProjectAccess = z.infer<(typeof events)['access']>['access']
/** The name of an event. */
export type EventName = keyof typeof events
/** What an event carries. */
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>
