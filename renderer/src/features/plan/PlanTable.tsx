// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list have places of their own, which those of a table cannot
import { useVirtualizer } from '@tanstack/react-virtual'
import { Columns3, Download } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useEditor, useProjectId, useQueries } from '../../app/AppContext.tsx'
import { saveFile } from '../../app/saveFile.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { focusWhenDrawn } from '../chapters/focusWhenDrawn.ts'
import { chapterStatuses, filtersOf } from './chapterStatus.ts'
import { PlanTableRow } from './PlanTableRow.tsx'
import {
  type CellPlace,
  cellAfter,
  columnShapes,
  gridTracks,
  type PlanColumn,
  storeColumns,
  storedColumns,
  toggledColumn,
} from './planColumns.ts'
import './PlanTable.css'

const rowHeightPx = 33

/** The chapters as a table in the order of the book, with columns of choice; a long book is drawn where it is seen. */
export const PlanTable = ({ onOpen }: { readonly onOpen: (documentId: string) => void }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const documents = useDocuments()
  const chapters = useMemo(() => documents?.filter(({ kind }) => kind === 'chapter') ?? [], [documents])
  const statuses = useMemo(() => {
    const used = filtersOf(chapters).flatMap(({ field, word }) => (field === 'status' ? word : []))
    return [...new Set([...chapterStatuses, ...used])]
  }, [chapters])
  const current = useStore(useEditor().store, ({ documentId }) => documentId)
  const [columns, setColumns] = useState(() => storedColumns(localStorage))
  const [error, setError] = useState<ErrorPayload | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const firstRow = Math.max(
    0,
    chapters.findIndex(({ documentId }) => documentId === current),
  )
  const [stop, setStop] = useState<CellPlace>({ row: firstRow, column: columns.indexOf('title') })
  const rows = useVirtualizer({
    count: chapters.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => chapters[index]?.documentId ?? index,
    overscan: 4,
    initialOffset: Math.max(0, firstRow - 4) * rowHeightPx,
  })
  const choose = (column: PlanColumn) => {
    const next = toggledColumn(columns, column)
    setColumns(next)
    storeColumns(localStorage, next)
    setStop(({ row }) => ({ row, column: next.indexOf('title') }))
  }
  const goTo = useCallback(
    (next: CellPlace) => {
      rows.scrollToIndex(next.row, { align: 'auto' })
      setStop(next)
      focusWhenDrawn(
        () => scroller.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`),
        {
          active: () => document.activeElement,
          nowhere: document.body,
          nextFrame: (callback) => requestAnimationFrame(callback),
        },
      )
    },
    [rows],
  )
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeightPx) / rowHeightPx) - 1)
  const size = { rows: chapters.length, columns: columns.length, page }
  const sizeNow = useRef({ size, stop })
  sizeNow.current = { size, stop }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const place = placeOf(event.target)
    const next = place && cellAfter(place, event.key, size)
    if (!next) return
    event.preventDefault()
    goTo(next)
  }
  const onLeave = useCallback(
    (by: 'stay' | 'down' | 'right' | 'left') => {
      const now = sizeNow.current
      const key = { stay: '', down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft' }[by]
      // The field is gone from the page only behind this.
      requestAnimationFrame(() => goTo(cellAfter(now.stop, key, now.size) ?? now.stop))
    },
    [goTo],
  )
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const place = placeOf(target)
    if (place) setStop(place)
  }
  const stopRow = rows.getVirtualItems().some(({ index }) => index === stop.row)
    ? stop.row
    : (rows.getVirtualItems()[0]?.index ?? 0)
  return (
    <div className="plan-table">
      <TableTools columns={columns} onChoose={choose} onError={setError} />
      {error !== null && (
        <Notice tone="danger" actions={[{ label: t('chapters.dismiss'), onPress: () => setError(null) }]}>
          {sentence(error)}
        </Notice>
      )}
      <div
        role="grid"
        className="plan-grid"
        data-testid="plan-table"
        aria-label={t('plan.table')}
        aria-rowcount={chapters.length + 1}
        aria-colcount={columns.length}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: it is read, not pressed */}
        <div
          role="row"
          className="plan-row plan-row-head"
          aria-rowindex={1}
          style={{ gridTemplateColumns: gridTracks(columns) }}
        >
          {columns.map((column) => (
            // biome-ignore lint/a11y/useFocusableInteractive: it is read, not pressed
            <span key={column} role="columnheader" data-column={column} className="plan-cell">
              {t(`plan.columns.${column}`)}
            </span>
          ))}
        </div>
        <div ref={scroller} role="rowgroup" className="plan-rows">
          <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const chapter = chapters[index]
              return chapter === undefined ? null : (
                <div
                  key={key}
                  role="presentation"
                  className="plan-row-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PlanTableRow
                    chapter={chapter}
                    at={index}
                    columns={columns}
                    statuses={statuses}
                    stop={index === stopRow ? stop.column : null}
                    current={chapter.documentId === current}
                    onError={setError}
                    onLeave={onLeave}
                    onOpen={onOpen}
                  />
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

const placeOf = (target: EventTarget): CellPlace | null => {
  const place = target instanceof HTMLElement ? target.dataset.cell : undefined
  const [row, column] = place?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

interface TableToolsProps {
  readonly columns: readonly PlanColumn[]
  readonly onChoose: (column: PlanColumn) => void
  readonly onError: (error: ErrorPayload) => void
}

/** The columns of choice, and the table as a file. */
const TableTools = ({ columns, onChoose, onError }: TableToolsProps) => {
  const { t } = useTranslation()
  const queries = useQueries()
  const projectId = useProjectId()
  const [isOpen, setOpen] = useState(false)
  const language = t('languageCode') === 'en' ? 'en' : 'zh'
  const exportTable = async () => {
    const answer = await queries.fetchChannel('plan:export', { projectId, columns: [...columns], language })
    if (answer.ok) saveFile(answer.data.csv, `${t('plan.table')}.csv`, 'text/csv;charset=utf-8')
    else onError(answer.error)
  }
  return (
    <div className="plan-tools">
      <Button data-testid="plan-columns" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 size={14} aria-hidden />
        {t('plan.chooseColumns')}
      </Button>
      <Button data-testid="plan-csv" onClick={() => void exportTable()}>
        <Download size={14} aria-hidden />
        {t('plan.csv')}
      </Button>
      <span className="quiet">{t('plan.tableKeys')}</span>
      {isOpen && (
        <fieldset className="plan-column-choice">
          <legend className="visually-hidden">{t('plan.chooseColumns')}</legend>
          {columnShapes
            .filter(({ column }) => column !== 'title')
            .map(({ column }) => (
              <CheckField
                key={column}
                label={t(`plan.columns.${column}`)}
                checked={columns.includes(column)}
                onChange={() => onChoose(column)}
              />
            ))}
        </fieldset>
      )}
    </div>
  )
}
