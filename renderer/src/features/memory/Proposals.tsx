import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Preference } from '#contract/memory.ts'
import { useApp } from '../../app/AppContext.tsx'

interface ProposalsProps {
  readonly projectId: string
  readonly preferences: readonly Preference[]
}

/** What was noticed and waits for the author; nothing of it is sent before it is accepted. */
export const Proposals = ({ projectId, preferences }: ProposalsProps) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  const { distilling, distilled } = useStore(memory.store)
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
          <button
            type="button"
            className="button button-primary"
            onClick={() => void memory.decide(projectId, id, true)}
          >
            {t('memory.accept')}
          </button>
          <button type="button" className="button" onClick={() => void memory.decide(projectId, id, false)}>
            {t('memory.reject')}
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button"
        disabled={distilling}
        onClick={() => void memory.distil(projectId)}
      >
        {t(distilling ? 'memory.distilling' : 'memory.distil')}
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
