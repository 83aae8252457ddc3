import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { useAppSettings } from '../settings/useAppSettings.ts'

/** What tasks may do without a question in this project, where that is more than nothing, and the way back. */
export const Permissions = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data } = useChannelQuery('agent:permissions:get', { projectId })
  const { send, error } = useChannelMutation('agent:permissions:set')
  const developerMode = useAppSettings(({ developerMode }) => developerMode) ?? false
  if (data === undefined) return null
  const { writes, bash } = data
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {writes === 'always' && (
        <p className="agent-permission" data-testid="agent-permission">
          {t('agent.permission.writes')}
          <button
            type="button"
            className="link-button"
            onClick={() => void send('agent:permissions:set', { projectId, writes: 'ask' })}
          >
            {t('agent.permission.askAgain')}
          </button>
        </p>
      )}
      {(developerMode || bash === 'ask') && (
        <label className="agent-permission">
          <input
            type="checkbox"
            checked={bash === 'ask'}
            onChange={(event) =>
              void send('agent:permissions:set', { projectId, bash: event.target.checked ? 'ask' : 'off' })
            }
          />
          {t('agent.permission.bash')}
        </label>
      )}
    </>
  )
}
