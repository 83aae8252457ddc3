import type { ChannelInput } from '#contract/index.ts'

/** What a column of the table shows of a chapter. */
export type PlanColumn = ChannelInput<'plan:export'>['columns'][number]

interface ColumnShape {
  readonly column: PlanColumn
  /** Its share of the width, beside the others. */
  readonly share: number
  /** Its least width in px. */
  readonly leastPx: number
}

/** In the order of the table. */
export const columnShapes: readonly ColumnShape[] = [
  { column: 'number', share: 0, leastPx: 44 },
  { column: 'title', share: 4, leastPx: 96 },
  { column: 'volume', share: 2, leastPx: 56 },
  { column: 'status', share: 1, leastPx: 56 },
  { column: 'label', share: 1, leastPx: 56 },
  { column: 'pov', share: 1, leastPx: 56 },
  { column: 'words', share: 0, leastPx: 56 },
  { column: 'plan', share: 5, leastPx: 64 },
  { column: 'beats', share: 4, leastPx: 64 },
  { column: 'synopsis', share: 5, leastPx: 64 },
  { column: 'threads', share: 2, leastPx: 56 },
  { column: 'due', share: 2, leastPx: 56 },
]

const usual: readonly PlanColumn[] = ['number', 'title', 'status', 'pov', 'words', 'plan', 'beats', 'due']
const storageKey = 'creonow.planColumns'

/** The columns that were chosen on this computer, in the order of the table. */
export const storedColumns = (storage: Pick<Storage, 'getItem'>): readonly PlanColumn[] => {
  const stored = storage.getItem(storageKey)?.split(',') ?? usual
  const columns = columnShapes.map(({ column }) => column).filter((column) => stored.includes(column))
  return columns.length > 0 ? columns : usual
}

export const storeColumns = (storage: Pick<Storage, 'setItem'>, columns: readonly PlanColumn[]) =>
  storage.setItem(storageKey, columns.join(','))

/** With a column, or without it; the title stays, so that a row can be told from the others. */
export const toggledColumn = (columns: readonly PlanColumn[], column: PlanColumn): readonly PlanColumn[] => {
  if (column === 'title') return columns
  const chosen = new Set(columns)
  if (!chosen.delete(column)) chosen.add(column)
  return columnShapes.map((shape) => shape.column).filter((each) => chosen.has(each))
}

/** The tracks of the grid. */
export const gridTracks = (columns: readonly PlanColumn[]): string =>
  columnShapes
    .filter(({ column }) => columns.includes(column))
    .map(({ share, leastPx }) => (share === 0 ? `${leastPx}px` : `minmax(0, ${share}fr)`))
    .join(' ')

/** A cell of the table by its place. */
export interface CellPlace {
  /** Index of the chapter. */
  readonly row: number
  /** Index among the columns that are shown. */
  readonly column: number
}

/** The cell that a key leads to; null for other keys. At the edges it stays. */
export const cellAfter = (
  { row, column }: CellPlace,
  key: string,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPlace | null => {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const moves: Readonly<Record<string, CellPlace>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: last.column },
    PageUp: { row: row - size.page, column },
    PageDown: { row: row + size.page, column },
  }
  const next = moves[key]
  if (next === undefined) return null
  const within = (at: number, end: number) => Math.max(0, Math.min(at, end))
  return { row: within(next.row, last.row), column: within(next.column, last.column) }
}
