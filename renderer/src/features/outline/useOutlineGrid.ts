import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor, useFoldedVolumes } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { withRows } from '../../components/useFocusedRange.ts'
import { focusWhenDrawn } from '../chapters/focusWhenDrawn.ts'
import { listRows } from '../chapters/listRows.ts'
import { cellAfter, outlineRows, placeOf } from './outlineGrid.ts'

/** A card has at least this width, in px. */
const cardWidthPx = 240
/** Before a row has been drawn; synopses and plans of its cards decide. */
const rowHeightPx = 180

/**
 * The cards of the book in as many columns as have room; rows are drawn where they are seen and where the focus is. One
 * card is a stop of the Tab key, with its menu; the arrow keys, Home and End go through the others.
 */
export const useOutlineGrid = () => {
  const editor = useEditor()
  const scroller = useRef<HTMLDivElement>(null)
  const documents = useDocuments()
  const current = useStore(editor.store, (state) => state.documentId)
  const folded = useStore(useFoldedVolumes().store, (state) => state.titles)
  const [columns, setColumns] = useState(1)
  const lines = useMemo(() => listRows(documents ?? [], folded, current), [documents, folded, current])
  const grid = useMemo(() => outlineRows(lines, columns), [lines, columns])
  const [stop, setStop] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  /** The row with the focus is drawn wherever it is, also after its card has gone to another one. */
  const focusedRow = isFocused && stop !== null ? placeOf(grid, stop)?.row : undefined
  const rangeExtractor = useCallback(
    (range: Range) =>
      withRows(range, focusedRow === undefined ? [] : [focusedRow - 1, focusedRow, focusedRow + 1]),
    [focusedRow],
  )
  const rows = useVirtualizer({
    count: grid.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 2,
    rangeExtractor,
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const watcher = new ResizeObserver(([entry]) => {
      // Cards that go to other rows are drawn anew, and a form that is open on one would close.
      if (element.querySelector('form') !== null) return
      setColumns(Math.max(1, Math.floor((entry?.contentRect.width ?? 0) / cardWidthPx)))
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const drawn = rows.getVirtualItems().flatMap(({ index }) => grid[index]?.cells.map(({ id }) => id) ?? [])
  const tabStop = [stop, current].find((id) => id !== null && drawn.includes(id)) ?? drawn[0]

  /** Also a card that is drawn with its chapter's new name and place only after some frames. */
  const focusRow = useCallback(
    (id: string) =>
      focusWhenDrawn(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`), {
        active: () => document.activeElement,
        nowhere: document.body,
        // Called as a method of this object, the browser's own refuses.
        nextFrame: (callback) => requestAnimationFrame(callback),
      }),
    [],
  )
  // A chapter that moves to another row is drawn anew, and the focus with the one before is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `grid` may draw it anew in the same row too
  useEffect(() => {
    if (focusedRow === undefined || stop === null || document.activeElement !== document.body) return
    rows.scrollToIndex(focusedRow)
    focusRow(stop)
  }, [grid, focusedRow, stop, rows, focusRow])
  /** Brings a card into view and gives it the focus. */
  const goTo = (id: string, align: 'auto' | 'center' | 'end' = 'auto') => {
    const place = placeOf(grid, id)
    if (place !== null) rows.scrollToIndex(place.row, { align })
    setStop(id)
    focusRow(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // With Alt they move the chapter itself.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const from = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
    const place = from === undefined ? null : placeOf(grid, from)
    const next = place === null ? null : cellAfter(grid, place, event.key)
    if (next === null) return
    event.preventDefault()
    goTo(next.id)
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const card = event.target.closest('article')?.querySelector<HTMLElement>('[data-row]')
    setFocused(true)
    setStop(event.target.dataset.row ?? card?.dataset.row ?? stop)
  }
  const place = { onKeyDown, onFocus, onBlur: () => setFocused(false) }
  return { scroller, documents, current, columns, grid, rows, tabStop, focusRow, goTo, place }
}
