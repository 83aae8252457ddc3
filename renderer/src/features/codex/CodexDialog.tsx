import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { CodexList } from './CodexList.tsx'
import { EntryForm } from './EntryForm.tsx'
import { MentionTest } from './MentionTest.tsx'

/** The codex of the open work: entries on the left, the open one or the test box on the right. */
export const CodexDialog = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { codex } = useApp()
  const { shown, open, error } = useStore(codex.store)
  return (
    <DialogFrame
      open={shown !== null}
      onClose={() => codex.show(null)}
      title={t('codex.title')}
      closeLabel={t('codex.close')}
      testId="codex"
      className="codex-dialog"
    >
      <div className="codex-columns">
        {shown !== null && <CodexList shown={shown} openId={open?.entry.id ?? null} />}
        <div className="codex-main">
          {error !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(error) })}</Notice>}
          {open === null ? <MentionTest /> : <EntryForm key={open.key} open={open} />}
        </div>
      </div>
    </DialogFrame>
  )
}
