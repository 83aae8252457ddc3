import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'

/** What tasks may do unasked in this work, where that is more than nothing, and the way back. */
export const Permissions = () => {
  const { t } = useTranslation()
  const { agent, settings } = useApp()
  const permissions = useStore(agent.store, (state) => state.permissions)
  const developerMode = useStore(settings.store, (state) => state.settings?.developerMode ?? false)
  if (permissions === null) return null
  const { writes, bash } = permissions
  return (
    <>
      {writes === 'always' && (
        <p className="agent-permission" data-testid="agent-permission">
          {t('agent.permission.writes')}
          <button type="button" className="link-button" onClick={() => void agent.permit({ writes: 'ask' })}>
            {t('agent.permission.askAgain')}
          </button>
        </p>
      )}
      {(developerMode || bash === 'ask') && (
        <label className="agent-permission">
          <input
            type="checkbox"
            checked={bash === 'ask'}
            onChange={(event) => void agent.permit({ bash: event.target.checked ? 'ask' : 'off' })}
          />
          {t('agent.permission.bash')}
        </label>
      )}
    </>
  )
}
