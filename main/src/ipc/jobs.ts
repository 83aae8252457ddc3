import { randomUUID } from 'node:crypto'
import { ErrorCode } from '../contract/errorCodes.ts'
import type { jobs as contract } from '../contract/jobs.ts'
import { isAppError } from '../lib/appError.ts'
import type { Disposable } from '../lib/disposables.ts'
import type { Logger } from '../lib/logger.ts'
import type { JobRunner } from '../services/jobs/index.ts'
import type { Handlers } from './router.ts'
import type { Session } from './session.ts'

export type JobWork = (
  signal: AbortSignal,
  onProgress: (progress: { readonly done: number; readonly total: number }) => void,
) => Promise<void>

export interface Jobs extends Disposable {
  /** Starts work that outlives its request; its `job` events go to the session, and only that session may cancel it. */
  start(session: Session, work: JobWork): { readonly jobId: string }
  cancel(session: Session, jobId: string): boolean
  /** Resolves when no job is at work any more, and its last event is sent. */
  drain(): Promise<void>
  /** Whether a job is at work. */
  isWorking(): boolean
}

/** The long jobs of all sessions. Each ends with exactly one `done`, `failed` or `cancelled` event. */
export function createJobs({ logger }: { readonly logger: Logger }): Jobs {
  const running = new Map<
    string,
    { readonly session: string; readonly controller: AbortController; readonly finished: Promise<void> }
  >()

  async function run(session: Session, jobId: string, work: JobWork, signal: AbortSignal): Promise<void> {
    let progress = { done: 0, total: 0 }
    let state: 'done' | 'failed' | 'cancelled' = 'done'
    try {
      await work(signal, ({ done, total }) => {
        progress = { done, total }
        session.emit('job', { jobId, ...progress, state: 'running' })
      })
    } catch (error) {
      state = signal.aborted || isAppError(error, ErrorCode.CANCELLED) ? 'cancelled' : 'failed'
      if (state === 'failed') logger.error({ jobId, cause: String(error) }, 'job failed')
    }
    running.delete(jobId)
    session.emit('job', { jobId, ...progress, state })
  }

  return {
    start(session, work) {
      const jobId = randomUUID()
      const controller = new AbortController()
      // Later, so that the caller knows the id before the first event names it.
      const started = new Promise<void>((resolve) => setImmediate(resolve))
      const finished = started.then(() => run(session, jobId, work, controller.signal))
      running.set(jobId, { session: session.id, controller, finished })
      return { jobId }
    },
    cancel(session, jobId) {
      const job = running.get(jobId)
      if (job?.session !== session.id) return false
      job.controller.abort()
      return true
    },
    async drain() {
      await Promise.all([...running.values()].map(({ finished }) => finished))
    },
    isWorking: () => running.size > 0,
    dispose() {
      for (const { controller } of running.values()) controller.abort()
    },
  }
}

/** Handlers of the `jobs:` channels. */
export function jobsHandlers({
  jobs,
  bookJobs,
}: {
  readonly jobs: Jobs
  readonly bookJobs: JobRunner
}): Handlers<typeof contract> {
  return {
    'jobs:cancel': async ({ jobId }, { session }) => ({ cancelled: jobs.cancel(session, jobId) }),
    'jobs:preview': ({ projectId, ...start }) => bookJobs.preview(projectId, start),
    'jobs:start': async ({ projectId, ...start }) => (await bookJobs.start(projectId, start)).job,
    'jobs:resume': async ({ projectId, jobId }) => (await bookJobs.resume(projectId, jobId)).job,
    'jobs:stop': async ({ projectId, jobId }) => ({ stopped: bookJobs.stop(projectId, jobId) }),
    'jobs:list': async ({ projectId }) => ({ jobs: [...(await bookJobs.list(projectId))] }),
    'jobs:read': async ({ projectId, jobId, from = 0, limit = 100 }) => {
      const answers = await bookJobs.results(projectId, jobId)
      return {
        total: answers.length,
        results: answers.slice(from, from + limit).map(({ documentId, text, error }) => ({
          documentId,
          ...(text !== undefined && { text }),
          ...(error && { error: error.code }),
        })),
      }
    },
  }
}
