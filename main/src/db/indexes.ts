import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Disposable } from '../lib/disposables.ts'
import type { Logger } from '../lib/logger.ts'
import { openIndex } from './open.ts'
import { type FileRow, type FilesTable, filesTable } from './tables/files.ts'
import { type SessionStateTable, sessionStateTable } from './tables/sessionState.ts'

export interface Indexes extends Disposable {
  /** A connection of its own to a project's index; the caller closes it. */
  open(projectId: string): Database
  /** Closes what is open here before the project's file is deleted; the next use opens the new one. */
  release(projectId: string): void
  /** What the engine remembers between requests. A damaged index remembers nothing; it fails no request. */
  readonly sessionState: {
    read(projectId: string, key: string): unknown
    write(projectId: string, key: string, value: object): void
  }
  /** The chapters' files as last read. Rows are stored after a pause; a damaged index has none. */
  readonly files: {
    all(projectId: string): readonly FileRow[]
    change(projectId: string, rows: readonly FileRow[], removed: readonly string[]): void
  }
}

interface Opened {
  readonly database: Database
  readonly state: CachedState
  readonly files: PendingFiles
}

/** Rows that wait for the next writing; `undefined`: the row is removed. */
interface PendingFiles {
  readonly table: FilesTable
  readonly rows: Map<string, FileRow | undefined>
  timer?: NodeJS.Timeout | undefined
}

/** A crash forgets so much of what is only a memory of earlier readings. */
const filesPauseMs = 250

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

  function openedOf(projectId: string): Opened {
    const existing = opened.get(projectId)
    if (existing) return existing
    const database = open(projectId)
    const version = database.prepare<[], number>('PRAGMA data_version').pluck()
    const state = createCachedState({
      table: sessionStateTable(database),
      version: () => version.get() ?? 0,
      now,
      onFailure: forgotten,
    })
    const entry = { database, state, files: { table: filesTable(database), rows: new Map() } }
    opened.set(projectId, entry)
    return entry
  }

  function storeFiles({ files }: Opened): void {
    clearTimeout(files.timer)
    files.timer = undefined
    const rows = [...files.rows]
    files.rows.clear()
    const removed = rows.flatMap(([id, row]) => (row ? [] : [id]))
    orForget(() =>
      files.table.change(
        rows.flatMap(([, row]) => row ?? []),
        removed,
      ),
    )
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
      read: (projectId, key) => orForget(() => openedOf(projectId).state.read(key)),
      write: (projectId, key, value) => void orForget(() => openedOf(projectId).state.write(key, value)),
    },
    files: {
      all: (projectId) =>
        orForget(() => {
          const entry = openedOf(projectId)
          storeFiles(entry)
          return entry.files.table.all()
        }) ?? [],
      change: (projectId, rows, removed) =>
        void orForget(() => {
          const entry = openedOf(projectId)
          for (const row of rows) entry.files.rows.set(row.id, row)
          for (const id of removed) entry.files.rows.set(id, undefined)
          entry.files.timer ??= setTimeout(() => storeFiles(entry), filesPauseMs).unref()
        }),
    },
    dispose() {
      for (const entry of opened.values()) close(entry)
      opened.clear()
    },
  }

  function close(entry: Opened): void {
    storeFiles(entry)
    entry.state.flush()
    entry.database.close()
  }
}

interface CachedState {
  read(key: string): unknown
  /** Stored after a pause, at the latest when the state is closed; what is read until then is this value. */
  write(key: string, value: object): void
  /** Writes pending values. */
  flush(): void
}

/** Values cached in memory; an evicted one is read from the table again. */
const maxCachedValues = 64
/** A crash forgets so much of what is only a memory of earlier requests. */
const pauseMs = 250

/**
 * Session state in front of its table: written behind the requests and read again only when another connection
 * has changed the file, so that neither costs a request anything.
 */
function createCachedState(options: {
  readonly table: SessionStateTable
  /** Changes when another connection has written. */
  readonly version: () => number
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}): CachedState {
  const { table, version, now, onFailure } = options
  const cached = new LRUCache<string, object>({ max: maxCachedValues })
  const pendingWrites = new Map<string, object>()
  let cachedVersion = version()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const values = [...pendingWrites]
    pendingWrites.clear()
    try {
      for (const [key, value] of values) table.set(key, value, now())
    } catch (error) {
      onFailure(error)
    }
  }

  return {
    flush,
    read(key) {
      const current = version()
      if (current !== cachedVersion) cached.clear()
      cachedVersion = current
      const existing = pendingWrites.get(key) ?? cached.get(key)
      if (existing !== undefined) return existing
      const stored = table.get(key)
      if (typeof stored === 'object' && stored !== null) cached.set(key, stored)
      return stored
    },
    write(key, value) {
      cached.set(key, value)
      pendingWrites.set(key, value)
      timer ??= setTimeout(flush, pauseMs).unref()
    },
  }
}
