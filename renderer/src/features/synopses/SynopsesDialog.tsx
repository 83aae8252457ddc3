import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { noticeSentence } from '../contextViewer/told.ts'
import { SynopsisRow } from './SynopsisRow.tsx'

/** One synopsis per chapter: what a continuation is told of the three chapters before it. */
export const SynopsesDialog = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { view, workspace, synopses: model } = useApp()
  const open = useStore(view, (state) => state.synopsesOpen)
  const { project, documents } = useStore(workspace.store)
  const { synopses, error, notices } = useStore(model.store)
  const projectId = project?.projectId

  useEffect(() => {
    if (open && projectId !== undefined) void model.load(projectId)
  }, [open, model, projectId])

  if (projectId === undefined) return null
  const chapters = documents?.filter(({ kind }) => kind === 'chapter') ?? []
  return (
    <DialogFrame
      open={open}
      onClose={() => view.setState({ synopsesOpen: false })}
      title={t('synopses.title')}
      closeLabel={t('synopses.close')}
      testId="synopses"
    >
      <div className="dialog-body">
        <p className="quiet">{t('synopses.about')}</p>
        {notices.map((notice) => (
          <Notice key={JSON.stringify(notice.params)} tone="warning">
            {noticeSentence(notice, t)}
          </Notice>
        ))}
        {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
        {synopses === null && error === null && <Skeleton label={t('app.loading')} lines={4} />}
        {synopses !== null &&
          chapters.map((chapter) => (
            <SynopsisRow
              key={chapter.documentId}
              projectId={projectId}
              chapter={chapter}
              synopsis={synopses.find(({ documentId }) => documentId === chapter.documentId)}
            />
          ))}
      </div>
    </DialogFrame>
  )
}
