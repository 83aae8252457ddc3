import type { Database } from 'better-sqlite3'

/**
 * Session state of the context engine: one small JSON value per key. `startedAt` is any number that grows from
 * writing to writing: the rows with the smallest are forgotten first.
 */
export function sessionStateTable(db: Database) {
  const get = db.prepare<[string], string>('SELECT value FROM session_state WHERE key = ?').pluck()
  const set = db.prepare<[string, string, number]>(
    `INSERT INTO session_state (key, value, started_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, started_at = excluded.started_at`,
  )
  return {
    /** The stored value, to be parsed by the reader; undefined when there is none. */
    get: (key: string): unknown => {
      const value = get.get(key)
      return value === undefined ? undefined : JSON.parse(value)
    },
    /** Stores a value whoever wrote before. */
    set: (key: string, value: unknown, startedAt: number): void => {
      set.run(key, JSON.stringify(value), startedAt)
    },
  }
}

export type SessionStateTable = ReturnType<typeof sessionStateTable>
