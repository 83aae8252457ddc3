import type { Database } from 'better-sqlite3'

export interface StoredVector {
  readonly id: number
  readonly vector: Buffer
}

interface Embedded {
  readonly id: number
  readonly text: string
  readonly vector: Float32Array
}

/** Vectors of passages by model. A passage that leaves takes its vector along (a trigger). */
export function passageVectorsTable(db: Database) {
  const missing = db.prepare<[string, number], { id: number; text: string }>(
    `SELECT p.id, p.text FROM passages p LEFT JOIN passage_vectors v ON v.passage_id = p.id AND v.model = ?
     WHERE v.sequence IS NULL ORDER BY p.id LIMIT ?`,
  )
  const put = db.prepare<[number, string, Buffer, number, string]>(
    `INSERT OR REPLACE INTO passage_vectors (passage_id, model, vector)
     SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM passages WHERE id = ? AND text = ?)`,
  )
  const bytes = db
    .prepare<[string], number>('SELECT length(vector) FROM passage_vectors WHERE model = ? LIMIT 1')
    .pluck()
  const state = db
    .prepare<[], [number, number]>('SELECT count(*), coalesce(max(sequence), 0) FROM passage_vectors')
    .raw()
  const all = db.prepare<[string], StoredVector>(
    `SELECT p.id, v.vector FROM passage_vectors v JOIN passages p ON p.id = v.passage_id
     WHERE v.model = ? ORDER BY p.id / 1048576, p.from_offset`,
  )
  const putAll = db.transaction((model: string, rows: readonly Embedded[]) => {
    for (const { id, text, vector } of rows) {
      put.run(id, model, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), id, text)
    }
  })
  return {
    /** Up to `limit` passages without a vector of this model. */
    missing: (model: string, limit: number): { id: number; text: string }[] => missing.all(model, limit),
    /** Stores vectors of passages that still exist with this text: the id may have been given to another meanwhile. */
    put: (model: string, rows: readonly Embedded[]): void => {
      putAll.immediate(model, rows)
    },
    /** Numbers in a vector of this model; undefined while there is none. */
    dimensions: (model: string): number | undefined => {
      const length = bytes.get(model)
      return length === undefined ? undefined : length / 4
    },
    /** Changes with every change of the table. */
    state: (): string => (state.get() ?? []).join('/'),
    /** All vectors of a model in the order of documents and their text. */
    all: (model: string): IterableIterator<StoredVector> => all.iterate(model),
  }
}

export type PassageVectorsTable = ReturnType<typeof passageVectorsTable>
