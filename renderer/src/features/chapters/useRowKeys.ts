import type { Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import { focusWhenDrawn } from './focusWhenDrawn.ts'
import { type ListRow, volumeRowId } from './listRows.ts'

/** Where a key leads from the row at an index; undefined for a key with no such meaning. */
const target = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 })[key]

interface RowKeysOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: readonly ListRow[]
  readonly rows: Virtualizer<HTMLDivElement, Element>
  /** The open chapter. */
  readonly current: string | null
}

/**
 * One row (`data-row`) is a stop of the Tab key, with its menu; the arrow keys, Home and End go through the others, also
 * where they are not drawn yet. To the left of a scene stands its chapter, of a chapter its volume.
 */
export const useRowKeys = ({ scroller, lines, rows, current }: RowKeysOptions) => {
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
    [scroller],
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
  return { tabStop, focusRow, onKeyDown, onFocus }
}
