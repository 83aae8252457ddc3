import { Worker } from 'node:worker_threads'
import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError, systemCode } from './appError.ts'
import type { WorkerCall, WorkerReply } from './workerAnswer.ts'

type TransferList = Parameters<Worker['postMessage']>[1]

export interface WorkerCaller<Question, Answer> {
  /** Starts the thread now, for work that is about to come; otherwise the first question does. */
  start(): void
  isRunning(): boolean
  /** Whether a call is pending. */
  isBusy(): boolean
  /**
   * Rejects with what the thread threw (its message and `code`), with the reason of `signal` once the thread has
   * stopped for it, and when the thread has crashed with what ended it if that has a `code`, else with INTERNAL. The
   * next question starts another one.
   */
  request(question: Question, options?: { signal?: AbortSignal; transfer?: TransferList }): Promise<Answer>
  /** Ends the thread at once, whatever it is doing; pending calls are refused with INTERNAL. */
  stop(): void
  /** Lets the thread answer pending calls and close its resources; resolves when it has ended. */
  close(): Promise<void>
}

/** Calls into a thread of its own, which does not prevent the process from ending while no call is pending. */
export function createWorkerCaller<Question, Answer, Notice = never>(options: {
  readonly file: string
  readonly workerData?: unknown
  /** Without a question for so long, the thread ends. */
  readonly idleMs?: number
  /** Called in the order in which the thread sends them, before the answer that follows. */
  readonly onNotice?: (notice: Notice) => void
}): WorkerCaller<Question, Answer> {
  const { file, workerData, idleMs, onNotice } = options
  let current: ReturnType<typeof startThread> | undefined
  let allEnded: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function startThread() {
    const worker = new Worker(file, { workerData })
    const pending = new Map<number, PromiseWithResolvers<Answer>>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let calls = 0
    let crash: Error | undefined
    worker.on('message', (reply: WorkerReply) => {
      if ('notice' in reply) return onNotice?.(reply.notice as Notice) // what this thread reports
      const deferred = pending.get(reply.call)
      pending.delete(reply.call)
      if ('failed' in reply)
        deferred?.reject(Object.assign(new Error(reply.failed.message), codeOf(reply.failed)))
      else deferred?.resolve(reply.answer as Answer) // what `answerCalls` of this thread sends
    })
    worker.on('error', (error: Error) => {
      crash = error
    })
    worker.on('exit', () => {
      if (current === thread) current = undefined
      // A thread that could not start reports why: a broken file, above all, which its caller repairs.
      const reason = systemCode(crash)
        ? crash
        : new AppError(ErrorCode.INTERNAL, { why: 'worker' }, { cause: crash })
      for (const { reject } of pending.values()) reject(reason)
      end()
    })
    worker.unref()
    const thread = {
      worker,
      pending,
      ended,
      request(question: Question, cancelled: Int32Array, transfer: TransferList): Promise<Answer> {
        calls += 1
        worker.postMessage({ call: calls, question, cancelled } satisfies WorkerCall, transfer)
        const deferred = Promise.withResolvers<Answer>()
        pending.set(calls, deferred)
        return deferred.promise
      },
    }
    allEnded = Promise.all([allEnded, ended])
    return thread
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    // Referenced again, or the process might end with this call pending.
    current?.worker.ref()
    current?.worker.postMessage('close')
    current = undefined
    await allEnded
  }

  function rest(thread: ReturnType<typeof startThread>): void {
    if (thread !== current || thread.pending.size > 0) return
    thread.worker.unref()
    clearTimeout(idle)
    if (idleMs !== undefined) idle = setTimeout(() => void close(), idleMs).unref()
  }

  return {
    start() {
      current ??= startThread()
    },
    isRunning: () => current !== undefined,
    isBusy: () => (current?.pending.size ?? 0) > 0,
    async request(question, { signal, transfer } = {}) {
      signal?.throwIfAborted()
      clearTimeout(idle)
      current ??= startThread()
      const thread = current
      thread.worker.ref()
      const cancelled = new Int32Array(new SharedArrayBuffer(4))
      const cancel = () => void Atomics.store(cancelled, 0, 1)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const answer = await thread.request(question, cancelled, transfer)
        signal?.throwIfAborted()
        return answer
      } finally {
        signal?.removeEventListener('abort', cancel)
        rest(thread)
      }
    },
    stop() {
      void current?.worker.terminate()
      current = undefined
    },
    close,
  }
}

const codeOf = ({ code }: { readonly code: string | undefined }) => (code === undefined ? {} : { code })
