import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatTime } from '../i18n/format.ts'
import { useEditor, useIpc, useWorkspace } from './AppContext.tsx'
import './SaveWord.css'

/** The save state in a quiet word, with the time; a broken connection takes its place. */
export const SaveWord = () => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const editor = useEditor()
  const workspace = useWorkspace()
  const { save, documentId } = useStore(editor.store)
  const access = useStore(workspace.store, (state) => state.access)
  const connection = useSyncExternalStore(ipc.connection.subscribe, ipc.connection.get)
  const word = () => {
    if (connection === 'reconnecting') return t('save.reconnecting')
    if (connection !== 'online') return t('connection.short')
    if (documentId === null) return ''
    if (access !== 'write' && save.kind === 'saved') return t('elsewhere.short')
    if (save.kind !== 'saved') return t(`save.${save.kind}`)
    return save.at === null ? t('save.saved') : t('save.savedAt', { time: formatTime(save.at) })
  }
  const isAlert = connection !== 'online' || save.kind === 'failed' || save.kind === 'conflict'
  return (
    <span
      role="status"
      data-testid="save-state"
      data-state={connection === 'online' ? save.kind : connection}
      className={isAlert ? 'save-word save-word-loud' : 'save-word'}
    >
      {word()}
    </span>
  )
}
