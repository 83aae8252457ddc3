import type { Database } from 'better-sqlite3'

export interface DocumentRow {
  readonly key: number
  readonly documentId: string
  /** SHA-256 of the indexed bytes; empty while the document is not wholly indexed. */
  readonly hash: string
  /** UTF-16 units. */
  readonly characters: number
  /** 0-based place in the order of chapters. */
  readonly position: number
}

const columns = 'key, document_id AS documentId, hash, characters, position'

/** The documents of the index. Statements are prepared once per connection. */
export function documentsTable(db: Database) {
  const all = db.prepare<[], DocumentRow>(`SELECT ${columns} FROM documents ORDER BY position, document_id`)
  const byId = db.prepare<[string], DocumentRow>(`SELECT ${columns} FROM documents WHERE document_id = ?`)
  const hashOf = db.prepare<[number], string>('SELECT hash FROM documents WHERE key = ?').pluck()
  const insert = db.prepare<[string, number]>(
    "INSERT INTO documents (document_id, hash, characters, position) VALUES (?, '', 0, ?)",
  )
  const move = db.prepare<[string, number, number]>(
    'UPDATE documents SET document_id = ?, position = ? WHERE key = ?',
  )
  const setContent = db.prepare<[string, number, number]>(
    'UPDATE documents SET hash = ?, characters = ? WHERE key = ?',
  )
  const remove = db.prepare<[number]>('DELETE FROM documents WHERE key = ?')
  const count = db.prepare<[], { total: number; indexed: number }>(
    "SELECT count(*) AS total, count(*) FILTER (WHERE hash <> '') AS indexed FROM documents",
  )
  return {
    /** In the order of chapters. */
    all: (): DocumentRow[] => all.all(),
    byId: (documentId: string): DocumentRow | undefined => byId.get(documentId),
    hashOf: (key: number): string | undefined => hashOf.get(key),
    insert: (documentId: string, position: number): void => {
      insert.run(documentId, position)
    },
    /** Gives a document another name or place; its passages stay. */
    move: (key: number, documentId: string, position: number): void => {
      move.run(documentId, position, key)
    },
    setContent: (key: number, hash: string, characters: number): void => {
      setContent.run(hash, characters, key)
    },
    remove: (key: number): void => {
      remove.run(key)
    },
    count: (): { total: number; indexed: number } => count.get() ?? { total: 0, indexed: 0 },
  }
}

export type DocumentsTable = ReturnType<typeof documentsTable>
