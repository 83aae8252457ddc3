import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import type { ChannelMutation } from '../../ipc/queries.ts'
import type { MemoryMutation } from './storedPreference.ts'

interface ProposalsProps {
  readonly preferences: readonly Preference[]
  readonly mutation: MemoryMutation
  readonly distil: ChannelMutation<'memory:distil'>
}

/** What was noticed and waits for the author; nothing of it is sent before it is accepted. */
export const Proposals = ({ preferences, mutation, distil }: ProposalsProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  /** What the last search through the exchanges brought. */
  const [distilled, setDistilled] = useState<{ readonly proposed: number; readonly model: boolean } | null>(
    null,
  )
  const search = async () => {
    setDistilled(null)
    const answer = await distil.send('memory:distil', { projectId })
    if (answer !== null) setDistilled({ proposed: answer.proposed.length, model: answer.model })
  }
  const decide = (id: string, accept: boolean) =>
    void mutation.send('memory:decide', { projectId, id, accept })
  return (
    <section className="settings-section" data-testid="memory-proposed">
      <h3>{t('memory.proposed')}</h3>
      {preferences.length === 0 && <p className="quiet">{t('memory.noProposals')}</p>}
      {preferences.map(({ id, text, kind, evidenceCount }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">
            {text}
            <span className="quiet">
              {t(`memory.kinds.${kind}`)} · {t('memory.evidence', { n: evidenceCount })}
            </span>
          </p>
          <button type="button" className="button button-primary" onClick={() => decide(id, true)}>
            {t('memory.accept')}
          </button>
          <button type="button" className="button" onClick={() => decide(id, false)}>
            {t('memory.reject')}
          </button>
        </div>
      ))}
      <button type="button" className="button" disabled={distil.isPending} onClick={() => void search()}>
        {t(distil.isPending ? 'memory.distilling' : 'memory.distil')}
      </button>
      {distilled !== null && (
        <p className="quiet" role="status">
          {t('memory.distilled', { n: distilled.proposed })}
          {!distilled.model && t('memory.noModel')}
        </p>
      )}
    </section>
  )
}
