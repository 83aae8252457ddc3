import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useApp } from '../../app/AppContext.tsx'

interface RejectedProps {
  readonly projectId: string
  readonly preferences: readonly Preference[]
}

/** What is not used and not proposed again, folded away. */
export const Rejected = ({ projectId, preferences }: RejectedProps) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  if (preferences.length === 0) return null
  return (
    <details className="settings-section">
      <summary>{t('memory.rejected', { n: preferences.length })}</summary>
      {preferences.map(({ id, text }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">{text}</p>
          <button type="button" className="button" onClick={() => void memory.decide(projectId, id, true)}>
            {t('memory.use')}
          </button>
          <button type="button" className="button" onClick={() => void memory.remove(projectId, id)}>
            {t('memory.delete')}
          </button>
        </div>
      ))}
    </details>
  )
}
