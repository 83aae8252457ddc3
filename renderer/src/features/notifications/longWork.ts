import type { AgentEvent } from '#contract/agent.ts'
import type { EventPayload } from '#contract/events.ts'

/** Who waits less is looking still; milliseconds. */
const longMs = 10_000

/** What an author who is elsewhere wants to hear of; the names of its words. */
export type WorkNews =
  | { readonly kind: 'taskDone' | 'taskFailed' | 'taskApproval' }
  | { readonly kind: 'jobDone' | 'jobFailed'; readonly job: BookJob['request']['kind'] | 'index' }

type BookJob = EventPayload<'bookJob'>['job']

/** The long work that this page hears of: tasks, jobs over the chapters of a book, and indexes that are built anew. */
export interface LongWork {
  /** News of a task; null: nothing to tell. */
  ofTask(event: AgentEvent): WorkNews | null
  /** News of a job over chapters; null: nothing to tell. What the author has stopped is none. */
  ofBookJob(event: EventPayload<'bookJob'>): WorkNews | null
  /** News of an index; null: nothing to tell. */
  ofIndex(event: EventPayload<'job'>): WorkNews | null
  /** The part of all running jobs that is done, from 0 to 1; null: none runs. A task has no measure. */
  progress(): number | null
}

/** `now` is in milliseconds and never goes back. Work whose start was not seen is taken for long. */
export const createLongWork = (now: () => number): LongWork => {
  const started = new Map<string, number>()
  const running = new Map<string, { readonly done: number; readonly total: number }>()
  const start = (id: string) => void (started.has(id) || started.set(id, now()))
  /** Forgets the work; true when it was long. */
  const end = (id: string) => {
    const at = started.get(id)
    started.delete(id)
    running.delete(id)
    return at === undefined || now() - at >= longMs
  }
  const progress = () => {
    const jobs = [...running.values()]
    const total = jobs.reduce((sum, job) => sum + job.total, 0)
    if (jobs.length === 0) return null
    return total === 0 ? 0 : Math.min(1, jobs.reduce((sum, { done }) => sum + done, 0) / total)
  }
  return {
    ofTask({ type, taskId, task }) {
      if (type === 'started') start(taskId)
      if (type === 'approval') return { kind: 'taskApproval' }
      if (type !== 'done' && type !== 'error') return null
      const isLong = end(taskId)
      if (!isLong || task?.state === 'cancelled') return null
      return { kind: type === 'error' || task?.state === 'failed' ? 'taskFailed' : 'taskDone' }
    },
    ofBookJob({ job: { jobId, state, request, done, failed, total } }) {
      if (state === 'running') {
        start(jobId)
        running.set(jobId, { done: done + failed, total })
        return null
      }
      if (!end(jobId) || state === 'stopped') return null
      return { kind: state === 'failed' ? 'jobFailed' : 'jobDone', job: request.kind }
    },
    ofIndex({ jobId, state, done, total }) {
      if (state === 'running') {
        start(jobId)
        running.set(jobId, { done, total })
        return null
      }
      if (!end(jobId) || state === 'cancelled') return null
      return { kind: state === 'failed' ? 'jobFailed' : 'jobDone', job: 'index' }
    },
    progress,
  }
}
