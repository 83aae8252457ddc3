import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useBookSearch, useEditor, useView, useViewStore } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { countLeft } from './bookSearchModel.ts'
import { HitList } from './HitList.tsx'
import { ListedWords } from './ListedWords.tsx'
import './BookSearchPanel.css'

/** Searching and replacing in the whole book, in the place of the list of chapters. */
export const BookSearchPanel = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const bookSearch = useBookSearch()
  const editor = useEditor()
  const view = useViewStore()
  const { query, chapters, error, loadFailed } = useStore(bookSearch.store)
  const field = useRef<HTMLInputElement>(null)
  const requests = useView((state) => state.searchRequests)
  // Each time the key is pressed, also while the panel is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `requests` counts the presses
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [requests])
  const close = () => {
    view.setState(({ narrow }) => ({ left: 'chapters', leftOpen: !narrow }))
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
        <IconButton icon={X} label={t('bookSearch.close')} onPress={close} />
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
          onChange={({ target }) => bookSearch.changeQuery({ query: { text: target.value } })}
        />
        <Choice
          label={t('bookSearch.how')}
          value={query.mode}
          options={modes}
          onChange={(mode) => bookSearch.changeQuery({ query: { mode } })}
        />
        {query.mode === 'name' ? (
          <p className="form-hint">{t('bookSearch.nameHint')}</p>
        ) : (
          <CheckField
            label={t(query.mode === 'regex' ? 'bookSearch.foldCase' : 'bookSearch.fold')}
            checked={query.fold}
            onChange={(fold) => bookSearch.changeQuery({ query: { fold } })}
          />
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
      {loadFailed.length > 0 && (
        <Notice tone="warning">{t('bookSearch.unread', { titles: loadFailed.join(t('run.comma')) })}</Notice>
      )}
      <ListedWords />
      {chapters !== null && <HitList chapters={chapters} />}
    </div>
  )
}

/** What was replaced, what was left alone and why, and the way back. */
const SearchStepNotice = () => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const view = useViewStore()
  const step = useStore(bookSearch.store, (state) => state.step)
  if (step === null) return null
  const dismiss = {
    label: t('bookSearch.dismiss'),
    onPress: () => bookSearch.store.setState({ step: null }),
  }
  if (step.kind === 'undone')
    return (
      <Notice tone={step.skipped.length > 0 ? 'warning' : 'plain'} actions={[dismiss]}>
        {t('bookSearch.undone', { n: formatCount(step.chapters) })}
        {step.skipped.length > 0 && t('bookSearch.notUndone', { titles: step.skipped.join(t('run.comma')) })}
      </Notice>
    )
  const { editId, chapters, skipped } = step.done
  const takeBack = async () => {
    await bookSearch.undo()
    // The button is gone with its notice.
    view.setState(({ searchRequests }) => ({ searchRequests: searchRequests + 1 }))
  }
  const undo = { label: t('bookSearch.undo'), onPress: () => void takeBack() }
  return (
    <Notice
      tone={skipped.length > 0 ? 'warning' : 'plain'}
      actions={editId === null ? [dismiss] : [undo, dismiss]}
    >
      {t('bookSearch.replaced', { n: formatCount(step.count), chapters: formatCount(chapters.length) })}
      {skipped.length > 0 && (
        <ul className="notice-list">
          {skipped.map(({ documentId, title, why }) => (
            <li key={documentId}>{t(`bookSearch.skipped.${why}`, { title })}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** What is to stand in the place of what was found; each place shows it before anything is written. */
const ReplaceForm = () => {
  const { t } = useTranslation()
  const bookSearch = useBookSearch()
  const { query, replacement, replacing, chapters, excluded, searching, busy } = useStore(bookSearch.store)
  const left = countLeft({ chapters, excluded })
  return (
    <>
      <CheckField
        label={t('bookSearch.replacing')}
        testId="book-search-replacing"
        checked={replacing}
        onChange={(next) => bookSearch.changeQuery({ replacing: next })}
      />
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
            onChange={({ target }) => bookSearch.changeQuery({ replacement: target.value })}
          />
          {query.mode === 'regex' && <p className="form-hint">{t('bookSearch.regexHint')}</p>}
          <Button
            variant="primary"
            data-testid="book-replace"
            disabled={left === 0 || searching || busy}
            onClick={() => void bookSearch.replace()}
          >
            {t(busy ? 'bookSearch.working' : 'bookSearch.replace', { n: formatCount(left) })}
          </Button>
          <p className="form-hint">{t('bookSearch.keysHint')}</p>
        </>
      )}
    </>
  )
}
