import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { noticeSentence } from '../contextViewer/told.ts'
import { SynopsisRow } from './SynopsisRow.tsx'

/** One synopsis per chapter: what a continuation is told of the three chapters before it. */
export const SynopsesScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { workspace, synopses: model } = useApp()
  const documents = useStore(workspace.store, (state) => state.documents)
  const { synopses, error, notices } = useStore(model.store)

  // Synopses follow chapters that get another name, and grow old with their text.
  useEffect(() => {
    if (documents !== null) void model.load(projectId)
  }, [model, projectId, documents])

  const chapters = documents?.filter(({ kind }) => kind === 'chapter') ?? []
  return (
    <>
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
    </>
  )
}
