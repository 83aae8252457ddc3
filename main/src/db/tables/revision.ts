import type { Database } from 'better-sqlite3'

/** A counter of writes to documents and passages, for caches that live outside the database. */
export function revisionTable(db: Database) {
  const get = db.prepare<[], number>('SELECT value FROM revision').pluck()
  const advance = db.prepare<[], number>('UPDATE revision SET value = value + 1 RETURNING value').pluck()
  return {
    get: (): number => get.get() ?? 0,
    /** Call inside the transaction that writes. Returns the new value. */
    advance: (): number => advance.get() ?? 0,
  }
}
