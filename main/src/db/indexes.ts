import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Disposable } from '../lib/disposables.ts'
import type { Logger } from '../lib/logger.ts'
import { type CachedState, createCachedState } from './cachedState.ts'
import { openIndex } from './open.ts'
import { sessionStateTable } from './tables/sessionState.ts'

export interface Indexes extends Disposable {
  /** A connection of its own to a project's index; the caller closes it. */
  open(projectId: string): Database
  /** Closes what is open here before the project's file is deleted; the next use opens the new one. */
  release(projectId: string): void
  /** What the engine remembers between requests. A damaged index remembers nothing; it fails no request. */
  readonly sessionState: {
    read(projectId: string, key: string): unknown
    write(projectId: string, key: string, value: object): void
    /** Another beginning for every key that begins with `from`. */
    renameKeys(projectId: string, from: string, to: string): void
  }
}

interface Opened {
  readonly database: Database
  readonly state: CachedState
}

/** One rebuildable index per project, at `<data folder of the project>/index.sqlite`. */
export function createIndexes(options: {
  dataFolderOf(projectId: string): string
  readonly now: () => number
  readonly logger: Logger
}): Indexes {
  const { dataFolderOf, now, logger } = options
  const opened = new Map<string, Opened>()
  const open = (projectId: string) => openIndex(join(dataFolderOf(projectId), 'index.sqlite'), logger)

  const forgotten = (error: unknown) =>
    logger.warn({ cause: String(error) }, 'session state is not available')

  function stateOf(projectId: string): CachedState {
    const existing = opened.get(projectId)
    if (existing) return existing.state
    const database = open(projectId)
    const version = database.prepare<[], number>('PRAGMA data_version').pluck()
    const state = createCachedState({
      table: sessionStateTable(database),
      version: () => version.get() ?? 0,
      now,
      onFailure: forgotten,
    })
    opened.set(projectId, { database, state })
    return state
  }

  function orForget<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      forgotten(error)
      return undefined
    }
  }

  return {
    open,
    release(projectId) {
      const entry = opened.get(projectId)
      if (!entry) return
      opened.delete(projectId)
      close(entry)
    },
    sessionState: {
      read: (projectId, key) => orForget(() => stateOf(projectId).read(key)),
      write: (projectId, key, value) => void orForget(() => stateOf(projectId).write(key, value)),
      renameKeys: (projectId, from, to) => void orForget(() => stateOf(projectId).renameKeys(from, to)),
    },
    dispose() {
      for (const entry of opened.values()) close(entry)
      opened.clear()
    },
  }
}

function close({ database, state }: Opened): void {
  state.flush()
  database.close()
}
