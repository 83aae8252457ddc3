import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useJournal, useUnsavedChapters } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Notice } from '../../components/Notice.tsx'
import { formatMoment } from '../../i18n/format.ts'

const shownCharacters = 80

/** Text of an earlier page that never reached the disk: the writer decides, nothing is put back unasked. */
export const UnsavedChapterNotices = () => {
  const { t } = useTranslation()
  const unsavedChapters = useUnsavedChapters()
  const journal = useJournal()
  const { items } = useStore(unsavedChapters.store)
  const { failing } = useStore(journal.store)
  const documents = useDocuments()
  const glance = (missingText: string) => {
    const line = missingText.replace(/\s+/g, ' ').trim()
    return line.length > shownCharacters ? `${[...line].slice(0, shownCharacters).join('')}……` : line
  }
  return (
    <>
      {failing && <Notice tone="warning">{t('unsavedDrafts.failing')}</Notice>}
      {items.map((item) => {
        const title =
          documents?.find(({ documentId }) => documentId === item.documentId)?.title ??
          item.text.match(/^#\s+(.+)$/m)?.[1] ??
          item.documentId
        const save = item.isMissing
          ? {
              label: t('unsavedDrafts.asChapter'),
              onPress: () => void unsavedChapters.saveAsChapter(item, title),
            }
          : { label: t('unsavedDrafts.restore'), onPress: () => void unsavedChapters.restore(item) }
        return (
          <Notice
            key={item.key.join(' ')}
            tone="warning"
            actions={[
              save,
              { label: t('unsavedDrafts.discard'), onPress: () => void unsavedChapters.discard(item) },
            ]}
          >
            <span data-testid="leftover">
              {t(item.isMissing ? 'unsavedDrafts.chapterMissing' : 'unsavedDrafts.text', {
                title,
                time: formatMoment(new Date(item.at)),
              })}
              {item.missingText.trim() !== '' && (
                <span className="quiet">
                  {' '}
                  {t('unsavedDrafts.missingText', { text: glance(item.missingText) })}
                </span>
              )}
            </span>
          </Notice>
        )
      })}
    </>
  )
}
