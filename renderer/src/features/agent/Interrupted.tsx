import { useTranslation } from 'react-i18next'
import { useAgent, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** Writing that a crash has cut short: take it back, or keep it. */
export const Interrupted = () => {
  const { t } = useTranslation()
  const agent = useAgent()
  const { data } = useChannelQuery('edits:list', { projectId: useProjectId() })
  const edit = data?.edits.find(({ state }) => state === 'interrupted')
  if (!edit) return null
  const actions = [
    { label: t('agent.undo'), onPress: () => void agent.undo(edit.editId) },
    { label: t('agent.keep'), onPress: () => void agent.keep(edit.editId) },
  ]
  return (
    <Notice tone="warning" actions={actions}>
      {t('agent.interrupted', { label: edit.label, count: edit.files.length })}
    </Notice>
  )
}
