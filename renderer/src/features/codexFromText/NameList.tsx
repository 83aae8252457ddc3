import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useDocuments } from '../../app/useDocuments.ts'
import { withRows } from '../../components/useFocusedRange.ts'
import { focusWhenDrawn } from '../chapters/focusWhenDrawn.ts'
import type { CodexRow } from '../codex/codexModel.ts'
import type { MergeTarget } from './MergeChoice.tsx'
import { NameRowLine } from './NameRowLine.tsx'
import type { NameRow } from './nameRows.ts'
import type { RowActions } from './useNameRows.ts'
import './NameList.css'

interface NameListProps {
  readonly label: string
  readonly rows: readonly NameRow[]
  readonly entries: readonly CodexRow[]
  readonly selected: ReadonlySet<string>
  readonly actions: RowActions
  /** The cards that the names of a row can go onto. */
  readonly targets: (row: NameRow) => readonly MergeTarget[]
}

const rowHeightPx = 46

/** Where a key leads from the row at an index; undefined for a key with no such meaning. */
const destination = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 })[key]

/**
 * The rows of one kind, drawn only where they are seen. The controls of one row are stops of the Tab key; the arrow keys,
 * Home and End go through the rows.
 */
export const NameList = ({ label, rows, entries, selected, actions, targets }: NameListProps) => {
  const documents = useDocuments()
  const scroller = useRef<HTMLDivElement>(null)
  /** The row that the Tab key comes to, and the one before: drawn wherever they are, or the focus would be nowhere. */
  const [stops, setStops] = useState<readonly string[]>([])
  const setStop = useCallback(
    (key: string) => setStops((before) => (before[0] === key ? before : [key, ...before.slice(0, 1)])),
    [],
  )
  const rangeExtractor = useCallback(
    (range: Range) =>
      withRows(
        range,
        stops.map((stop) => rows.findIndex(({ key }) => key === stop)),
      ),
    [rows, stops],
  )
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    rangeExtractor,
  })
  const items = lines.getVirtualItems()
  const shown = items.map(({ index }) => rows[index]?.key)
  const tabStop = stops.find((stop) => shown.includes(stop)) ?? shown[0]

  const focusRow = useCallback(
    (key: string) => {
      setStop(key)
      focusWhenDrawn(
        () =>
          scroller.current
            ?.querySelector(`[data-row="${CSS.escape(key)}"]`)
            ?.querySelector<HTMLElement>('input, button'),
        {
          active: () => document.activeElement,
          nowhere: document.body,
          nextFrame: (callback) => requestAnimationFrame(callback),
        },
      )
    },
    [setStop],
  )
  /** Events of lists that a row has opened come here too. */
  const rowOf = (event: KeyboardEvent | FocusEvent): string | undefined =>
    event.target instanceof HTMLElement && scroller.current?.contains(event.target)
      ? event.target.closest<HTMLElement>('[data-row]')?.dataset.row
      : undefined
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.altKey) return
    const from = rowOf(event)
    const at = rows.findIndex(({ key }) => key === from)
    const to = at < 0 ? undefined : destination(event.key, at, rows.length)
    const next = to === undefined ? undefined : rows[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    lines.scrollToIndex(to, { align: 'auto' })
    focusRow(next.key)
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const key = rowOf(event)
    if (key !== undefined) setStop(key)
  }
  /** The row is about to go, and the focus with it: the next one gets it. */
  const leave = useCallback(
    (row: NameRow) => {
      const at = rows.indexOf(row)
      const next = rows[at + 1] ?? rows[at - 1]
      if (next) focusRow(next.key)
    },
    [rows, focusRow],
  )
  const ignore = useCallback(
    (row: NameRow) => {
      leave(row)
      actions.ignore(row)
    },
    [leave, actions],
  )
  const merge = useCallback(
    (row: NameRow, target: MergeTarget) => {
      leave(row)
      actions.merge(row, target)
    },
    [leave, actions],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside are what has the keys
    <div ref={scroller} className="name-list" onKeyDown={onKeyDown} onFocus={onFocus}>
      <ul aria-label={label} style={{ height: lines.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={lines.measureElement}
              data-index={index}
              data-row={row.key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <NameRowLine
                row={row}
                owner={(row.of !== null && entries.find(({ id }) => id === row.of)?.name) || ''}
                chapter={documents?.find(({ documentId }) => documentId === row.firstChapter)?.title ?? ''}
                selected={selected.has(row.key)}
                isTabStop={row.key === tabStop}
                targets={targets}
                onToggle={actions.toggle}
                onPull={actions.pull}
                onIgnore={ignore}
                onMerge={merge}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
