import { AppError } from './appError.ts'

/** The error of work that its caller has cancelled; `cause` stays in the log. */
export const cancelled = (cause?: unknown): AppError => new AppError('CANCELLED', {}, { cause })

/**
 * What `work` resolves to. Rejects with the signal's reason as soon as it fires, also when it has fired before; the
 * work itself goes on, and how it ends then is ignored.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
