import type { Clock } from '../../lib/clock.ts'
import type { Disposable } from '../../lib/disposables.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { watchedFolders } from './watchedPaths.ts'
import { createProjectWatcher, type ProjectWatcher } from './watcher.ts'

interface ProjectChange {
  readonly projectId: string
  /** Project-relative; a folder means everything below it. At most 10,000. */
  readonly paths: readonly string[]
  readonly origin: 'app' | 'outside'
}

export interface WatchingOptions {
  readonly rootOf: (projectId: string) => string
  readonly files?: FileCache
  readonly logger: Logger
  readonly clock: Clock
}

export interface WatchingService extends Disposable {
  /** Watches as long as a session wants it. False: down, being restarted. */
  start(projectId: string, sessionId: string): Promise<boolean>
  /** @returns whether it is still watched, for somebody else. */
  stop(projectId: string, sessionId: string): Promise<boolean>
  /** A session has ended: it watches nothing any more. */
  release(sessionId: string): Promise<void>
  /** Whether a watcher is attached to this project. */
  isWatching(projectId: string): boolean
  /** The app itself has written this file, or files below this folder. Nothing when it is not watched. */
  wrote(projectId: string, path: string, hash?: string): Promise<void>
  /** Calls back after a burst of changes, from the app or from outside. */
  onChanged(listener: (change: ProjectChange) => void): Disposable
  /** Detaches all watchers. */
  dispose(): Promise<void>
}

interface Watched {
  readonly root: string
  readonly watcher: ProjectWatcher
  readonly sessionIds: Set<string>
}

const maxPaths = 10_000

/** The watchers of all projects, at most one each. */
export function createWatchingService(options: WatchingOptions): WatchingService {
  const { rootOf, logger, clock, files = createFileCache() } = options
  const projects = new Map<string, Watched>()
  const listeners = new Set<(change: ProjectChange) => void>()
  const queue = createFileQueue()

  function announce(projectId: string, all: readonly string[], origin: 'app' | 'outside'): void {
    const paths = all.length > maxPaths ? watchedFolders : all
    for (const listener of listeners) {
      try {
        listener({ projectId, paths, origin })
      } catch (error) {
        logger.error({ projectId, cause: String(error) }, 'listener of changes failed')
      }
    }
  }

  async function start(projectId: string, sessionId: string): Promise<boolean> {
    const root = rootOf(projectId)
    const present = projects.get(projectId)
    // The same project was opened at a new place.
    if (present && present.root !== root) await end(projectId, present)
    const existing = projects.get(projectId)
    if (existing) {
      existing.sessionIds.add(sessionId)
      return existing.watcher.isWatching()
    }
    const watcher = await createProjectWatcher({
      root,
      onChanged: (paths, origin) => announce(projectId, paths, origin),
      view: files.view(root),
      logger,
      clock,
    })
    const sessionIds = new Set([...(present?.sessionIds ?? []), sessionId])
    projects.set(projectId, { root, watcher, sessionIds })
    return watcher.isWatching()
  }

  async function stop(projectId: string, sessionId: string): Promise<boolean> {
    const existing = projects.get(projectId)
    if (!existing) return false
    existing.sessionIds.delete(sessionId)
    if (existing.sessionIds.size > 0) return existing.watcher.isWatching()
    await end(projectId, existing)
    return false
  }

  async function end(projectId: string, { watcher }: Watched): Promise<void> {
    projects.delete(projectId)
    try {
      await watcher.dispose()
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'watcher did not close cleanly')
    }
  }

  return {
    start: (projectId, sessionId) => queue.run(projectId, () => start(projectId, sessionId)),
    stop: (projectId, sessionId) => queue.run(projectId, () => stop(projectId, sessionId)),
    async release(sessionId) {
      const ids = [...projects.keys()]
      await Promise.all(ids.map((projectId) => queue.run(projectId, () => stop(projectId, sessionId))))
    },
    isWatching: (projectId) => projects.get(projectId)?.watcher.isWatching() ?? false,
    async wrote(projectId, path, hash) {
      try {
        await projects.get(projectId)?.watcher.wrote(path, hash)
      } catch (error) {
        // The write itself is done; at worst the watcher calls it a change from outside.
        logger.warn({ projectId, cause: String(error) }, 'own write not noted')
      }
    },
    onChanged(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    async dispose() {
      listeners.clear()
      await Promise.all(
        [...projects.keys()].map((projectId) =>
          queue.run(projectId, async () => {
            const existing = projects.get(projectId)
            if (existing) await end(projectId, existing)
          }),
        ),
      )
    },
  }
}
