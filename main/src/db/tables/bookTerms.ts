import type { Database } from 'better-sqlite3'

/** The terms of the whole book, packed, as they were at one revision of the index. */
export function bookTermsTable(db: Database) {
  const read = db.prepare<[number], Buffer>('SELECT packed FROM book_terms WHERE revision = ?').pluck()
  const has = db.prepare<[number], number>('SELECT count(*) FROM book_terms WHERE revision = ?').pluck()
  const write = db.prepare<[number, Uint8Array]>('INSERT OR REPLACE INTO book_terms VALUES (1, ?, ?)')
  return {
    /** Undefined when none are stored for this revision. */
    read: (revision: number): Buffer | undefined => read.get(revision),
    has: (revision: number): boolean => has.get(revision) === 1,
    /** Replaces what is stored. */
    write: (revision: number, packed: Uint8Array): void => {
      write.run(revision, packed)
    },
  }
}
