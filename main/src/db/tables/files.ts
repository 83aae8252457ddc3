import type { Database } from 'better-sqlite3'

/** A chapter's file as the app last read it. */
export interface FileRow {
  /** The chapter's id. */
  readonly id: string
  /** Project-relative path. */
  readonly file: string
  /** sha256hex of the bytes. */
  readonly sha256: string
  /** The title line of the text; '' when it has none. */
  readonly heading: string
}

/** The chapters' files of the index. */
export function filesTable(db: Database) {
  const all = db.prepare<[], FileRow>('SELECT id, file, sha256, heading FROM files ORDER BY file, id')
  const set = db.prepare<[string, string, string, string]>(
    `INSERT INTO files (id, file, sha256, heading) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET file = excluded.file, sha256 = excluded.sha256, heading = excluded.heading`,
  )
  const remove = db.prepare<[string]>('DELETE FROM files WHERE id = ?')
  return {
    all: (): FileRow[] => all.all(),
    /** Stores the rows and removes the ids, in one transaction. */
    change: (rows: readonly FileRow[], removed: readonly string[]): void => {
      db.transaction(() => {
        for (const { id, file, sha256, heading } of rows) set.run(id, file, sha256, heading)
        for (const id of removed) remove.run(id)
      }).immediate()
    },
  }
}

export type FilesTable = ReturnType<typeof filesTable>
