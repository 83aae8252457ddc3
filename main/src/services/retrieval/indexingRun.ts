import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { untilAborted } from '../../lib/until.ts'
import type { IndexProgress } from './types.ts'

type ProgressListener = (progress: IndexProgress) => void

export interface RunSteps {
  /** Compares everything with the list of documents. */
  readonly full: (signal: AbortSignal, onProgress: ProgressListener) => Promise<void>
  /** Indexes one changed document; false when only a full comparison can decide what became of it. */
  readonly document: (documentId: string, signal: AbortSignal) => Promise<boolean>
}

export interface WaitOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressListener
}

interface Run {
  readonly controller: AbortController
  readonly listeners: Set<ProgressListener>
  waiterCount: number
  done: Promise<void>
}

/**
 * At most one indexing run of a project at a time. A call while it runs joins it, and it goes round once more, so
 * that the changes of every call are in when it ends. It is aborted when the last caller gives up.
 */
export function createIndexingRun(steps: RunSteps) {
  const changed = new Set<string>()
  let fullRequested = false
  let current: Run | undefined

  function start(): Run {
    const previous = current?.done
    const run: Run = {
      controller: new AbortController(),
      listeners: new Set(),
      waiterCount: 0,
      done: Promise.resolve(),
    }
    run.done = work(run, previous)
    // Callers get the error; when all have left, nothing needs it.
    run.done.catch(() => undefined)
    current = run
    return run
  }

  async function work(run: Run, previous: Promise<void> | undefined): Promise<void> {
    await previous?.catch(() => undefined)
    const { signal } = run.controller
    const report: ProgressListener = (progress) => {
      for (const listener of run.listeners) listener(progress)
    }
    try {
      while (fullRequested || changed.size > 0) {
        if (fullRequested) {
          fullRequested = false
          changed.clear()
          await steps.full(signal, report)
        }
        for (const documentId of changed) {
          changed.delete(documentId)
          if (!(await steps.document(documentId, signal))) fullRequested = true
        }
      }
    } finally {
      // In the same tick as the last check of the queue, so that no request falls between two runs.
      if (current === run) current = undefined
    }
  }

  async function wait({ signal, onProgress }: WaitOptions): Promise<void> {
    if (signal?.aborted) throw cancelled(signal.reason)
    const run = current && !current.controller.signal.aborted ? current : start()
    run.waiterCount++
    if (onProgress) run.listeners.add(onProgress)
    try {
      await untilAborted(run.done, signal)
    } catch (error) {
      throw signal?.aborted || run.controller.signal.aborted ? cancelled(error) : error
    } finally {
      if (onProgress) run.listeners.delete(onProgress)
      run.waiterCount--
      if (run.waiterCount === 0) run.controller.abort()
    }
  }

  return {
    isRunning: (): boolean => current !== undefined,
    /** Resolves when everything listed at the time of the call is indexed. CANCELLED when given up. */
    everything(options: WaitOptions = {}): Promise<void> {
      fullRequested = true
      return wait(options)
    },
    /** Resolves when the document's present text is indexed. */
    document(documentId: string): Promise<void> {
      changed.add(documentId)
      return wait({})
    },
    /** Aborts and resolves at the end. */
    async stop(): Promise<void> {
      const run = current
      run?.controller.abort()
      await run?.done.catch(() => undefined)
    },
  }
}

function cancelled(cause: unknown): AppError {
  return new AppError(ErrorCode.CANCELLED, { why: 'indexing' }, { cause })
}
