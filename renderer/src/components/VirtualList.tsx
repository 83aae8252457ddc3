import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { useFocusedRange } from './useFocusedRange.ts'
import './VirtualList.css'

interface VirtualListProps<T> {
  readonly rows: readonly T[]
  /** Unique, and the same for the same row of a later list. */
  readonly keyOf: (row: T) => string
  /** Height of a row before it has been drawn. */
  readonly estimatePx: number
  readonly label: string
  readonly children: (row: T) => ReactNode
}

/** A list of rows of any height that scrolls by itself: rows are drawn where they are seen, and where the focus is. */
export const VirtualList = <T,>({ rows, keyOf, estimatePx, label, children }: VirtualListProps<T>) => {
  const scroller = useRef<HTMLDivElement>(null)
  const { rangeExtractor, onFocus, onBlur } = useFocusedRange()
  const keyAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? index : keyOf(row)
  }
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: keyAt,
    overscan: 3,
    rangeExtractor,
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the controls inside
    <div ref={scroller} className="virtual-list" onFocus={onFocus} onBlur={onBlur}>
      <ul aria-label={label} style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={lines.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
