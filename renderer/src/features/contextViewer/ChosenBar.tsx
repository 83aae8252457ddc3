import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChoices } from '../../app/AppContext.tsx'

/** What the writer has chosen for the next request; nothing while nothing is. */
export const ChosenBar = () => {
  const { t } = useTranslation()
  const choices = useChoices()
  const { pinned, without } = useStore(choices.store)
  if (pinned.length + without.length === 0) return null
  const parts = [
    ...(without.length > 0 ? [t('card.withoutCount', { n: without.length })] : []),
    ...(pinned.length > 0 ? [t('card.pinnedCount', { n: pinned.length })] : []),
  ]
  return (
    <p className="chosen-bar" role="status" data-testid="ai-context-chosen">
      {parts.join(t('card.and'))}
      <button type="button" className="viewer-tool" onClick={choices.clear}>
        {t('card.clear')}
      </button>
    </p>
  )
}
