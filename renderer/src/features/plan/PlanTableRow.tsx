// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list have places of their own, which those of a table cannot
import { type KeyboardEvent, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { gridTracks, type PlanColumn } from './planColumns.ts'
import { type PlanRow, usePlanRow } from './usePlanRow.ts'

interface PlanTableRowProps {
  readonly chapter: DocumentSummary
  /** Index among the chapters. */
  readonly at: number
  readonly columns: readonly PlanColumn[]
  /** The statuses that the book may use, as it stores them. */
  readonly statuses: readonly string[]
  /** Index of the column with the tab stop; null: it is in another row. */
  readonly stop: number | null
  /** The row's text is open. */
  readonly current: boolean
  readonly onError: (error: ErrorPayload) => void
  /** The focus goes to a cell beside this one once it was left by a key. */
  readonly onLeave: (by: 'stay' | 'down' | 'right' | 'left') => void
  readonly onOpen: (documentId: string) => void
}

/** One chapter of the table; a cell is written in where it stands. */
export const PlanTableRow = memo((props: PlanTableRowProps) => {
  const { chapter, at, columns, statuses, stop, current, onError, onLeave, onOpen } = props
  const row = usePlanRow(chapter, statuses)
  const [editing, setEditing] = useState<{ readonly column: PlanColumn; readonly first?: string } | null>(
    null,
  )
  const close = (column: PlanColumn, text: string | null, by: 'stay' | 'down' | 'right' | 'left' | null) => {
    setEditing(null)
    const refused = (error: ErrorPayload) => {
      onError(error)
      // The words stay where they were written.
      setEditing({ column, first: text ?? '' })
    }
    if (text !== null) void row.store(column, text).then((error) => error !== null && refused(error))
    if (by !== null) onLeave(by)
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      aria-rowindex={at + 2}
      aria-current={current ? 'true' : undefined}
      className="plan-row"
      style={{ gridTemplateColumns: gridTracks(columns) }}
    >
      {columns.map((column, index) =>
        editing?.column === column ? (
          <CellField
            key={column}
            row={row}
            column={column}
            first={editing.first}
            onClose={(text, by) => close(column, text, by)}
          />
        ) : (
          <Cell
            key={column}
            row={row}
            column={column}
            place={`${at} ${index}`}
            isStop={stop === index}
            onEdit={(first) => setEditing({ column, ...(first !== undefined && { first }) })}
            onOpen={() => onOpen(chapter.documentId)}
          />
        ),
      )}
    </div>
  )
})

interface CellProps {
  readonly row: PlanRow
  readonly column: PlanColumn
  /** Row and column, by which a key finds the cell. */
  readonly place: string
  readonly isStop: boolean
  /** `first`: a letter was typed, with which the text begins anew. */
  readonly onEdit: (first?: string) => void
  readonly onOpen: () => void
}

const Cell = ({ row, column, place, isStop, onEdit, onOpen }: CellProps) => {
  const text = row.textOf(column)
  const isEditable = row.isEditable(column)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (key === 'Enter' && isCommand) onOpen()
    else if (isEditable && (key === 'Enter' || key === 'F2')) onEdit()
    else if (isEditable && key.length === 1 && !isCommand && !event.altKey)
      onEdit(key === ' ' ? undefined : key)
    else return
    event.preventDefault()
  }
  return (
    <div
      role="gridcell"
      className="plan-cell"
      data-cell={place}
      data-column={column}
      aria-readonly={!isEditable}
      tabIndex={isStop ? 0 : -1}
      title={text}
      onKeyDown={onKeyDown}
      onDoubleClick={() => isEditable && onEdit()}
    >
      {text.replaceAll('\n', ' · ')}
    </div>
  )
}

interface CellFieldProps {
  readonly row: PlanRow
  readonly column: PlanColumn
  readonly first: string | undefined
  /** With what is to be stored, null for nothing, and where the focus goes, null for nowhere. */
  readonly onClose: (text: string | null, by: 'stay' | 'down' | 'right' | 'left' | null) => void
}

const maxUnits: Partial<Record<PlanColumn, number>> = { plan: 200_000, beats: 200_000, synopsis: 20_000 }

/** Enter stores and goes down, Tab to the side, Escape leaves the words as they were; Shift+Enter is a new line. */
const CellField = ({ row, column, first, onClose }: CellFieldProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState(first ?? row.textOf(column))
  const [isClosed, setClosed] = useState(false)
  const close = (...[stored, by]: Parameters<CellFieldProps['onClose']>) => {
    if (isClosed) return
    setClosed(true)
    onClose(stored, by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (key === 'Enter' && !(shiftKey && column in maxUnits)) close(text, 'down')
    else if (key === 'Tab') close(text, shiftKey ? 'left' : 'right')
    else if (key === 'Escape') close(null, 'stay')
    else return
    event.preventDefault()
  }
  const words = row.wordsFor(column)
  const shared = {
    className: 'field',
    'aria-label': t(`plan.columns.${column}`),
    'data-testid': 'plan-cell-field',
    maxLength: maxUnits[column] ?? 200,
    spellCheck: false,
    // The field replaces the cell the writer has just pressed.
    autoFocus: true,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
    onBlur: () => close(text, null),
    onKeyDown,
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its field has the focus
    <div role="gridcell" className="plan-cell plan-cell-open">
      {column in maxUnits ? (
        <textarea {...shared} rows={3} />
      ) : (
        <>
          <input {...shared} list={words.length > 0 ? id : undefined} autoComplete="off" />
          {words.length > 0 && (
            <datalist id={id}>
              {words.map((word) => (
                <option key={word} value={word} />
              ))}
            </datalist>
          )}
        </>
      )}
    </div>
  )
}
