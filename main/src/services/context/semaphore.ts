import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { cancelled } from '../../lib/until.ts'

export interface SemaphoreLimits {
  readonly running: number
  readonly queued: number
  /** Absent: a request is queued until it is granted or aborted. */
  readonly waitMs?: number
}

/** A place among the requests of one document: running or still in the queue. */
export interface Slot {
  /** Resolves when the slot runs. Rejects with CONTEXT_BACKPRESSURE after too long a wait, CANCELLED on abort. */
  readonly granted: Promise<void>
  /** Releases the place, running or queued; a second call does nothing. */
  release(): void
}

export interface Semaphore {
  /** Decides at once, before the first await: run, wait, or throw CONTEXT_BACKPRESSURE. */
  enter(key: string, signal?: AbortSignal): Slot
}

interface Queue {
  running: number
  readonly queued: (() => void)[]
}

/** Back-pressure per key (a document, or everything): so many run, so many wait, the rest are refused at once. */
export function createSemaphore({ running, queued, waitMs }: SemaphoreLimits): Semaphore {
  const queues = new Map<string, Queue>()
  const refusal = () =>
    new AppError(ErrorCode.CONTEXT_BACKPRESSURE, { why: 'chapter', running, waiting: queued })

  function passOn(key: string, queue: Queue) {
    const next = queue.queued.shift()
    if (next) return next()
    queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }

  function enter(key: string, signal?: AbortSignal): Slot {
    const queue = queues.get(key) ?? { running: 0, queued: [] }
    if (queue.running >= running) return wait(key, queue, signal)
    queues.set(key, queue)
    queue.running += 1
    return { granted: Promise.resolve(), release: once(() => passOn(key, queue)) }
  }

  function wait(key: string, queue: Queue, signal?: AbortSignal): Slot {
    if (queue.queued.length >= queued) throw refusal()
    let leave: (error?: Error) => void = () => undefined
    let runs = false
    const granted = new Promise<void>((resolve, reject) => {
      const onAbort = () => leave(cancelled())
      const timer = waitMs === undefined ? undefined : setTimeout(() => leave(refusal()), waitMs)
      const cleanUp = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const start = () => {
        runs = true
        cleanUp()
        resolve()
      }
      leave = (error = cancelled()) => {
        const at = queue.queued.indexOf(start)
        if (at < 0) return
        queue.queued.splice(at, 1)
        cleanUp()
        reject(error)
      }
      queue.queued.push(start)
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted) onAbort()
    })
    // A request that fails before it needs its turn never reads this promise.
    granted.catch(() => undefined)
    return { granted, release: once(() => (runs ? passOn(key, queue) : leave())) }
  }

  return { enter }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
