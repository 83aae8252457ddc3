import type { Database } from 'better-sqlite3'

/** A passage that matches, with FTS5's BM25: greater than zero, greater is better. */
export interface TermHit {
  readonly id: number
  readonly bm25: number
}

/** The inverted index over the terms of the passages (FTS5) and its vocabulary. */
export function passageTermsTable(db: Database) {
  const insert = db.prepare<[number, string]>('INSERT INTO passage_terms (rowid, terms) VALUES (?, ?)')
  const remove = db.prepare<[number]>('DELETE FROM passage_terms WHERE rowid = ?')
  const ranked = db
    .prepare<[string], [number, number]>(
      'SELECT rowid, rank FROM passage_terms WHERE passage_terms MATCH ? ORDER BY rank',
    )
    .raw()
  const merge = db.prepare<[number]>("INSERT INTO passage_terms (passage_terms, rank) VALUES ('merge', ?)")
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  return {
    /** `terms` separated by spaces. */
    insert: (id: number, terms: string): void => {
      insert.run(id, terms)
    },
    remove: (id: number): void => {
      remove.run(id)
    },
    /** All matching passages, best first. `expression` is FTS5 syntax: build it with `quoteTerms`. */
    *ranked(expression: string): Generator<TermHit> {
      for (const [id, rank] of ranked.iterate(expression)) yield { id, bm25: -rank }
    },
    /** Does a bounded piece of the index's tidying; false when nothing is left to do. */
    merge: (pages: number): boolean => {
      const before = changes.get() ?? 0
      merge.run(pages)
      return (changes.get() ?? 0) - before >= 2
    },
    /** Throws SQLITE_CORRUPT_VTAB when the inverted index contradicts itself. */
    checkIntegrity: (): void => {
      db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('integrity-check')")
    },
  }
}

export type PassageTermsTable = ReturnType<typeof passageTermsTable>

/** An FTS5 phrase of consecutive terms. Quoted, so that nothing in a term is read as query syntax. */
export function quoteTerms(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('"', '""')}"`
}
