import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Notice } from '../components/Notice.tsx'
import { ApprovalNotice } from '../features/agent/ApprovalNotice.tsx'
import { CopiedLink } from '../features/atTheText/CopiedLink.tsx'
import { BackupNotice } from '../features/backup/BackupNotice.tsx'
import { ChapterStep } from '../features/chapters/ChapterStep.tsx'
import { noticeSentence } from '../features/contextViewer/sentences.ts'
import { ConflictBar } from '../features/editor/ConflictBar.tsx'
import { UnsavedChapterNotices } from '../features/editor/UnsavedChapterNotices.tsx'
import { useErrorSentence } from '../i18n/errorSentence.ts'
import { useChannelQuery } from '../ipc/queries.ts'
import { useEditor, useIpc, useProjectId, useWorkspace } from './AppContext.tsx'

const maxShownIssues = 5

/** What needs a person's eye, above the manuscript: conflicts, failures, doubts of an import. */
export const Notices = () => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const editor = useEditor()
  const { access, error: refused, imported, project } = useStore(workspace.store)
  const { error: unlisted } = useChannelQuery('documents:list', { projectId: useProjectId() })
  const error = refused ?? unlisted
  const save = useStore(editor.store, (state) => state.save)
  const saveNotice = useStore(editor.store, (state) => state.notice)
  const connection = useSyncExternalStore(ipc.connection.subscribe, ipc.connection.get)
  return (
    <div className="notices">
      {(connection === 'refused' || connection === 'unverified') && (
        <Notice tone="danger">
          {t(`connection.${connection}`)} <span className="quiet">{t('connection.kept')}</span>
        </Notice>
      )}
      {access !== 'write' && (
        <Notice
          tone="warning"
          actions={
            access === 'free'
              ? [{ label: t('elsewhere.take'), onPress: () => void workspace.writeHere() }]
              : []
          }
        >
          <span data-testid="elsewhere">{t(`elsewhere.${access}`)}</span>
        </Notice>
      )}
      {save.kind === 'conflict' && <ConflictBar />}
      {save.kind === 'failed' && (
        <Notice tone="danger" actions={[{ label: t('save.retry'), onPress: () => void editor.flush() }]}>
          {t('save.failedDetail', { message: sentence(save.error) })}
        </Notice>
      )}
      {saveNotice !== null && (
        <Notice
          tone="warning"
          actions={[{ label: t('error.dismiss'), onPress: () => editor.store.setState({ notice: null }) }]}
        >
          {noticeSentence(saveNotice, t)}
        </Notice>
      )}
      <UnsavedChapterNotices />
      {error !== null && (
        <Notice
          tone="danger"
          actions={[{ label: t('error.dismiss'), onPress: () => workspace.store.setState({ error: null }) }]}
        >
          {sentence(error)}
        </Notice>
      )}
      {project?.notices?.map((notice) => (
        <Notice key={notice.code} tone="plain">
          {noticeSentence(notice, t)}
        </Notice>
      ))}
      <BackupNotice />
      <ApprovalNotice />
      <CopiedLink />
      <ChapterStep />
      {imported !== null && (
        <Notice
          tone="plain"
          actions={[
            { label: t('imported.close'), onPress: () => workspace.store.setState({ imported: null }) },
          ]}
        >
          {t('imported.text', { n: String(imported.documents.length), encoding: imported.encoding })}
          {imported.doubts.length > 0 && (
            <>
              {' '}
              {t('imported.doubts', { n: String(imported.doubts.length) })}
              <ul className="notice-list">
                {imported.doubts.slice(0, maxShownIssues).map((issue) => (
                  <li key={`${issue.line}-${issue.message}`}>
                    {t('imported.line', {
                      line: issue.line,
                      message: i18n.language === 'en' ? issue.english : issue.message,
                    })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
