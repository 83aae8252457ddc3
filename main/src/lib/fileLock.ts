import { mkdirSync, rmdirSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { AppError, systemCode } from './appError.ts'

export interface FileLockOptions {
  /** Milliseconds to wait for another process; 10,000 by default. */
  readonly waitMs?: number
  readonly monotonic?: () => number
}

const longestPauseMs = 25

/**
 * Runs a task with exclusive ownership of the lock at `lockPath`, a file outside every project. SQLite's lock ends
 * with its process, so a killed one leaves nothing to clean up and no lock that must expire. The file may be deleted
 * whenever no task runs. @throws AppError CONFLICT when another process had the lock all the time, IO_ERROR when it
 * cannot be made.
 */
export async function withFileLock<T>(
  lockPath: string,
  task: () => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const db = open(lockPath)
  try {
    await acquire(db, options)
    return await task()
  } finally {
    // Also ends the transaction.
    db.close()
  }
}

/**
 * The same lock until it is disposed of, or undefined when another process, or this one, has it. @throws AppError
 * IO_ERROR when it cannot be made.
 */
export function acquireFileLock(lockPath: string): { dispose(): void } | undefined {
  const db = open(lockPath)
  if (tryAcquire(db) !== undefined) {
    db.close()
    return undefined
  }
  return { dispose: () => db.close() }
}

function open(lockPath: string): Database {
  try {
    mkdirSync(dirname(lockPath), { recursive: true, mode: 0o700 })
    emptyDamaged(lockPath)
    return new SqliteDatabase(lockPath, { timeout: 0 })
  } catch (cause) {
    throw cannotLock(cause)
  }
}

/** A lock is an empty file. What a damage has put there would keep every process out for good. */
function emptyDamaged(lockPath: string): void {
  const stats = statSync(lockPath, { throwIfNoEntry: false })
  if (stats?.isDirectory()) rmdirSync(lockPath)
  else if (stats && stats.size > 0) truncateSync(lockPath)
}

async function acquire(
  db: Database,
  { waitMs = 10_000, monotonic = () => performance.now() }: FileLockOptions,
) {
  const start = monotonic()
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const cause = tryAcquire(db)
    if (cause === undefined) return
    if (monotonic() - start > waitMs) throw new AppError('CONFLICT', { why: 'locked' }, { cause })
    // Random, so that two processes do not retry at the same moments.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** SQLite's codes for a lock of another process. */
function tryAcquire(db: Database): unknown {
  try {
    // Nothing is stored in it: a journal would only be what a kill leaves.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return undefined
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(systemCode(error) ?? '')) return error
    throw cannotLock(error)
  }
}

function cannotLock(cause: unknown): AppError {
  return new AppError('IO_ERROR', { why: 'dataFolderLocked' }, { cause })
}
