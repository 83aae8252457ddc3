import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { ownFile } from '../lib/ownFile.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** The numbered files of `migrations/`, in order. They have no gaps: file n leads from version n − 1 to n. */
export function readMigrations(folder = ownFile('db/migrations')): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
  return names.map((name, at) => {
    const version = Number(name.slice(0, 4))
    if (version !== at + 1) throw new Error(`migration ${name} breaks the numbering`)
    return { version, name, sql: readFileSync(join(folder, name), 'utf8') }
  })
}

/**
 * Runs what is missing, one transaction per file, and records it in `user_version`. Two processes may call it
 * at once: the version is read again under the write lock. Returns false, without a change, when the file was
 * made by a newer version of the app.
 */
export function migrate(db: Database, migrations: readonly Migration[] = readMigrations()): boolean {
  if (versionOf(db) > migrations.length) return false
  for (const { version, sql } of migrations) {
    if (versionOf(db) >= version) continue
    db.transaction(() => {
      if (versionOf(db) >= version) return
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
  return true
}

function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
