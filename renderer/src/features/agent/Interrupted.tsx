import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'

/** Writing that a crash has cut short: take it back, or keep it. */
export const Interrupted = () => {
  const { t } = useTranslation()
  const { agent } = useApp()
  const edit = useStore(agent.store, (state) => state.edits.find((one) => one.state === 'interrupted'))
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
