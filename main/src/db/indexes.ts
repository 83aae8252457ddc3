import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Disposable } from '../lib/disposables.ts'
import type { Logger } from '../lib/logger.ts'
import { openIndex } from './open.ts'
import { type SessionStateTable, sessionStateTable } from './tables/sessionState.ts'

export interface Indexes extends Disposable {
  /** A connection of its own to a project's index; the caller closes it. */
  open(projectId: string): Database
  /** Closes what is open here before the project's file is deleted; the next use opens the new one. */
  release(projectId: string): void
  /** What the engine remembers between requests. A damaged index remembers nothing; it fails no request. */
  readonly sessionState: {
    read(projectId: string, key: string): unknown
    write(projectId: string, key: string, value: unknown): void
    /** Another beginning for every key that begins with `from`. */
    renameKeys(projectId: string, from: string, to: string): void
  }
}

interface Opened {
  readonly database: Database
  readonly table: SessionStateTable
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

  function table(projectId: string): SessionStateTable {
    const known = opened.get(projectId)
    if (known) return known.table
    const database = open(projectId)
    const entry = { database, table: sessionStateTable(database) }
    opened.set(projectId, entry)
    return entry.table
  }

  function orForget<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      logger.warn({ cause: String(error) }, 'session state is not available')
      return undefined
    }
  }

  return {
    open,
    release(projectId) {
      opened.get(projectId)?.database.close()
      opened.delete(projectId)
    },
    sessionState: {
      read: (projectId, key) => orForget(() => table(projectId).get(key)),
      write: (projectId, key, value) => void orForget(() => table(projectId).set(key, value, now())),
      renameKeys: (projectId, from, to) => void orForget(() => table(projectId).renameKeys(from, to)),
    },
    dispose() {
      for (const { database } of opened.values()) database.close()
      opened.clear()
    },
  }
}
