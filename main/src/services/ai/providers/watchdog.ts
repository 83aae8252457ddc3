export interface Watchdog {
  readonly signal: AbortSignal
  sawLife(): void
  hasFired(): boolean
  stop(): void
}

/** Aborts when nothing has come for too long: `firstMs` until the first sign of life, `thenMs` after each. */
export function createWatchdog({
  firstMs,
  thenMs,
}: {
  readonly firstMs: number
  readonly thenMs: number
}): Watchdog {
  const abort = new AbortController()
  let timer = setTimeout(() => abort.abort(), firstMs)
  return {
    signal: abort.signal,
    sawLife() {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(), thenMs)
    },
    hasFired: () => abort.signal.aborted,
    stop: () => clearTimeout(timer),
  }
}
