import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchedChapter } from '#contract/book.ts'
import { formatCount } from '../../i18n/format.ts'
import { FoundHit } from './FoundHit.tsx'

/** Hits of a chapter that are drawn before it is asked for all. */
export const drawnFirst = 20

interface FoundInChapterProps {
  readonly chapter: MatchedChapter
  /** The Tab key stops at its first hit. */
  readonly isTabStop: boolean
  /** All hits are drawn. */
  readonly all: boolean
  readonly onShowAll: (documentId: string) => void
}

/** What was found in one chapter; not drawn again while the search goes on in others. */
export const FoundInChapter = memo(({ chapter, isTabStop, all, onShowAll }: FoundInChapterProps) => {
  const { t } = useTranslation()
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
          isTabStop={isTabStop && at === 0}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          className="book-search-more"
          data-stop
          tabIndex={-1}
          onClick={() => onShowAll(documentId)}
        >
          {t('bookSearch.more', { n: formatCount(more) })}
        </button>
      )}
      {more === 0 && count > hits.length && (
        <p className="book-search-rest">{t('bookSearch.rest', { n: formatCount(count - hits.length) })}</p>
      )}
    </section>
  )
})
