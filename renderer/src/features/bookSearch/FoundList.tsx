import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { FoundChapter } from '#contract/book.ts'
import { useApp } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { FoundHit } from './FoundHit.tsx'

/** Hits of a chapter that are drawn before it is asked for all. */
const drawnFirst = 20

/** The arrow keys go through the hits, so that they are one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement) // compared only
  if (step === undefined || at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
}

/** What was found, by chapter. */
export const FoundList = ({ chapters }: { readonly chapters: readonly FoundChapter[] }) => {
  const { t } = useTranslation()
  const { bookSearch } = useApp()
  const searching = useStore(bookSearch.store, (state) => state.searching)
  const doubtful = useStore(bookSearch.store, (state) => state.doubtful)
  const total = chapters.reduce((sum, { count }) => sum + count, 0)
  const told = { n: formatCount(total), chapters: formatCount(chapters.length) }
  return (
    <>
      <p className="book-search-total" role="status" data-testid="book-search-total">
        {searching
          ? t('bookSearch.searching', told)
          : t(total === 0 ? 'bookSearch.nothing' : 'bookSearch.found', told)}
      </p>
      {doubtful > 0 && (
        <p className="quiet" data-testid="book-search-doubtful">
          {t('bookSearch.doubtful', { n: formatCount(doubtful) })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what has the keys */}
      <div className="book-search-list" onKeyDown={moveFocus}>
        {chapters.map((chapter, at) => (
          <Found key={chapter.documentId} chapter={chapter} isFirst={at === 0} />
        ))}
      </div>
    </>
  )
}

const Found = ({ chapter, isFirst }: { readonly chapter: FoundChapter; readonly isFirst: boolean }) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { documentId, title, hash, count, hits } = chapter
  const drawn = all ? hits : hits.slice(0, drawnFirst)
  const more = hits.length - drawn.length
  return (
    <section aria-label={title} data-testid="book-search-chapter">
      <h3>
        <span className="chapter-title" title={title}>
          {title || t('chapters.front')}
        </span>
        <span className="number">{formatCount(count)}</span>
      </h3>
      {drawn.map((hit, at) => (
        <FoundHit
          key={`${hash} ${hit.index}`}
          documentId={documentId}
          hash={hash}
          hit={hit}
          isTabStop={isFirst && at === 0}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          className="book-search-more"
          data-stop
          tabIndex={-1}
          onClick={() => setAll(true)}
        >
          {t('bookSearch.more', { n: formatCount(more) })}
        </button>
      )}
      {more === 0 && count > hits.length && (
        <p className="book-search-rest">{t('bookSearch.rest', { n: formatCount(count - hits.length) })}</p>
      )}
    </section>
  )
}
