import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'

export interface SlotLimits {
  readonly running: number
  readonly waiting: number
  readonly waitMs: number
}

export interface Slots {
  /** Waits for a slot of `key`; resolves with the function that gives it back. */
  acquire(key: string, signal?: AbortSignal): Promise<() => void>
}

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Back-pressure per document: so many run, so many wait, the rest are refused at once. */
export function createSlots({ running, waiting, waitMs }: SlotLimits): Slots {
  const queues = new Map<string, Queue>()

  function release(key: string, queue: Queue) {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }

  function releaseOnce(key: string, queue: Queue): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      release(key, queue)
    }
  }

  function acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < running) {
      queue.running += 1
      return Promise.resolve(releaseOnce(key, queue))
    }
    const refusal = () =>
      new AppError(ErrorCode.CONTEXT_BACKPRESSURE, '这一章同时进行的请求太多，请稍候再试。', {
        data: { running, waiting },
      })
    if (queue.waiting.length >= waiting) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        const at = queue.waiting.indexOf(enter)
        if (at < 0) return
        queue.waiting.splice(at, 1)
        settle()
        reject(error)
      }
      const onAbort = () => leave(new AppError(ErrorCode.CANCELLED, '已取消。'))
      const timer = setTimeout(() => leave(refusal()), waitMs)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const enter = () => {
        settle()
        resolve(releaseOnce(key, queue))
      }
      queue.waiting.push(enter)
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted) onAbort()
    })
  }

  return { acquire }
}
