import { lstatSync, mkdirSync, rmdirSync, truncateSync } from 'node:fs'
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
  const lock = open(lockPath)
  try {
    await acquire(lock, options)
    return await task()
  } finally {
    // Also ends the transaction.
    lock.db.close()
  }
}

/**
 * The same lock until it is disposed of, or undefined when another process, or this one, has it. @throws AppError
 * IO_ERROR when it cannot be made.
 */
export function acquireFileLock(lockPath: string): { dispose(): void } | undefined {
  const lock = open(lockPath)
  try {
    if (tryAcquire(lock) === undefined) return { dispose: () => lock.db.close() }
  } catch (error) {
    lock.db.close()
    throw error
  }
  lock.db.close()
  return undefined
}

interface OpenLock {
  readonly lockPath: string
  db: Database
}

function open(lockPath: string): OpenLock {
  try {
    mkdirSync(dirname(lockPath), { recursive: true, mode: 0o700 })
    if (lstatSync(lockPath, { throwIfNoEntry: false })?.isDirectory()) rmdirSync(lockPath)
    return { lockPath, db: new SqliteDatabase(lockPath, { timeout: 0 }) }
  } catch (cause) {
    throw cannotLock(cause)
  }
}

/**
 * A lock is an empty file. What a damage has put there would keep every process out for good. Called only when SQLite
 * has answered that it is no database: somebody who has the lock is answered for first, and to close a descriptor of a
 * file would free a lock that this process has on it. What a link leads to is never emptied. @throws IO_ERROR.
 */
function emptyDamaged(lock: OpenLock): boolean {
  lock.db.close()
  const isOwn = lstatSync(lock.lockPath, { throwIfNoEntry: false })?.isFile() === true
  if (isOwn) truncateSync(lock.lockPath)
  lock.db = new SqliteDatabase(lock.lockPath, { timeout: 0 })
  return isOwn
}

async function acquire(
  lock: OpenLock,
  { waitMs = 10_000, monotonic = () => performance.now() }: FileLockOptions,
) {
  const start = monotonic()
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const cause = tryAcquire(lock)
    if (cause === undefined) return
    if (monotonic() - start > waitMs) throw new AppError('CONFLICT', { why: 'locked' }, { cause })
    // Random, so that two processes do not retry at the same moments.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** SQLite's codes for a lock of another process. */
function tryAcquire(lock: OpenLock, mayRepair = true): unknown {
  try {
    // Nothing is stored in it: a journal would only be what a kill leaves.
    lock.db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return undefined
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return error
    if (mayRepair && code === 'SQLITE_NOTADB' && emptyDamaged(lock)) return tryAcquire(lock, false)
    throw cannotLock(error)
  }
}

function cannotLock(cause: unknown): AppError {
  return new AppError('IO_ERROR', { why: 'dataFolderLocked' }, { cause })
}
