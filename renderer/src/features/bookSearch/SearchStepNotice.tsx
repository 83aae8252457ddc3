import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useBookSearch, useViewStore } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatCount } from '../../i18n/format.ts'

/** What was replaced, what was left alone and why, and the way back. */
export const SearchStepNotice = () => {
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
    view.setState(({ searchAsked }) => ({ searchAsked: searchAsked + 1 }))
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
