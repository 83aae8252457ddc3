import type { JobRequest } from '#contract/jobs.ts'
import type { ErrorPayload } from '#contract/result.ts'
import type { RunSpending } from '#contract/spending.ts'

/** One of the equal steps of a job, with what it is expected to send. */
export interface JobItem {
  /** The chapter. */
  readonly documentId: string
  /** Tokens of its request. */
  readonly inputTokens: number
  /** Tokens of its answer. */
  readonly outputTokens: number
  /** US dollars; absent when the model has no price. */
  readonly price?: number | undefined
}

/** How an item ended. */
export interface ItemResult {
  /** The chapter. */
  readonly documentId: string
  /** Of the chapter that was read; absent when it could not be read. */
  readonly documentHash?: string | undefined
  /** The answer; empty when it failed. */
  readonly text: string
  /** Absent: it succeeded. */
  readonly error?: ErrorPayload | undefined
  /** What its requests have cost, failed ones included. */
  readonly spending?: Pick<RunSpending, 'usage' | 'price'> | undefined
}

/** What a job is, as its record begins. */
export interface JobHead {
  /** Unique in the project. */
  readonly jobId: string
  /** What it does. */
  readonly request: JobRequest
  /** Who answers. */
  readonly modelId: string
  /** ISO 8601. */
  readonly createdAt: string
  /** In the order of the book. */
  readonly items: readonly JobItem[]
}

/** How a job came to rest. */
export interface JobEnd {
  /** As the contract has it. */
  readonly state: 'done' | 'stopped' | 'failed'
  /** Why it failed. */
  readonly error?: ErrorPayload | undefined
}

/** A job with everything on its record. */
export interface JobRecord extends JobHead {
  /** The newest result of each item, by chapter. */
  readonly results: Map<string, ItemResult>
  /** All tries together. */
  spending: ItemResult['spending']
  /** Absent: it is at work, or its process has ended. */
  end?: JobEnd | undefined
}

/** A kind of job: which chapters it works on, what reads them, where the answers go. */
export interface JobKind<R extends JobRequest = JobRequest> {
  /** The skill that reads a chapter. */
  readonly skillId: string
  /** Expected length of an answer, in tokens. */
  readonly outputTokens: number
  /** Of the chapters that have a text, those that are to be done. */
  select(projectId: string, chapters: readonly string[]): Promise<readonly string[]>
  /** The author's words for each request; empty: the skill's own are enough. */
  instruction(request: R): string
  /** Puts an answer where it belongs; absent: the record has it. Throws what writing throws. */
  store?(projectId: string, result: ItemResult): Promise<void>
}

/** A kind for each kind of request. */
export type JobKinds = { readonly [K in JobRequest['kind']]: JobKind<Extract<JobRequest, { kind: K }>> }
