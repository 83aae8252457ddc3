import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import type { MemoryMutation } from './storedPreference.ts'

interface RejectedProps {
  readonly preferences: readonly Preference[]
  readonly mutation: MemoryMutation
}

/** What is not used and not proposed again, folded away. */
export const Rejected = ({ preferences, mutation }: RejectedProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  if (preferences.length === 0) return null
  return (
    <details className="settings-section">
      <summary>{t('memory.rejected', { n: preferences.length })}</summary>
      {preferences.map(({ id, text }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">{text}</p>
          <button
            type="button"
            className="button"
            onClick={() => void mutation.send('memory:decide', { projectId, id, accept: true })}
          >
            {t('memory.use')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => void mutation.send('memory:delete', { projectId, id })}
          >
            {t('memory.delete')}
          </button>
        </div>
      ))}
    </details>
  )
}
