import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor, useFoldedVolumes } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { sceneHeadings } from '../editor/scenes.ts'
import { type ChapterFilter, chosenBy } from '../plan/chapterStatus.ts'
import { focusWhenDrawn } from './focusWhenDrawn.ts'
import { listRows, volumeRowId } from './listRows.ts'

/** Where a key leads from the row at an index; undefined for a key with no such meaning. */
const target = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 })[key]

/**
 * The rows of the book, drawn only where they are seen: volumes, chapters and, where requested, the open chapter's scenes.
 * One row (`data-row`) is a stop of the Tab key, with its menu; the arrow keys, Home and End go through the others, also
 * where they are not drawn yet. To the left of a scene is its chapter, of a chapter its volume.
 */
export const useChapterRows = (
  estimatedHeightPx: number,
  hasScenes: boolean,
  filter: ChapterFilter | null = null,
) => {
  const editor = useEditor()
  const scroller = useRef<HTMLDivElement>(null)
  const documents = useDocuments()
  const current = useStore(editor.store, (state) => state.documentId)
  const folded = useStore(useFoldedVolumes().store, (state) => state.titles)
  const headings = useStore(editor.store, (state) => (hasScenes ? state.headings : null))
  const lines = useMemo(() => {
    const title = documents?.find(({ documentId }) => documentId === current)?.title ?? ''
    const scenes = headings === null ? [] : sceneHeadings(headings, title).map((heading) => heading.title)
    return listRows(chosenBy(documents ?? [], filter), folded, current, scenes)
  }, [documents, folded, current, headings, filter])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeightPx,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 4,
  })
  const [stop, setStop] = useState<string | null>(null)
  const shown = rows.getVirtualItems().map(({ index }) => lines[index]?.id)
  const tabStop = [stop, current].find((id) => id !== null && shown.includes(id)) ?? shown[0]

  /** Also a row that is drawn with its chapter's new name and place only after some frames. */
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
  const leftOf = (key: string, at: number): number | undefined => {
    const line = lines[at]
    if (key === 'ArrowLeft' && line?.kind === 'scene')
      return lines.findIndex(({ id }) => id === line.documentId)
    if (key !== 'ArrowLeft' || line?.kind !== 'chapter' || !line.document.volume) return undefined
    const volumeId = volumeRowId(line.document.volume.index)
    return lines.findIndex(({ id }) => id === volumeId)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // With Alt they move the chapter itself.
    if (event.altKey) return
    const from = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
    const at = lines.findIndex(({ id }) => id === from)
    const to = at < 0 ? undefined : (target(event.key, at, lines.length) ?? leftOf(event.key, at))
    const next = to === undefined ? undefined : lines[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    rows.scrollToIndex(to, { align: 'auto' })
    setStop(next.id)
    focusRow(next.id)
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setStop(target.dataset.row ?? stop)
  return { scroller, documents, current, lines, rows, tabStop, focusRow, onKeyDown, onFocus }
}
