import type { Clock } from '../../lib/clock.ts'
import type { Disposable } from '../../lib/disposables.ts'
import type { ScanResult } from './snapshot.ts'

/** A few signals are answered sooner than a flood, which has longer pauses in it. Milliseconds. */
const quietMs = 120
const floodQuietMs = 300
const floodPaths = 100
/** How long a burst may go on before what is known of it is told: once, again, and then only now and then. */
const reportDelaysMs = [1_000, 4_000, 60_000] as const

export interface BurstOptions {
  /** Finds out what really changed at these paths. */
  readonly scan: (paths: ReadonlySet<string>) => Promise<ScanResult>
  /** One call per burst, or a few for a long one, the last with everything. */
  readonly report: (paths: readonly string[]) => void
  readonly onError: (error: unknown) => void
  readonly clock: Clock
}

export interface Burst extends Disposable {
  add(path: string): void
  dispose(): void
}

/** Merges signals that come close together: looks when it has been quiet, tells when nothing is open. */
export function createBurst({ scan, report, onError, clock }: BurstOptions): Burst {
  let pending = new Set<string>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let scanning = false
  let disposed = false
  let lastAddedAt = 0
  let reportDueAt = 0
  let size = 0
  /** Whether anything was found that has not been told. */
  let news = false
  /** How often the patience of this burst has run out. */
  let interim = 0

  const quiet = () => (size > floodPaths ? floodQuietMs : quietMs)

  function schedule(): void {
    clearTimeout(timer)
    const untilReport = Math.max(0, reportDueAt - clock.monotonic())
    timer = setTimeout(workWhenIdle, Math.min(quiet(), untilReport))
  }

  /** A busy process fires timers late, before it has read the signals that wait: they come first. */
  function workWhenIdle(): void {
    setImmediate(() => {
      const now = clock.monotonic()
      if (disposed || scanning) return
      if (now < reportDueAt && now - lastAddedAt < quiet() / 2) schedule()
      else void work().catch(fail)
    })
  }

  async function work(): Promise<void> {
    scanning = true
    try {
      const paths = pending
      pending = new Set()
      const result = await scan(paths)
      for (const path of result.changed) changed.add(path)
      news ||= result.changed.length > 0
      for (const path of result.again) pending.add(path)
    } finally {
      scanning = false
    }
    if (disposed) return
    const now = clock.monotonic()
    const over = pending.size === 0
    if (news && (over || now >= reportDueAt)) {
      news = false
      report([...changed].sort())
    }
    if (now >= reportDueAt) reportDueAt = now + (reportDelaysMs[++interim] ?? reportDelaysMs[2])
    if (over) end()
    else schedule()
  }

  function fail(error: unknown): void {
    end()
    onError(error)
  }

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    changed.clear()
    size = 0
    news = false
    interim = 0
  }

  return {
    add(path) {
      if (disposed) return
      lastAddedAt = clock.monotonic()
      if (timer === undefined) reportDueAt = lastAddedAt + reportDelaysMs[0]
      pending.add(path)
      size += 1
      // While it looks, `work` sees what is pending and goes on by itself.
      if (!scanning) schedule()
    },
    dispose() {
      disposed = true
      clearTimeout(timer)
    },
  }
}
