import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { BookHit } from '#contract/book.ts'
import { useBookSearch, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { exclusionOf } from './bookSearchModel.ts'

interface FoundHitProps {
  readonly documentId: string
  readonly hash: string
  readonly hit: BookHit
  readonly isTabStop: boolean
}

/** One place with its line: Enter goes there, the space bar keeps it from being replaced. */
export const FoundHit = ({ documentId, hash, hit, isTabStop }: FoundHitProps) => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const view = useViewStore()
  const workspace = useWorkspace()
  const replacing = useStore(bookSearch.store, (state) => state.replacing)
  const key = exclusionOf(hash, documentId, hit.index)
  const stays = useStore(bookSearch.store, (state) => state.excluded.has(key))
  const jump = () => {
    if (view.getState().narrow) view.setState({ chaptersOpen: false })
    void workspace.reveal(documentId, hit)
  }
  const keep = (next: boolean) => bookSearch.exclude(documentId, hit.index, next)
  const replaced = replacing && !stays
  return (
    <div className="book-search-hit">
      {replacing && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('bookSearch.replaceOne', { line: formatCount(hit.line) })}
          checked={!stays}
          onChange={({ target }) => keep(!target.checked)}
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
          keep(!stays)
        }}
      >
        <span className="book-search-line">{formatCount(hit.line)}</span>
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
