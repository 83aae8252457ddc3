import { Worker } from 'node:worker_threads'
import type { PassageChange } from './frequencies.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { workerFile } from './workerFile.ts'
import { type Write, writeSteps } from './writeTask.ts'

export interface WriteTask {
  readonly task: number
  readonly write: Write
}

export type WorkerMessage =
  | { readonly revision: number; readonly changes: readonly PassageChange[] }
  | {
      readonly task: number
      readonly failed?: { readonly message: string; readonly code: string | undefined }
    }

export type IndexWriter = ReturnType<typeof createIndexWriter>

/** Without work for so long, the thread ends; the next task starts another. */
const idleMs = 15_000
/** A chapter saved is written here, in steps of some 8 ms: that costs less than starting a thread. */
const smallUnits = 20_000

/**
 * Writes an index in a thread of its own, with a connection of its own, so that the event loop stays free. The
 * index of this thread hears of each transaction in order, before the task it belongs to is done.
 */
export function createIndexWriter(indexPath: string, index: () => ProjectIndex) {
  const onCommit = (revision: number, changes: readonly PassageChange[]) => index().adopt(revision, changes)
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let worker: Worker | undefined
  let ended: Promise<void> = Promise.resolve()
  let tasks = 0
  let idle: NodeJS.Timeout | undefined

  function receive(message: WorkerMessage): void {
    if ('revision' in message) {
      onCommit(message.revision, message.changes)
      return
    }
    const asked = waiting.get(message.task)
    waiting.delete(message.task)
    if (message.failed) {
      const { message: text, code } = message.failed
      asked?.reject(Object.assign(new Error(text), code === undefined ? {} : { code }))
    } else asked?.resolve()
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(() => void close(), idleMs).unref()
  }

  function start(): Worker {
    const started = new Worker(workerFile('indexWorker'), { workerData: { path: indexPath, cancelled } })
    const end = Promise.withResolvers<void>()
    ended = end.promise
    const fail = (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', receive)
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) {
        worker = undefined
        fail(new Error('the thread of the index has ended'))
      }
      end.resolve()
    })
    return started
  }

  /** Lets the thread close its connection and waits until it has; work already asked for is done first. */
  async function close(): Promise<void> {
    clearTimeout(idle)
    // Held again, else the process may end while somebody waits for this.
    worker?.ref()
    worker?.postMessage('close')
    worker = undefined
    await ended
  }

  async function performHere(write: Write, signal: AbortSignal): Promise<void> {
    for (const _ of writeSteps(index(), write)) {
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
  }

  return {
    /** Announces many tasks: they are worth a thread. */
    prepare(): void {
      worker ??= start()
      if (waiting.size === 0) worker.unref()
    },
    /** Whether commits may be under way that `onCommit` has not heard of. */
    isBusy: (): boolean => waiting.size > 0,
    /** Resolves when the task is committed; when aborted, soon after the transaction it is in. */
    async perform(write: Write, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      const small = write.kind !== 'write' || write.text.length <= smallUnits
      if (!worker && small) return performHere(write, signal)
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const task = ++tasks
      const done = Promise.withResolvers<void>()
      waiting.set(task, done)
      const cancel = () => Atomics.store(cancelled, 0, task)
      signal.addEventListener('abort', cancel, { once: true })
      worker.postMessage({ task, write } satisfies WriteTask)
      try {
        await done.promise
      } finally {
        signal.removeEventListener('abort', cancel)
      }
      signal.throwIfAborted()
    },
    close,
  }
}
