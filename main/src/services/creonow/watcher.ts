import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { watch as chokidarWatch, type FSWatcher } from 'chokidar'
import { systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { toProjectPath } from '../../lib/containedPath.ts'
import type { ProjectView } from '../../lib/detection/projectView.ts'
import type { Disposable } from '../../lib/disposables.ts'
import type { Logger } from '../../lib/logger.ts'
import { createSnapshot, type ScanResult } from './snapshot.ts'
import { isWatchedFile, isWatchedFolder, watchedFolders } from './watchedPaths.ts'

export interface WatcherOptions {
  /** The real path of the project's folder. */
  readonly root: string
  readonly onChanged: (paths: readonly string[], origin: 'app' | 'outside') => void
  readonly logger: Logger
  readonly clock: Clock
  /** The view whose checks the watcher makes unnecessary while it receives every signal. */
  readonly view: ProjectView
  /** chokidar's own by default; a test gets access to the instance by it. */
  readonly watch?: typeof chokidarWatch
}

export interface ProjectWatcher extends Disposable {
  /** False while the folder is missing or the watcher is down; it then recovers by itself. */
  isWatching(): boolean
  /** The app has written this file, or below this folder; `hash` (sha256hex) when it is available. */
  wrote(path: string, hash?: string): Promise<void>
  dispose(): Promise<void>
}

const firstRestartMs = 200
const longestRestartMs = 10_000
/** Up for so long, a watcher counts as healthy and its next restart comes soon again. */
const healthyMs = 30_000
/** From so many signals on, everything is checked: cheaper, and it is ahead of the signals. */
const floodSignals = 200
/** The system is out of watches: polling still works, slower. */
const outOfWatches = new Set(['ENOSPC', 'EMFILE'])

/**
 * Watches the manuscript and `.creonow` of one project. chokidar reports which paths to check, content hashes decide
 * what changed. Resolves when the first watcher is running, or has failed and will be tried again.
 */
export async function createProjectWatcher(options: WatcherOptions): Promise<ProjectWatcher> {
  const { root, onChanged, logger, clock, view, watch = chokidarWatch } = options
  const snapshot = createSnapshot(root, view)
  let source: FSWatcher | undefined
  let restart: NodeJS.Timeout | undefined
  let up = false
  let upSince = 0
  let failures = 0
  let polling = false
  let compared = false
  let disposed = false
  let turn: Promise<unknown> = Promise.resolve()

  /** One check at a time, so that two never judge the same file by each other's half. */
  function scan(paths: Iterable<string>, certain = false) {
    const result = turn.then(async () => {
      // Without the project's folder the state of its files is undefined.
      await realpath(root)
      return snapshot.scan(paths, { certain })
    })
    turn = result.catch(() => undefined)
    return result
  }

  const burst = createBurst({
    scan: async (paths) => {
      const startedAt = performance.now()
      const isFlood = paths.size > floodSignals
      if (isFlood) for (const folder of watchedFolders) view.invalidate(folder, true)
      const result = await scan(isFlood ? watchedFolders : paths)
      // Files to be checked again are still being written.
      const again = new Set(result.again)
      const stable = isFlood && again.size === 0 ? undefined : [...paths].filter((path) => !again.has(path))
      view.clearPending(stable, startedAt)
      return result
    },
    report: (paths) => onChanged(paths, 'outside'),
    onError: (error) => void fail(error),
    clock,
  })

  const relative = (path: string) => toProjectPath(root, path)

  function isIgnored(path: string): boolean {
    const inside = relative(path)
    // chokidar calls this for folders and files alike, for some before their kind is determined.
    // The folder above is needed to detect that the project's own folder is removed or restored; chokidar 6 requests
    // that one by a path with its name twice.
    if (/^\.\.(?:\/|$)/.test(inside) || inside === basename(root)) return false
    return !(isWatchedFolder(inside) || isWatchedFile(inside))
  }

  async function start(): Promise<void> {
    if ((await realpath(root)) !== root) throw new Error('the project folder has become a link')
    const opened = watch(root, {
      ignored: isIgnored,
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      usePolling: polling,
      interval: 1000,
    })
    source = opened
    let early: unknown
    await new Promise<void>((resolve, reject) => {
      opened.once('ready', resolve)
      opened.on('error', (error) => {
        early ??= error
        reject(error)
        if (source === opened && up) void fail(error)
      })
      // The first word of a change, before chokidar has made up its mind what it was.
      opened.on('raw', (_event, path, details) => {
        if (source === opened) for (const inside of namedBy(path, details)) view.invalidate(inside, false)
      })
      opened.on('all', (event, path) => {
        if (source !== opened) return
        const inside = relative(path)
        if (inside !== '') {
          view.open(inside, event === 'addDir' || event === 'unlinkDir')
          burst.add(inside)
        } else if (event === 'unlinkDir' && up) void fail(new Error('the project folder is gone'))
      })
    })
    // Before the first check, so that changes meanwhile are not missed.
    view.attachWatcher({
      covers: (path) => isWatchedFolder(path) || isWatchedFile(path),
      onMissed: (paths) => {
        for (const path of paths) if (path !== '') burst.add(path)
      },
    })
    const { changed, again } = await scan(watchedFolders)
    if (disposed || source !== opened) return
    // It failed between `ready` and the end of the first check.
    if (early !== undefined) throw early
    up = true
    upSince = clock.monotonic()
    // Changes while no watcher was running are reported now; the first comparison only records states.
    if (compared && changed.length > 0) onChanged(changed, 'outside')
    compared = true
    for (const path of again) burst.add(path)
  }

  async function fail(error: unknown): Promise<void> {
    if (disposed || restart !== undefined) return
    if (up && clock.monotonic() - upSince > healthyMs) failures = 0
    up = false
    view.detachWatcher()
    if (outOfWatches.has(systemCode(error) ?? '')) polling = true
    const delayMs = Math.min(firstRestartMs * 2 ** failures, longestRestartMs)
    failures += 1
    logger.warn({ cause: String(error), delayMs, polling }, 'watcher down, will be restarted')
    restart = setTimeout(() => {
      restart = undefined
      void attempt()
    }, delayMs)
    await closeSource()
  }

  async function attempt(): Promise<void> {
    try {
      await start()
    } catch (error) {
      await fail(error)
    }
  }

  /** The paths a raw event may mean: it names a file by the folder it is in, or by itself. */
  function namedBy(path: string | null, details: unknown): string[] {
    const watched =
      typeof details === 'object' && details !== null && 'watchedPath' in details ? details.watchedPath : ''
    const name = path ?? ''
    const candidates = typeof watched === 'string' && watched !== '' ? [watched, join(watched, name)] : [name]
    return candidates.map(relative).filter((inside) => inside !== '' && !inside.startsWith('..'))
  }

  async function closeSource(): Promise<void> {
    const closing = source
    source = undefined
    await closing?.close()
  }

  await attempt()
  return {
    isWatching: () => up,
    async wrote(path, hash) {
      view.invalidate(path, true)
      if (hash !== undefined) {
        if (snapshot.recordHash(path, hash)) onChanged([path], 'app')
        return
      }
      const { changed } = await scan([path], true)
      if (changed.length > 0) onChanged(changed, 'app')
    },
    async dispose() {
      disposed = true
      up = false
      view.detachWatcher()
      clearTimeout(restart)
      burst.dispose()
      await closeSource()
      await turn
    },
  }
}

/** A few signals are answered sooner than a flood, which has longer pauses in it. Milliseconds. */
const quietMs = 120
const floodQuietMs = 300
const floodPaths = 100
/** How long a burst may go on before its changes so far are reported: once, again, and then only now and then. */
const reportDelaysMs = [1_000, 4_000, 60_000] as const

interface BurstOptions {
  /** Finds out what really changed at these paths. */
  readonly scan: (paths: ReadonlySet<string>) => Promise<ScanResult>
  /** One call per burst, or a few for a long one, the last with everything. */
  readonly report: (paths: readonly string[]) => void
  readonly onError: (error: unknown) => void
  readonly clock: Clock
}

interface Burst extends Disposable {
  add(path: string): void
  dispose(): void
}

/** Merges signals that come close together: checks after a quiet period, reports when nothing is open. */
function createBurst({ scan, report, onError, clock }: BurstOptions): Burst {
  let pending = new Set<string>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let scanning = false
  let disposed = false
  let lastAddedAt = 0
  let reportDueAt = 0
  let size = 0
  /** Whether there are changes that were not reported. */
  let news = false
  /** How often this burst has exceeded its time limit. */
  let interim = 0

  const quiet = () => (size > floodPaths ? floodQuietMs : quietMs)

  function schedule(): void {
    clearTimeout(timer)
    const untilReport = Math.max(0, reportDueAt - clock.monotonic())
    timer = setTimeout(workWhenIdle, Math.min(quiet(), untilReport))
  }

  /** A busy process fires timers after their time, before it has read queued signals: they come first. */
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
      // During a check `work` sees what is pending and goes on by itself.
      if (!scanning) schedule()
    },
    dispose() {
      disposed = true
      clearTimeout(timer)
    },
  }
}
