import { z } from 'zod'
import {
  type Channel,
  type DeepReadonly,
  documentId,
  failure,
  id,
  modelId,
  projectId,
  text,
  tokens,
} from './shared.ts'
import { runSpending } from './spending.ts'

/** US dollars. */
const amount = z.number().min(0).max(1_000_000)
const maxItems = 10_000
/** Three readings of each. */
const maxRequests = 3 * maxItems
/** Absent: all chapters that have a text. */
const chapters = z.array(documentId).min(1).max(maxItems).optional()

/** What a job does, in equal steps: a request for each chapter, or for each batch of chapters. */
export const jobRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    /** Writes the synopses that are missing, and those of a model that are stale; never one of the author's. */
    kind: z.literal('synopses'),
    /** Among these chapters only; absent: in the whole book. */
    chapters,
  }),
  z.strictObject({
    /** Applies one instruction to each chapter; the answers are in `jobs:read`. */
    kind: z.literal('forEach'),
    /** In the author's words. */
    instruction: z.string().trim().min(1).max(20_000),
    chapters,
  }),
  z.strictObject({
    /** Drafts cards from batches of chapters; the drafts are in `codex:drafts:list`. */
    kind: z.literal('drafts'),
    chapters,
    /** For these names only, and in the chapters that have one of them; absent: for all of the book. */
    names: z.array(z.string().trim().min(1).max(200)).min(1).max(500).optional(),
    /** How often each chapter is read: one reading sees about three facts of five, three nearly all; absent: 1. */
    readings: z.int().min(1).max(3).optional(),
  }),
  z.strictObject({
    /** Reads what changes in each chapter; the changes are in `codex:changes:list`. */
    kind: z.literal('changes'),
    chapters,
  }),
])

/** What a job would send, before anything is sent. Estimates. */
const preview = z.strictObject({
  /** Who would answer. */
  modelId,
  /** Requests, one for each chapter or batch of chapters that is to be done. */
  total: z.int().min(0).max(maxRequests),
  /** Of all requests together. */
  inputTokens: tokens,
  /** Of all answers together. */
  outputTokens: tokens,
  /** Without any help of a cache; absent: the model has no price. */
  price: amount.optional(),
})

/** A job as its record has it. */
const job = z.strictObject({
  /** For the other channels. */
  jobId: id,
  /** What it does. */
  request: jobRequest,
  modelId,
  /** ISO 8601. */
  createdAt: z.string().max(40),
  /** `stopped`: by the author, or because the app was closed; `jobs:resume` goes on where it stopped. */
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Of the requests, those that have an answer. */
  done: z.int().min(0).max(maxRequests),
  /** Those whose last try failed. */
  failed: z.int().min(0).max(maxRequests),
  /** Requests in all. */
  total: z.int().min(0).max(maxRequests),
  /** What it has cost so far; absent: nothing was sent. */
  spending: runSpending.omit({ cache: true }).optional(),
  /** What the requests that are left will cost, by what the others have cost; absent: no price is available. */
  remainingPrice: amount.optional(),
  /** Why it failed. */
  error: failure.optional(),
})

/** Work that outlives its request and reports by `job` and `bookJob` events. */
export const jobs = {
  /** Cancels a job of one session, as an index that is built anew. */
  'jobs:cancel': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** From the answer of the channel that started the job. */
      jobId: id,
    }),
    output: z.strictObject({
      /** False when this session has no such job, or it has ended. */
      cancelled: z.boolean(),
    }),
  },
  /** What a job over chapters would cost. Sends nothing. */
  'jobs:preview': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/synopses', '.creonow/rules', 'settings'],
    input: z.strictObject({
      projectId,
      /** What the job is to do. */
      request: jobRequest,
      /** Absent: the author's model for jobs, or the default one. */
      modelId: modelId.optional(),
    }),
    output: preview,
  },
  /** Starts a job over chapters; one at a time in a project, CONFLICT while one is running. */
  'jobs:start': {
    effect: 'writes',
    reportedBy: 'service',
    subjects: ['jobs', '.creonow/synopses'],
    input: z.strictObject({
      projectId,
      /** What the job is to do. */
      request: jobRequest,
      /** Absent: the author's model for jobs, or the default one. */
      modelId: modelId.optional(),
    }),
    output: job,
  },
  /** Goes on with a job that was stopped or has failed: chapters without an answer, and those changed since. */
  'jobs:resume': {
    effect: 'writes',
    reportedBy: 'service',
    subjects: ['jobs', '.creonow/synopses'],
    input: z.strictObject({
      projectId,
      /** From `jobs:list`. */
      jobId: id,
    }),
    output: job,
  },
  /** Stops a job; what it has done stays. */
  'jobs:stop': {
    effect: 'works',
    subjects: ['jobs'],
    input: z.strictObject({
      projectId,
      /** From `jobs:list`. */
      jobId: id,
    }),
    output: z.strictObject({
      /** False when it was not running. */
      stopped: z.boolean(),
    }),
  },
  /** The jobs of a project, newest first. */
  'jobs:list': {
    effect: 'reads',
    subjects: ['jobs'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** At most 50. */
      jobs: z.array(job).max(50),
    }),
  },
  /** The answers of a job, in the order of its requests. */
  'jobs:read': {
    effect: 'reads',
    subjects: ['jobs'],
    input: z.strictObject({
      projectId,
      /** From `jobs:list`. */
      jobId: id,
      /** The first of the requests, from 0; absent: 0. */
      from: z.int().min(0).max(maxRequests).optional(),
      /** Absent: 100. */
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.strictObject({
      /** Requests in all. */
      total: z.int().min(0).max(maxRequests),
      /** From `from` on. */
      results: z
        .array(
          z.strictObject({
            /** The chapter; of a batch, the first. */
            documentId,
            /** The answer; absent: there is none yet. */
            text: text.optional(),
            /** The `ErrorCode` of the last try; absent: it did not fail. */
            error: z.string().max(80).optional(),
          }),
        )
        .max(1000),
    }),
  },
} as const satisfies Record<string, Channel>

/** An event of a job over chapters: the job as it is now. */
export const bookJobEvent = z.strictObject({
  projectId,
  job,
})

/** What a job does. */
export type JobRequest = DeepReadonly<z.infer<typeof jobRequest>>
/** What a job would cost. */
export type JobPreview = DeepReadonly<z.infer<typeof preview>>
/** A job as its record has it. */
export type Job = DeepReadonly<z.infer<typeof job>>
