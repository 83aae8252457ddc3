import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useJournal, useLeftovers } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Notice } from '../../components/Notice.tsx'
import { formatMoment } from '../../i18n/format.ts'

const shownCharacters = 80

/** Text of an earlier page that never reached the disk: the writer decides, nothing is put back unasked. */
export const LeftoverNotices = () => {
  const { t } = useTranslation()
  const leftovers = useLeftovers()
  const journal = useJournal()
  const { items } = useStore(leftovers.store)
  const { failing } = useStore(journal.store)
  const documents = useDocuments()
  const glance = (lost: string) => {
    const line = lost.replace(/\s+/g, ' ').trim()
    return line.length > shownCharacters ? `${[...line].slice(0, shownCharacters).join('')}……` : line
  }
  return (
    <>
      {failing && <Notice tone="warning">{t('leftover.failing')}</Notice>}
      {items.map((item) => {
        const title =
          documents?.find(({ documentId }) => documentId === item.documentId)?.title ??
          item.text.match(/^#\s+(.+)$/m)?.[1] ??
          item.documentId
        const keep = item.gone
          ? { label: t('leftover.asChapter'), onPress: () => void leftovers.keepAsChapter(item, title) }
          : { label: t('leftover.restore'), onPress: () => void leftovers.restore(item) }
        return (
          <Notice
            key={item.key.join(' ')}
            tone="warning"
            actions={[keep, { label: t('leftover.discard'), onPress: () => void leftovers.discard(item) }]}
          >
            <span data-testid="leftover">
              {t(item.gone ? 'leftover.gone' : 'leftover.text', {
                title,
                time: formatMoment(new Date(item.at)),
              })}
              {item.lost.trim() !== '' && (
                <span className="quiet"> {t('leftover.lost', { text: glance(item.lost) })}</span>
              )}
            </span>
          </Notice>
        )
      })}
    </>
  )
}
