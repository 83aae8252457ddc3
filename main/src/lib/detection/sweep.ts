import { lstat, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type FileAccessCounts, type FileState, isUnchanged } from './fileState.ts'

export interface SweepOptions {
  readonly root: string
  /** States so far, by project-relative path. */
  readonly entries: ReadonlyMap<string, { readonly state: FileState; readonly invalidatedAt: number }>
  readonly counts: FileAccessCounts
  /** Changes that no signal reported. */
  readonly onMissed: (paths: readonly string[]) => void
}

/** From start to start; a quarter less than a state is trusted, so that there is time to finish. */
const everyMs = 1500
/** How long after the last request it goes on. */
const idleAfterMs = 60_000
/** One turn of the event loop, some 2 ms, each; in a busy process turns are what is scarce. */
const filesAtOnce = 256

/**
 * Checks all cached states while requests come: changes that a watcher has missed are detected within two seconds. It
 * runs in batches on the thread pool, so that the event loop stays free however many files there are.
 */
export function createSweep({ root, entries, counts, onMissed }: SweepOptions) {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let lastStartedAt = Number.NEGATIVE_INFINITY
  /** A sweep with another number was cancelled. */
  let turn = 0

  async function run(mine: number): Promise<void> {
    const startedAt = performance.now()
    const missed: string[] = []
    const paths = [...entries.keys()]
    for (let at = 0; at < paths.length && mine === turn; at += filesAtOnce) {
      await Promise.all(
        paths.slice(at, at + filesAtOnce).map(async (path) => {
          // A path that no file can have was refused when it was requested; there is nothing to check.
          if (!entries.get(path)?.state.plain) return
          const stats = await statOf(join(root, path))
          const entry = entries.get(path)
          if (!entry || entry.invalidatedAt > startedAt || !entry.state.plain) return
          counts.swept += 1
          if (!isUnchanged(entry.state, stats)) missed.push(path)
        }),
      )
    }
    if (mine !== turn) return
    lastStartedAt = startedAt
    if (missed.length > 0) onMissed(missed)
  }

  function schedule(delayMs: number): void {
    const mine = turn
    timer = setTimeout(() => {
      timer = undefined
      if (performance.now() - lastRequestAt > idleAfterMs) return
      running = true
      const startedAt = performance.now()
      void run(mine).finally(() => {
        running = false
        if (mine === turn) schedule(Math.max(0, everyMs - (performance.now() - startedAt)))
      })
    }, delayMs).unref()
  }

  return {
    /** Start of the last complete sweep, of `performance.now`. */
    lastStart: () => lastStartedAt,
    /** A request has come. */
    prolong(): void {
      lastRequestAt = performance.now()
      if (timer === undefined && !running) schedule(0)
    },
    start(): void {
      turn += 1
      lastStartedAt = Number.NEGATIVE_INFINITY
    },
    stop(): void {
      turn += 1
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Undefined when nothing is there; what cannot be read counts as missing, and is checked by the next request. */
const statOf = (path: string) =>
  new Promise<Stats | undefined>((resolve) =>
    lstat(path, (error, stats) => resolve(error ? undefined : stats)),
  )
