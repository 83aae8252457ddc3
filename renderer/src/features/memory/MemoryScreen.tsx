import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { AboutAuthor } from './AboutAuthor.tsx'
import { AddPreference } from './AddPreference.tsx'
import { ConfirmedRow } from './ConfirmedRow.tsx'
import { Episodes } from './Episodes.tsx'
import { Proposals } from './Proposals.tsx'
import { Rejected } from './Rejected.tsx'

/** What the work has learned of its author: proposals, what is in use, and past exchanges. */
export const MemoryScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { memory } = useApp()
  const { preferences, error } = useStore(memory.store)

  useEffect(() => {
    void memory.load(projectId)
    void memory.loadEpisodes(projectId)
  }, [memory, projectId])

  const withStatus = (wanted: string) => preferences?.filter(({ status }) => status === wanted) ?? []
  const confirmed = withStatus('confirmed')
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {preferences === null && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {preferences !== null && (
        <>
          <Proposals projectId={projectId} preferences={withStatus('proposed')} />
          <section className="settings-section" data-testid="memory-confirmed">
            <h3>{t('memory.confirmed')}</h3>
            {confirmed.length === 0 && <p className="quiet">{t('memory.empty')}</p>}
            {confirmed.map((preference) => (
              <ConfirmedRow key={preference.id} projectId={projectId} preference={preference} />
            ))}
            <AddPreference projectId={projectId} />
          </section>
          <Rejected projectId={projectId} preferences={withStatus('rejected')} />
        </>
      )}
      <AboutAuthor projectId={projectId} />
      <Episodes projectId={projectId} />
    </>
  )
}
