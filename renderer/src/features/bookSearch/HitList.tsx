import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { MatchedChapter } from '#contract/book.ts'
import { useBookSearch } from '../../app/AppContext.tsx'
import { useFocusedRange } from '../../components/useFocusedRange.ts'
import { formatCount } from '../../i18n/format.ts'
import { ChapterHits, drawnFirst } from './ChapterHits.tsx'
import './HitList.css'

/** Before a chapter has been drawn: its heading, and each hit on two lines or fewer. */
const headingHeightPx = 30
const hitHeightPx = 46

/** The arrow keys go through the hits, so that they are one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement) // compared only
  if (step === undefined || at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
}

/** What was found, by chapter; chapters are drawn only where they are seen, and where the focus is. */
export const HitList = ({ chapters }: { readonly chapters: readonly MatchedChapter[] }) => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const searching = useStore(bookSearch.store, (state) => state.searching)
  const uncertain = useStore(bookSearch.store, (state) => state.uncertain)
  const scroller = useRef<HTMLDivElement>(null)
  const { focused, rangeExtractor, onFocus, onBlur } = useFocusedRange()
  /** Chapters of which all hits are asked for; they stay so when they have been out of sight. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const showAll = useCallback(
    (documentId: string) => setWhole((before) => new Set(before).add(documentId)),
    [],
  )
  const rows = useVirtualizer({
    count: chapters.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => chapters[index]?.documentId ?? index,
    estimateSize: (index) =>
      headingHeightPx + hitHeightPx * Math.min(drawnFirst, chapters[index]?.hits.length ?? 0),
    overscan: 1,
    rangeExtractor,
  })
  const total = chapters.reduce((sum, { count }) => sum + count, 0)
  const counts = { n: formatCount(total), chapters: formatCount(chapters.length) }
  const items = rows.getVirtualItems()
  return (
    <>
      <p className="book-search-total" role="status" data-testid="book-search-total">
        {searching
          ? t('bookSearch.searching', counts)
          : t(total === 0 ? 'bookSearch.nothing' : 'bookSearch.matchCount', counts)}
      </p>
      {uncertain > 0 && (
        <p className="quiet" data-testid="book-search-doubtful">
          {t('bookSearch.doubtful', { n: formatCount(uncertain) })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what has the keys */}
      <div
        ref={scroller}
        className="book-search-list"
        onKeyDown={moveFocus}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <div className="book-search-found" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }, at) => {
            const chapter = chapters[index]
            if (chapter === undefined) return null
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ChapterHits
                  chapter={chapter}
                  isTabStop={focused === null ? at === 0 : index === focused}
                  all={whole.has(chapter.documentId)}
                  onShowAll={showAll}
                />
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
