import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useBookChapters } from '../chapters/useBookChapters.ts'
import { noticeSentence } from '../contextViewer/sentences.ts'
import { SynopsisJob } from './SynopsisJob.tsx'
import { SynopsisRow } from './SynopsisRow.tsx'

/** One synopsis per chapter, per volume that is over, and of what is far back: what a continuation is given. */
export const SynopsesScreen = () => {
  const { t } = useTranslation()
  return (
    <>
      <p className="quiet">{t('synopses.about')}</p>
      <SynopsisProblems />
      <SynopsisJob />
      <SynopsisList />
    </>
  )
}

/** Broken files of synopses, and why none can be read. */
export const SynopsisProblems = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useChannelQuery('retrieval:synopses:list', { projectId: useProjectId() })
  return (
    <>
      {data?.notices?.map((notice) => (
        <Notice key={JSON.stringify(notice.params)} tone="warning">
          {noticeSentence(notice, t)}
        </Notice>
      ))}
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
    </>
  )
}

const SynopsisList = () => {
  const { t } = useTranslation()
  const chapters = useBookChapters()
  const { data, error } = useChannelQuery('retrieval:synopses:list', { projectId: useProjectId() })
  if (data === undefined) return error === null ? <Skeleton label={t('app.loading')} lines={4} /> : null
  return (
    <>
      {data.volumes.map(({ id, kind, title, chapters: count, text, source, stale }) => (
        <SynopsisRow
          key={id}
          chapter={{
            documentId: id,
            title: t(`synopses.${kind}`, { title, count }),
          }}
          synopsis={text === undefined || source === undefined ? undefined : { text, source, stale }}
          staleWords={t('synopses.staleVolume')}
        />
      ))}
      {chapters.map((chapter) => (
        <SynopsisRow
          key={chapter.documentId}
          chapter={chapter}
          synopsis={data.synopses.find(({ documentId }) => documentId === chapter.documentId)}
        />
      ))}
    </>
  )
}
