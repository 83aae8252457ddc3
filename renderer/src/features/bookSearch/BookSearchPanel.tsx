import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useBookSearch, useEditor, useViewStore } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { FoundList } from './FoundList.tsx'
import { ReplaceForm } from './ReplaceForm.tsx'
import { SearchStepNotice } from './SearchStepNotice.tsx'

/** Searching and replacing in the whole book, in the place of the list of chapters. */
export const BookSearchPanel = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const bookSearch = useBookSearch()
  const editor = useEditor()
  const view = useViewStore()
  const { query, chapters, error, unread } = useStore(bookSearch.store)
  const field = useRef<HTMLInputElement>(null)
  const asked = useStore(view, (state) => state.searchAsked)
  const id = useId()
  // Each time the key is pressed, also while the panel is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts the presses
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const close = () => {
    view.setState(({ narrow }) => ({ searchOpen: false, ...(narrow ? { chaptersOpen: false } : {}) }))
    editor.focus()
  }
  const modes = (['literal', 'name', 'regex'] as const).map((value) => ({
    value,
    label: t(`bookSearch.mode.${value}`),
  }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it wherever the focus is inside
    <div
      className="book-search"
      data-testid="book-search"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <div className="book-search-header">
        <h2>{t('bookSearch.title')}</h2>
        <IconButton label={t('bookSearch.close')} onPress={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <form
        className="book-search-form"
        onSubmit={(event) => {
          event.preventDefault()
          void bookSearch.search()
        }}
      >
        <input
          ref={field}
          className="field"
          data-testid="book-search-text"
          aria-label={t(query.mode === 'name' ? 'bookSearch.name' : 'bookSearch.text')}
          placeholder={t(query.mode === 'name' ? 'bookSearch.name' : 'bookSearch.text')}
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          value={query.text}
          onChange={({ target }) => bookSearch.ask({ query: { text: target.value } })}
        />
        <Choice
          label={t('bookSearch.how')}
          value={query.mode}
          options={modes}
          onChange={(mode) => bookSearch.ask({ query: { mode } })}
        />
        {query.mode === 'name' ? (
          <p className="form-hint">{t('bookSearch.nameHint')}</p>
        ) : (
          <label className="book-search-check" htmlFor={id}>
            <input
              id={id}
              type="checkbox"
              checked={query.fold}
              onChange={({ target }) => bookSearch.ask({ query: { fold: target.checked } })}
            />
            {t(query.mode === 'regex' ? 'bookSearch.foldCase' : 'bookSearch.fold')}
          </label>
        )}
        <ReplaceForm />
      </form>
      <SearchStepNotice />
      {error !== null && (
        <Notice
          tone="danger"
          actions={[
            {
              label: t('bookSearch.dismiss'),
              onPress: () => bookSearch.store.setState({ error: null }),
            },
          ]}
        >
          {sentence(error)}
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warning">{t('bookSearch.unread', { titles: unread.join(t('run.comma')) })}</Notice>
      )}
      {chapters !== null && <FoundList chapters={chapters} />}
    </div>
  )
}
