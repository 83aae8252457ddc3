import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { AboutAuthor } from './AboutAuthor.tsx'
import { AddPreference } from './AddPreference.tsx'
import { ConfirmedRow } from './ConfirmedRow.tsx'
import { Episodes } from './Episodes.tsx'
import { Proposals } from './Proposals.tsx'
import { Rejected } from './Rejected.tsx'

/** What is remembered of how the author writes: proposals, what is in use, and earlier exchanges. */
export const MemoryScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const list = useChannelQuery('memory:list', { projectId })
  const mutation = useChannelMutation('memory:save', 'memory:decide', 'memory:delete')
  const distil = useChannelMutation('memory:distil')
  const error = list.error ?? mutation.error ?? distil.error
  const withStatus = (status: string) => list.data?.preferences.filter((one) => one.status === status) ?? []
  const confirmed = withStatus('confirmed')
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {list.data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {list.data !== undefined && (
        <>
          <Proposals preferences={withStatus('proposed')} mutation={mutation} distil={distil} />
          <section className="settings-section" data-testid="memory-confirmed">
            <h3>{t('memory.confirmed')}</h3>
            {confirmed.length === 0 && <p className="quiet">{t('memory.empty')}</p>}
            {confirmed.map((preference) => (
              <ConfirmedRow key={preference.id} preference={preference} mutation={mutation} />
            ))}
            <AddPreference mutation={mutation} />
          </section>
          <Rejected preferences={withStatus('rejected')} mutation={mutation} />
        </>
      )}
      <AboutAuthor projectId={projectId} />
      <Episodes />
    </>
  )
}
