import type { Job, JobPreview, JobRequest } from '#contract/jobs.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { chapterNamed, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { randomId } from '../../lib/randomId.ts'
import { cancelled } from '../../lib/until.ts'
import { addSpending } from '../ai/index.ts'
import {
  type ItemResult,
  type JobEnd,
  type JobHead,
  type JobItem,
  type JobKind,
  type JobKinds,
  type JobRecord,
  keyOf,
  versionOf,
} from './job.ts'
import { addResult, type JobLog } from './jobLog.ts'
import { viewOf } from './jobView.ts'

/** What a job needs of the rest of the app. */
interface JobPorts {
  /** In the order of the book. */
  chapters(projectId: string): Promise<readonly PresentChapter[]>
  /** The id of the model that answers. @throws AppError NOT_FOUND, AI_PROVIDER_MISSING. */
  model(modelId: string | undefined): string
}

/** A chapter as it is now. */
interface PresentChapter extends NamedChapter {
  /** Of its bytes. */
  readonly hash: string
  /** Front matter and chapters without a word are in no job. */
  readonly hasText: boolean
}

export interface JobRunnerOptions {
  readonly kinds: JobKinds
  readonly ports: JobPorts
  readonly log: JobLog
  /** Called whenever a job has changed. */
  readonly onChange: (projectId: string, job: Job) => void
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
}

/** Who asks for a job. */
export interface JobStart {
  /** What the job is to do. */
  readonly request: JobRequest
  /** Absent: the default model. */
  readonly modelId?: string | undefined
  /** A job of that id is gone on with, where its record has the same chapters; absent: a new one. */
  readonly jobId?: string
}

export interface JobRunner {
  /** What it would send. Sends nothing. @throws AppError NOT_FOUND for a chapter that is none. */
  preview(projectId: string, start: JobStart): Promise<JobPreview>
  /**
   * Starts it in the background. `finished` never rejects. @throws AppError CONFLICT {why: job} while one is running,
   * NOT_FOUND, and what writing throws.
   */
  start(projectId: string, start: JobStart): Promise<RunningJob>
  /**
   * Starts it and waits; an abort stops it. `spending` is of this call alone. @throws as `start`, CANCELLED.
   */
  run(
    projectId: string,
    start: JobStart,
    signal: AbortSignal,
  ): Promise<{
    readonly job: Job
    readonly answers: readonly JobAnswer[]
    readonly spending: ItemResult['spending']
  }>
  /** Chapters without an answer, and those that have changed since. @throws AppError NOT_FOUND, CONFLICT. */
  resume(projectId: string, jobId: string): Promise<RunningJob>
  /** False when it is not running; what is under way is still waited for by `finished`. */
  stop(projectId: string, jobId: string): boolean
  /** Newest first. */
  list(projectId: string): Promise<readonly Job[]>
  /** Every chapter with its newest result, in the order of the book. @throws AppError NOT_FOUND. */
  results(projectId: string, jobId: string): Promise<readonly JobAnswer[]>
  /** Resolves when no job is running. */
  drain(): Promise<void>
  /** Whether a job is running. */
  isWorking(): boolean
  /** Stops all jobs and resolves after their last write. */
  dispose(): Promise<void>
}

interface RunningJob {
  readonly job: Job
  /** The job when it has come to rest. */
  readonly finished: Promise<Job>
  /** What it has cost since it was started or gone on with; undefined: nothing was sent. */
  spending(): ItemResult['spending']
}

/** A chapter of a job. */
type JobAnswer = Pick<JobItem, 'documentId'> & Partial<Pick<ItemResult, 'text' | 'error'>>

/** Requests at once, after the first one has shown that the service answers, and has filled its cache. */
const atOnce = 3
/** So many failures one after another end a job: the next ones would fail as well. */
const mostFailures = 3

/** A job of this process. */
interface Running {
  jobId: string
  readonly abort: AbortController
  done: Promise<unknown>
}

