import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { CodexList } from './CodexList.tsx'
import { EntryForm } from './EntryForm.tsx'
import { MentionTest } from './MentionTest.tsx'

/** The codex of the open work: entries on the left, the open one or the test box on the right. */
export const CodexDialog = () => {
  const { t } = useTranslation()
  const { codex } = useApp()
  const { shown, open, error } = useStore(codex.store)
  return (
    <Dialog.Root open={shown !== null} onOpenChange={(next) => next || codex.show(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog codex-dialog" data-testid="codex">
          <header className="dialog-header">
            <Dialog.Title>{t('codex.title')}</Dialog.Title>
            <span className="grow" />
            <Dialog.Close className="icon-button" aria-label={t('codex.close')} title={t('codex.close')}>
              <X size={16} aria-hidden />
            </Dialog.Close>
          </header>
          <div className="codex-columns">
            {shown !== null && <CodexList shown={shown} openId={open?.entry.id ?? null} />}
            <div className="codex-main">
              {error !== null && (
                <Notice tone="danger">{t('codex.failed', { message: error.message })}</Notice>
              )}
              {open === null ? <MentionTest /> : <EntryForm key={open.key} open={open} />}
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
