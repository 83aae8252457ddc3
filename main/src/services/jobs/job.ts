import type { JobRequest } from '#contract/jobs.ts'
import type { ErrorPayload } from '#contract/result.ts'
import type { RunSpending } from '#contract/spending.ts'
import { sha256Hex } from '../../lib/hash.ts'

/** A chapter that a request reads, or one of the equal parts of a long one. */
export interface ItemPart {
  /** The chapter. */
  readonly documentId: string
  /** Which part, from 0. */
  readonly part: number
  /** In how many parts the chapter is read; 1: whole. */
  readonly parts: number
}

/** One of the equal steps of a job, with what it is expected to send. */
export interface JobItem {
  /** The chapter; of several, the first. */
  readonly documentId: string
  /** Unique in the job; absent: the chapter is. */
  readonly itemId?: string | undefined
  /** What the request reads; absent: the whole chapter. */
  readonly reads?: readonly ItemPart[] | undefined
  /** It starts when all of a lower rank have ended: it is made from their answers. Absent: 0. */
  readonly rank?: number | undefined
  /** Tokens of its request. */
  readonly inputTokens: number
  /** Tokens of its answer. */
  readonly outputTokens: number
  /** US dollars; absent when the model has no price. */
  readonly price?: number | undefined
}

/** How an item ended. */
export interface ItemResult {
  /** The chapter; of several, the first. */
  readonly documentId: string
  /** Of its item; absent: the item has none. */
  readonly itemId?: string | undefined
  /** Of what was read, as `versionOf`; absent when it could not be read. */
  readonly documentHash?: string | undefined
  /** The answer; empty when it failed. */
  readonly text: string
  /** The answer ended at the limit of its length, and is used as far as it goes. */
  readonly cutOff?: true | undefined
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
  /** The newest result of each item, by `keyOf`. */
  readonly results: Map<string, ItemResult>
  /** All tries together. */
  spending: ItemResult['spending']
  /** Absent: it is at work, or its process has ended. */
  end?: JobEnd | undefined
}

/** A kind of job: which chapters it works on, what is sent, where the answers go. */
export interface JobKind<R extends JobRequest = JobRequest> {
  /** The requests for those of the readable chapters that are to be done. Sends nothing. */
  plan(
    projectId: string,
    chapters: readonly string[],
    request: R,
    modelId: string,
  ): Promise<readonly JobItem[]>
  /** Of these items, those that still need an answer; absent: all of them do. */
  select?(projectId: string, items: readonly JobItem[]): Promise<readonly JobItem[]>
  /** Sends one request. Never rejects: a failure is a result. */
  run(projectId: string, item: JobItem, job: ItemJob<R>, signal: AbortSignal): Promise<ItemResult>
  /** Puts an answer where it belongs; absent: the record has it. Throws what writing throws. */
  store?(projectId: string, result: ItemResult): Promise<void>
}

/** The job of an item. */
interface ItemJob<R extends JobRequest = JobRequest> {
  /** What it does. */
  readonly request: R
  /** Who answers. */
  readonly modelId: string
}

/** A kind for each kind of request. */
export type JobKinds = { readonly [K in JobRequest['kind']]: JobKind<Extract<JobRequest, { kind: K }>> }

/** By which a result belongs to its item. */
export const keyOf = ({ itemId, documentId }: Pick<JobItem, 'itemId' | 'documentId'>): string =>
  itemId ?? documentId

/** What an item reads, by the hashes of the chapters; undefined: a chapter of it is not there. */
export function versionOf(
  { documentId, reads }: Pick<JobItem, 'documentId' | 'reads'>,
  hashes: ReadonlyMap<string, string>,
): string | undefined {
  if (!reads) return hashes.get(documentId)
  const all = reads.map((part) => hashes.get(part.documentId))
  return all.includes(undefined) ? undefined : sha256Hex(all.join(' '))
}