/** Jobs over the chapters of books: one short request for each, recorded before the next one starts. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { kinds, ports, log, clock, logger } = options
  /** By project. */
  const running = new Map<string, Running>()

  const kindOf = (request: JobRequest) => kinds[request.kind] as JobKind // each kind takes its own request

  async function itemsOf(
    projectId: string,
    request: JobRequest,
    modelId: string,
  ): Promise<readonly JobItem[]> {
    const present = await ports.chapters(projectId)
    const named = request.chapters?.map((name) => {
      const chapter = chapterNamed(present, name)
      if (!chapter) throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
      return chapter.documentId
    })
    const chosen = new Set(named ?? present.map(({ documentId }) => documentId))
    const readable = present.filter(({ documentId, hasText }) => hasText && chosen.has(documentId))
    return kindOf(request).plan(
      projectId,
      readable.map(({ documentId }) => documentId),
      request,
      modelId,
    )
  }

  async function create(projectId: string, { request, modelId, jobId }: JobStart): Promise<JobRecord> {
    const id = ports.model(modelId)
    const items = await itemsOf(projectId, request, id)
    const head: JobHead = {
      ...{ jobId: jobId ?? randomId('j_'), request, modelId: id, items },
      createdAt: new Date(clock.now()).toISOString(),
    }
    await log.create(projectId, head)
    return { ...head, results: new Map(), spending: undefined }
  }

  /** Chapters that have no answer, or have changed since they were read for it, and that still need one. */
  async function unanswered(projectId: string, { request, items, results }: JobRecord): Promise<JobItem[]> {
    const present = await ports.chapters(projectId)
    const hashes = new Map(present.map(({ documentId, hash }) => [documentId, hash]))
    const left = items.filter((item) => {
      const result = results.get(keyOf(item))
      return !result || result.error || result.documentHash !== versionOf(item, hashes)
    })
    const kind = kindOf(request)
    return kind.select ? [...(await kind.select(projectId, left))] : left
  }

  async function findRecord(projectId: string, jobId: string | undefined): Promise<JobRecord | undefined> {
    return jobId === undefined ? undefined : await log.read(projectId, jobId)
  }

  async function requireRecord(projectId: string, jobId: string): Promise<JobRecord> {
    const record = await log.read(projectId, jobId)
    if (!record) throw new AppError(ErrorCode.NOT_FOUND, { why: 'job' })
    return record
  }

  /** Reserves the project's place before anything is awaited, so that two calls cannot both start. */
  async function launch(projectId: string, prepare: () => Promise<JobRecord>): Promise<RunningJob> {
    if (running.has(projectId)) throw new AppError(ErrorCode.CONFLICT, { why: 'job' })
    const place: Running = { jobId: '', abort: new AbortController(), done: Promise.resolve() }
    running.set(projectId, place)
    try {
      const record = await prepare()
      place.jobId = record.jobId
      let spent: ItemResult['spending']
      const onSpent = (spending: ItemResult['spending']) => {
        spent = addSpending(spent, spending)
      }
      const job = viewOf(record, true)
      const finished = work(projectId, record, { signal: place.abort.signal, onSpent })
      place.done = finished
      return { job, finished, spending: () => spent }
    } catch (error) {
      running.delete(projectId)
      throw error
    }
  }

  /** Until the job has come to rest; never rejects. */
  async function work(projectId: string, record: JobRecord, working: Working): Promise<Job> {
    delete record.end
    let end: JobEnd
    try {
      end = await carryOut(projectId, record, working)
    } catch (error) {
      if (!isAppError(error)) logger.error({ jobId: record.jobId, cause: String(error) }, 'job broke off')
      const failure = isAppError(error) ? error : new AppError(ErrorCode.INTERNAL, { why: 'task' })
      end = { state: 'failed', error: toPayload(failure) }
    }
    record.end = end
    try {
      await log.end(projectId, record.jobId, end)
    } catch (error) {
      // A record without an end reads as stopped, and can be gone on with.
      logger.warn({ jobId: record.jobId, cause: String(error) }, 'end of a job not kept')
    }
    running.delete(projectId)
    const job = viewOf(record, false)
    options.onChange(projectId, job)
    return job
  }

  async function carryOut(
    projectId: string,
    record: JobRecord,
    { signal, onSpent }: Working,
  ): Promise<JobEnd> {
    const kind = kindOf(record.request)
    // Of one rank they stay in the order of the book.
    const left = (await unanswered(projectId, record)).toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
    let failures = 0
    let failed: JobEnd | undefined

    async function carryOutItem(item: JobItem): Promise<void> {
      let result = await kind.run(projectId, item, record, signal)
      if (signal.aborted && result.error && !result.spending) return
      if (!result.error && kind.store) {
        try {
          await kind.store(projectId, result)
        } catch (error) {
          if (!isAppError(error)) throw error
          result = { ...result, text: '', error: toPayload(error) }
        }
      }
      failures = result.error ? failures + 1 : 0
      addResult(record, result)
      onSpent(result.spending)
      await log.result(projectId, record.jobId, result)
      if (failures >= mostFailures && result.error) failed ??= { state: 'failed', error: result.error }
      options.onChange(projectId, viewOf(record, true))
    }

    async function carryOutNext(rank: number): Promise<void> {
      while (!failed && !signal.aborted && rankOf(left[0]) === rank) {
        const item = left.shift()
        if (item) await carryOutItem(item)
      }
    }

    const first = left.shift()
    if (first) await carryOutItem(first)
    while (left.length > 0 && !failed && !signal.aborted) {
      const rank = rankOf(left[0]) ?? 0
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, () => carryOutNext(rank)))
      for (const each of ended) if (each.status === 'rejected') throw each.reason
    }
    return failed ?? { state: signal.aborted ? 'stopped' : 'done' }
  }

  const start = (projectId: string, request: JobStart) =>
    launch(projectId, async () => {
      const present = await findRecord(projectId, request.jobId)
      if (!present) return create(projectId, request)
      await log.resume(projectId, present.jobId)
      return present
    })

  const isRunning = (projectId: string, jobId: string) => running.get(projectId)?.jobId === jobId

  function stop(projectId: string, jobId: string): boolean {
    if (!isRunning(projectId, jobId)) return false
    running.get(projectId)?.abort.abort(cancelled())
    return true
  }

  async function results(projectId: string, jobId: string): Promise<readonly JobAnswer[]> {
    const record = await requireRecord(projectId, jobId)
    return record.items.map((item) => {
      const { documentId } = item
      const { text, error } = record.results.get(keyOf(item)) ?? {}
      return { documentId, ...(error ? { error } : text === undefined ? {} : { text }) }
    })
  }

  async function drain(): Promise<void> {
    await Promise.all([...running.values()].map(({ done }) => done))
  }

  return {
    async preview(projectId, { request, modelId, jobId }) {
      const id = ports.model(modelId)
      const present = await findRecord(projectId, jobId)
      const items = present ? await unanswered(projectId, present) : await itemsOf(projectId, request, id)
      const sum = (of: (item: JobItem) => number) => items.reduce((total, item) => total + of(item), 0)
      return {
        ...{ modelId: id, total: items.length },
        inputTokens: sum(({ inputTokens }) => inputTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
        ...(items.every(({ price }) => price !== undefined) && { price: sum(({ price = 0 }) => price) }),
      }
    },
    start,
    async run(projectId, request, signal) {
      signal.throwIfAborted()
      const { job, finished, spending } = await start(projectId, request)
      const stopJob = () => stop(projectId, job.jobId)
      signal.addEventListener('abort', stopJob, { once: true })
      if (signal.aborted) stopJob()
      try {
        const ended = await finished
        return { job: ended, answers: await results(projectId, job.jobId), spending: spending() }
      } finally {
        signal.removeEventListener('abort', stopJob)
      }
    },
    resume: (projectId, jobId) =>
      launch(projectId, async () => {
        const record = await requireRecord(projectId, jobId)
        await log.resume(projectId, jobId)
        return record
      }),
    stop,
    async list(projectId) {
      const records = await log.list(projectId)
      return records.map((record) => viewOf(record, isRunning(projectId, record.jobId)))
    },
    results,
    drain,
    isWorking: () => running.size > 0,
    async dispose() {
      for (const { abort } of running.values()) abort.abort(cancelled())
      await drain()
    },
  }
}

/** Undefined when there is no item. */
const rankOf = (item: JobItem | undefined): number | undefined => item && (item.rank ?? 0)

/** What ends the work on a job, and who counts its cost. */
interface Working {
  readonly signal: AbortSignal
  readonly onSpent: (spending: ItemResult['spending']) => void
}
