import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useBookSearch } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { countLeft } from './bookSearchModel.ts'

/** What is to stand in the place of what was found; each place shows it before anything is written. */
export const ReplaceForm = () => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const { query, replacement, replacing, chapters, excluded, searching, busy } = useStore(bookSearch.store)
  const id = useId()
  const left = countLeft({ chapters, excluded })
  return (
    <>
      <label className="book-search-check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          data-testid="book-search-replacing"
          checked={replacing}
          onChange={({ target }) => bookSearch.ask({ replacing: target.checked })}
        />
        {t('bookSearch.replacing')}
      </label>
      {replacing && (
        <>
          <input
            className="field"
            data-testid="book-search-replacement"
            aria-label={t('bookSearch.replacement')}
            placeholder={t('bookSearch.replacement')}
            maxLength={10_000}
            spellCheck={false}
            autoComplete="off"
            value={replacement}
            onChange={({ target }) => bookSearch.ask({ replacement: target.value })}
          />
          {query.mode === 'regex' && <p className="form-hint">{t('bookSearch.regexHint')}</p>}
          <button
            type="button"
            className="button button-primary"
            data-testid="book-replace"
            disabled={left === 0 || searching || busy}
            onClick={() => void bookSearch.replace()}
          >
            {t(busy ? 'bookSearch.working' : 'bookSearch.replace', { n: formatCount(left) })}
          </button>
          <p className="form-hint">{t('bookSearch.keysHint')}</p>
        </>
      )}
    </>
  )
}
