import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSettings } from '../../app/viewStore.ts'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'

/** Why the open book has no newer backup; gone with the next one. */
export const BackupNotice = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const view = useViewStore()
  const { data } = useChannelQuery('backup:status', { projectId })
  const { send } = useChannelMutation('backup:now')
  if (data?.error === undefined) return null
  return (
    <Notice
      tone="warning"
      actions={[
        { label: t('backup.retry'), onPress: () => void send('backup:now', { projectId }) },
        { label: t('backup.open'), onPress: () => openSettings(view, 'backup') },
      ]}
    >
      <span data-testid="backup-failed">{sentence(data.error)}</span>
    </Notice>
  )
}
