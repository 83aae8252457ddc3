import { Dialog } from '@base-ui/react/dialog'
import { Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChapterActions, useProjectId } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The deleted chapters, shown when there are any. */
export const Trash = () => {
  const { t } = useTranslation()
  const chapters = useChapterActions()
  const trash = useChannelQuery('documents:trash', { projectId: useProjectId() }).data?.items ?? []
  if (trash.length === 0) return null
  return (
    <Dialog.Root>
      <Dialog.Trigger className="new-chapter chapter-trash" data-testid="chapters-trash">
        <Trash2 size={16} aria-hidden />
        {t('chapters.trash', { n: String(trash.length) })}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog dialog-small">
          <header className="dialog-header">
            <Dialog.Title>{t('chapters.trashTitle')}</Dialog.Title>
            <span className="grow" />
            <Dialog.Close
              className="icon-button"
              aria-label={t('chapters.close')}
              title={t('chapters.close')}
            >
              <X size={16} aria-hidden />
            </Dialog.Close>
          </header>
          <div className="dialog-body">
            <p className="quiet">{t('chapters.trashLead')}</p>
            <ul className="trash-list">
              {trash.map(({ trashId, title, characters, words = characters }) => (
                <li key={trashId}>
                  <span className="chapter-title">{title}</span>
                  <span className="chapter-length">{formatCount(words)}</span>
                  <button
                    type="button"
                    className="button"
                    aria-label={t('chapters.restoreOne', { title })}
                    onClick={() => void chapters.restore(trashId)}
                  >
                    {t('chapters.restore')}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
