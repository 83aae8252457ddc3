import { lstat, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type FileAccessCounts, type FileState, isUnchanged } from './fileState.ts'

export interface SweepOptions {
  readonly root: string
  /** What was looked at so far, by project-relative path. */
  readonly entries: ReadonlyMap<string, { readonly state: FileState; readonly invalidatedAt: number }>
  readonly counts: FileAccessCounts
  /** These changed and no signal said so. */
  readonly onMissed: (paths: readonly string[]) => void
}

/** From one beginning to the next; a quarter less than a look is believed, so that there is time to finish. */
const everyMs = 1500
/** How long after the last request it goes on. */
const idleAfterMs = 60_000
/** One turn of the event loop, some 2 ms, each; in a busy process turns are what is scarce. */
const filesAtOnce = 256

/**
 * Looks at everything that is known while requests come: what a watcher has missed is found within two seconds. It
 * asks the thread pool in batches, so that the event loop stays free however many files there are.
 */
export function createSweep({ root, entries, counts, onMissed }: SweepOptions) {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let lastStartedAt = Number.NEGATIVE_INFINITY
  /** Another number: whoever began it does not want it any more. */
  let turn = 0

  async function run(mine: number): Promise<void> {
    const startedAt = performance.now()
    const missed: string[] = []
    const paths = [...entries.keys()]
    for (let at = 0; at < paths.length && mine === turn; at += filesAtOnce) {
      await Promise.all(
        paths.slice(at, at + filesAtOnce).map(async (path) => {
          // Whoever asked for a path that no file can have was told so; here there is nothing to look at.
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
    /** When the last complete sweep began, of `performance.now`. */
    lastStart: () => lastStartedAt,
    /** A request has asked. */
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

/** Undefined when nothing is there; what cannot be looked at counts as gone, and is looked at by whoever asks. */
const statOf = (path: string) =>
  new Promise<Stats | undefined>((resolve) =>
    lstat(path, (error, stats) => resolve(error ? undefined : stats)),
  )
