const stepMs = 50

/**
 * Calls back after `ms` in which a source could have answered. Counted in steps, so that a time in which the
 * process itself was busy, with hundreds of requests or one huge text, counts as one step: it is no source's
 * fault, and no author's rules may be missing because of it. Returns what stops the clock.
 */
export function startDeadline(ms: number, onTimeout: () => void): () => void {
  let left = ms
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const step = Math.min(stepMs, left)
    timer = setTimeout(() => {
      left -= step
      if (left > 0) wait()
      else onTimeout()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}

/** Rejects when the signal fires: one listener for all sources of a request. */
export function whenAborted(signal: AbortSignal): {
  readonly aborted: Promise<never>
  readonly stop: () => void
} {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  // Nobody may be waiting when it fires.
  promise.catch(() => undefined)
  return { aborted: promise, stop: () => signal.removeEventListener('abort', onAbort) }
}
