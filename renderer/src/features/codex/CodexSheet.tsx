import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SideSheet } from '../../components/SideSheet.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { CodexExchange } from './CodexExchange.tsx'
import { CodexList } from './CodexList.tsx'
import { EntryForm } from './EntryForm.tsx'
import { MentionTest } from './MentionTest.tsx'
import { NewEntryForm } from './NewEntryForm.tsx'
import { WhereMentioned } from './WhereMentioned.tsx'

/** The codex beside the text: entries above, the open one or the tools below. */
export const CodexSheet = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const codex = useCodex()
  const { shown, open, error: refused } = useStore(codex.store)
  const { error: unlisted } = useChannelQuery('codex:list', { projectId: useProjectId() })
  const error = refused ?? unlisted
  if (shown === null) return null
  return (
    <SideSheet
      title={t('codex.title')}
      closeLabel={t('codex.close')}
      testId="codex"
      onClose={codex.hide}
      className="codex-sheet"
    >
      <div className={open === null ? 'codex-rows' : 'codex-rows codex-rows-open'}>
        <CodexList shown={shown} openId={open?.kind === 'stored' ? open.id : null} canClose={open !== null} />
        <div className="codex-main">
          {error !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(error) })}</Notice>}
          {open === null && (
            <>
              <MentionTest />
              <CodexExchange />
            </>
          )}
          {open?.kind === 'new' && <NewEntryForm key={open.entry.id} entry={open.entry} />}
          {open?.kind === 'stored' && (
            <>
              <EntryForm key={open.id} id={open.id} name={open.name} />
              <WhereMentioned key={`where ${open.id}`} name={open.name} />
            </>
          )}
        </div>
      </div>
    </SideSheet>
  )
}
