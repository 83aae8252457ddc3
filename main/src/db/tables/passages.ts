import type { Database } from 'better-sqlite3'

export interface PassageRow {
  readonly id: number
  /** UTF-16 offsets into the document, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Ids of one document's passages lie in [key × idsPerDocument, (key + 1) × idsPerDocument). */
export const idsPerDocument = 2 ** 20

const columns = 'id, from_offset AS "from", to_offset AS "to", text'
const ofOne = 'id >= @first AND id < @end'

interface Range {
  readonly first: number
  readonly end: number
}

/** The key of the document a passage belongs to. */
export function documentKeyOf(passageId: number): number {
  return Math.floor(passageId / idsPerDocument)
}

/** The passages of the index, without their terms. */
export function passagesTable(db: Database) {
  const byId = db.prepare<[number], PassageRow>(`SELECT ${columns} FROM passages WHERE id = ?`)
  const after = db.prepare<[number, number], PassageRow>(
    `SELECT ${columns} FROM passages WHERE id > ? ORDER BY id LIMIT ?`,
  )
  const ofDocument = db.prepare<[Range], PassageRow>(`SELECT ${columns} FROM passages WHERE ${ofOne}`)
  const lastId = db.prepare<[Range], number | null>(`SELECT max(id) FROM passages WHERE ${ofOne}`).pluck()
  const idsInOrder = db
    .prepare<[Range], number>(`SELECT id FROM passages WHERE ${ofOne} ORDER BY from_offset`)
    .pluck()
  const insert = db.prepare<[PassageRow]>('INSERT INTO passages VALUES (@id, @from, @to, @text)')
  const shift = db.prepare<[number, number, number]>(
    'UPDATE passages SET from_offset = ?, to_offset = ? WHERE id = ?',
  )
  const remove = db.prepare<[number]>('DELETE FROM passages WHERE id = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM passages').pluck()
  return {
    byId: (id: number): PassageRow | undefined => byId.get(id),
    /** The next `limit` passages after an id. */
    after: (id: number, limit: number): PassageRow[] => after.all(id, limit),
    ofDocument: (key: number): PassageRow[] => ofDocument.all(rangeOf(key)),
    /** The id after the last one of a document; may lie beyond the document's range. */
    nextId: (key: number): number => (lastId.get(rangeOf(key)) ?? key * idsPerDocument - 1) + 1,
    /** Ids of one document's passages in the order of its text. */
    idsInOrder: (key: number): number[] => idsInOrder.all(rangeOf(key)),
    insert: (row: PassageRow): void => {
      insert.run(row)
    },
    /** Moves a passage whose text stayed the same. */
    shift: (id: number, from: number, to: number): void => {
      shift.run(from, to, id)
    },
    remove: (id: number): void => {
      remove.run(id)
    },
    count: (): number => count.get() ?? 0,
  }
}

export type PassagesTable = ReturnType<typeof passagesTable>

function rangeOf(key: number): Range {
  return { first: key * idsPerDocument, end: (key + 1) * idsPerDocument }
}
