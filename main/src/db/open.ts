import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { AppError, systemCode } from '../lib/appError.ts'
import type { Logger } from '../lib/logger.ts'
import { migrate } from './migrate.ts'
import { bookTermsTable } from './tables/bookTerms.ts'
import { documentsTable } from './tables/documents.ts'
import { filesTable } from './tables/files.ts'
import { passagesTable } from './tables/passages.ts'
import { passageTermsTable } from './tables/passageTerms.ts'
import { passageVectorsTable } from './tables/passageVectors.ts'
import { revisionTable } from './tables/revision.ts'
import { sessionStateTable } from './tables/sessionState.ts'

const tables = [
  ...[documentsTable, passagesTable, passageTermsTable, passageVectorsTable],
  ...[bookTermsTable, revisionTable, sessionStateTable, filesTable],
]
const busyTimeoutMs = 3000
const longestPauseMs = 25

/** Blocks this thread for this many milliseconds. */
export type Pause = (ms: number) => void

/**
 * Opens the index at `filePath`, making folder and file as needed, in WAL mode and at the newest version. A file that
 * is corrupt, no database, or from a newer version of the app is deleted and made anew: everything in it can be
 * rebuilt. Throws IO_ERROR when the place cannot be written, or another process has locked the file.
 */
export function openIndex(filePath: string, logger: Logger, pause: Pause = blockThread): Database {
  try {
    mkdirSync(dirname(filePath), { recursive: true, mode: 0o700 })
    return tryOpen(filePath, pause) ?? remake(filePath, logger, pause, 'newer version')
  } catch (error) {
    // SQLITE_ERROR: a database, but its tables are not those of its version.
    if (!isCorrupt(error) && systemCode(error) !== 'SQLITE_ERROR') throw cannotOpen(error)
    return remake(filePath, logger, pause, systemCode(error) ?? '')
  }
}

/**
 * Closes a connection and deletes its file, after which `openIndex` makes an empty one. Only for a broken file: a
 * connection that is still open would go on writing into what nobody reads any more.
 */
export function discardIndex(db: Database, logger: Logger, reason: string): void {
  const filePath = db.name
  db.close()
  removeFiles(filePath)
  logger.warn({ file: basename(filePath), reason }, 'index discarded; it will be built again')
}

/**
 * Empties an index and leaves the file where it is, so that every other connection to it, of this process or another,
 * goes on with the empty one. Which chapter is which file stays: for a folder that cannot be written this is the only
 * record of it. Throws what SQLite throws when the file is broken.
 */
export function emptyIndex(db: Database): void {
  db.transaction(() => {
    for (const table of ['passage_vectors', 'passages', 'documents', 'session_state', 'book_terms'])
      db.exec(`DELETE FROM ${table}`)
    db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('delete-all')")
    db.exec('UPDATE revision SET value = value + 1')
  }).immediate()
}

/** Whether an error means that the file itself is broken, so that only making it anew helps. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(systemCode(error) ?? '')
}

const isBusy = (error: unknown) => /^SQLITE_BUSY/.test(systemCode(error) ?? '')

function remake(filePath: string, logger: Logger, pause: Pause, reason: string): Database {
  try {
    removeFiles(filePath)
    const db = tryOpen(filePath, pause)
    if (!db) throw new Error('a new index has a newer version than this app')
    logger.warn({ file: basename(filePath), reason }, 'index could not be used and was made anew')
    return db
  } catch (error) {
    throw cannotOpen(error)
  }
}

/** Undefined when the file is from a newer version. */
function tryOpen(filePath: string, pause: Pause): Database | undefined {
  const db = new SqliteDatabase(filePath, { timeout: busyTimeoutMs })
  try {
    // Before there is a journal: that takes its bits from the file. Nobody else reads what an author writes.
    if (process.platform !== 'win32') chmodSync(filePath, 0o600)
    // A kill while the mode changed leaves a journal that nobody reads any more.
    if (switchToWal(db, pause) === 'wal') rmSync(`${filePath}-journal`, { force: true })
    db.pragma('synchronous = NORMAL')
    if (migrate(db)) {
      // Touches every table's root page: a truncated or foreign file fails here and not at the first search.
      db.exec('SELECT 1 FROM documents, passages, revision, session_state, book_terms, files LIMIT 1')
      db.exec('SELECT rowid FROM passage_terms WHERE passage_terms MATCH \'"\u4e00"\' LIMIT 1')
      // Columns that differ from the requested ones, by a broken byte in the schema, fail here too.
      for (const table of tables) table(db)
      return db
    }
  } catch (error) {
    db.close()
    throw error
  }
  db.close()
  return undefined
}

/**
 * When two processes make the same index at once, SQLite refuses one without a delay: each has a shared lock and
 * requests the exclusive one. A process that releases its lock and tries again succeeds.
 */
function switchToWal(db: Database, pause: Pause): unknown {
  let waitedMs = 0
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return db.pragma('journal_mode = WAL', { simple: true })
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyTimeoutMs) throw error
    }
    // Random, so that two processes do not retry at the same moments.
    const ms = pauseMs * (0.5 + Math.random())
    pause(ms)
    waitedMs += ms
  }
}

function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function removeFiles(filePath: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(filePath + suffix, { force: true })
}

function cannotOpen(error: unknown): AppError {
  if (isBusy(error)) return new AppError('IO_ERROR', { why: 'indexBusy' }, { cause: error })
  return new AppError('IO_ERROR', { why: 'indexFailed' }, { cause: error })
}
