import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { BookHit, MatchedChapter } from '#contract/book.ts'
import { useBookSearch, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { exclusionOf } from './bookSearchModel.ts'
import './ChapterHits.css'

/** Hits of a chapter that are drawn before it is asked for all. */
export const drawnFirst = 20

interface ChapterHitsProps {
  readonly chapter: MatchedChapter
  /** The Tab key stops at its first hit. */
  readonly isTabStop: boolean
  /** All hits are drawn. */
  readonly all: boolean
  readonly onShowAll: (documentId: string) => void
}

/** What was found in one chapter; not drawn again while the search goes on in others. */
export const ChapterHits = memo(({ chapter, isTabStop, all, onShowAll }: ChapterHitsProps) => {
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
        <HitRow
          key={`${hash} ${hit.index}`}
          documentId={documentId}
          hash={hash}
          hit={hit}
          ofLine={ofLine(drawn, at)}
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

/** The number of a place among those of its line, from 1: several have the same words around them. */
function ofLine(hits: readonly BookHit[], at: number): number {
  let number = 1
  // They come in the order of the text.
  while (hits[at - number] !== undefined && hits[at - number]?.line === hits[at]?.line) number += 1
  return number
}

interface HitRowProps {
  readonly documentId: string
  readonly hash: string
  readonly hit: BookHit
  /** Its number among the places of its line, from 1. */
  readonly ofLine: number
  readonly isTabStop: boolean
}

/** One place with its line: Enter goes there, the space bar keeps it from being replaced. */
const HitRow = ({ documentId, hash, hit, ofLine, isTabStop }: HitRowProps) => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const view = useViewStore()
  const workspace = useWorkspace()
  const replacing = useStore(bookSearch.store, (state) => state.replacing)
  const key = exclusionOf(hash, documentId, hit.index)
  const stays = useStore(bookSearch.store, (state) => state.excluded.has(key))
  const jump = () => {
    if (view.getState().narrow) view.setState({ leftOpen: false })
    void workspace.reveal(documentId, hit)
  }
  const exclude = (next: boolean) => bookSearch.exclude(documentId, hit.index, next)
  const replaced = replacing && !stays
  return (
    <div className="book-search-hit">
      {replacing && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('bookSearch.replaceOne', { line: formatCount(hit.line), at: formatCount(ofLine) })}
          checked={!stays}
          onChange={({ target }) => exclude(!target.checked)}
        />
      )}
      <button
        type="button"
        data-stop
        data-testid="book-search-hit"
        tabIndex={isTabStop ? 0 : -1}
        title={t('bookSearch.line', { line: formatCount(hit.line) })}
        onClick={jump}
        onKeyDown={(event) => {
          if (event.key !== ' ' || !replacing) return
          event.preventDefault()
          exclude(!stays)
        }}
      >
        <span className="book-search-line">{formatCount(hit.line)}</span>
        {ofLine > 1 && (
          <span className="visually-hidden">{t('bookSearch.ofLine', { at: formatCount(ofLine) })}</span>
        )}
        <span className="book-search-words">
          {hit.before.trimStart()}
          {replaced ? <del>{hit.text}</del> : <mark>{hit.text}</mark>}
          {replaced && <ins>{hit.replacement}</ins>}
          {hit.after}
        </span>
      </button>
    </div>
  )
}
