import type { ListRow } from '../chapters/listRows.ts'

/** One line of the outline: the heading of a volume, or as many cards as have room beside each other. */
export interface OutlineRow {
  /** That of its first cell. */
  readonly id: string
  /** A volume alone, or chapters of one volume. */
  readonly cells: readonly ListRow[]
}

/** The lines of the book in rows of at most `columns` cards; a volume begins a row and fills it. */
export const outlineRows = (lines: readonly ListRow[], columns: number): readonly OutlineRow[] => {
  const rows: { id: string; cells: ListRow[] }[] = []
  for (const line of lines) {
    const last = rows.at(-1)
    const hasRoom = last?.cells[0]?.kind === 'chapter' && last.cells.length < columns
    if (line.kind === 'chapter' && hasRoom) last.cells.push(line)
    else rows.push({ id: line.id, cells: [line] })
  }
  return rows
}

/** A cell of the outline by its place. */
export interface OutlinePlace {
  /** Index of its row. */
  readonly row: number
  /** Index in its row. */
  readonly column: number
}

/** Where the cell with an id is; null where it is not drawn, as in a folded volume. */
export const placeOf = (rows: readonly OutlineRow[], id: string): OutlinePlace | null => {
  for (const [row, { cells }] of rows.entries()) {
    const column = cells.findIndex((cell) => cell.id === id)
    if (column >= 0) return { row, column }
  }
  return null
}

/**
 * The cell that a key leads to from another one: left and right in the order of the book, up and down in its column, Home
 * and End to the ends. Null for other keys, at the edges, and for left and right on a volume, which fold it.
 */
export const cellAfter = (rows: readonly OutlineRow[], from: OutlinePlace, key: string): ListRow | null => {
  const { row, column } = from
  const cells = rows[row]?.cells ?? []
  const inRow = (at: number) => {
    const inColumn = rows[at]?.cells ?? []
    return inColumn[Math.min(column, inColumn.length - 1)] ?? null
  }
  const isVolume = cells[column]?.kind === 'volume'
  switch (key) {
    case 'ArrowUp':
      return inRow(row - 1)
    case 'ArrowDown':
      return inRow(row + 1)
    case 'ArrowLeft':
      return isVolume ? null : (cells[column - 1] ?? rows[row - 1]?.cells.at(-1) ?? null)
    case 'ArrowRight':
      return isVolume ? null : (cells[column + 1] ?? rows[row + 1]?.cells[0] ?? null)
    case 'Home':
      return rows[0]?.cells[0] ?? null
    case 'End':
      return rows.at(-1)?.cells.at(-1) ?? null
    default:
      return null
  }
}
