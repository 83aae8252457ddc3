import type { ChannelInput } from '#contract/index.ts'

/** What a column of the table shows of a chapter. */
export type PlanColumn = ChannelInput<'plan:export'>['columns'][number]

interface ColumnShape {
  readonly column: PlanColumn
  /** Its track of the grid. */
  readonly track: string
}

/** A share of the width. Twelve stand beside the panel at 1,024 px; a narrower one would have a letter a line. */
const shareOf = (parts: number) => `minmax(44px, ${parts}fr)`

/** In the order of the table. */
export const columnShapes: readonly ColumnShape[] = [
  { column: 'number', track: '44px' },
  { column: 'title', track: shareOf(6) },
  { column: 'volume', track: shareOf(2) },
  { column: 'status', track: shareOf(1) },
  { column: 'label', track: shareOf(1) },
  { column: 'pov', track: shareOf(1) },
  { column: 'words', track: '56px' },
  { column: 'plan', track: shareOf(5) },
  { column: 'beats', track: shareOf(4) },
  { column: 'synopsis', track: shareOf(5) },
  { column: 'threads', track: shareOf(2) },
  { column: 'due', track: shareOf(2) },
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
    .map(({ track }) => track)
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
