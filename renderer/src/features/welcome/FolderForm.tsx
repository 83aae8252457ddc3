import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'

interface FolderFormProps {
  /** The word on the button. */
  readonly confirm: string
  /** False while something besides the folder is missing. */
  readonly ready?: boolean
  readonly onFolder: (rootPath: string) => void
  /** What is asked before the folder. */
  readonly children?: ReactNode
}

/** The end of every welcome form: which folder, and go. */
export const FolderForm = ({ confirm, ready = true, onFolder, children }: FolderFormProps) => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  const [rootPath, setRootPath] = useState('')
  const complete = ready && rootPath.trim() !== ''
  return (
    <form
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) onFolder(rootPath.trim())
      }}
    >
      {children}
      <Field
        label={t('welcome.folder')}
        hint={t('welcome.folderHint')}
        value={rootPath}
        maxLength={4096}
        onChange={setRootPath}
      />
      <button type="submit" className="button button-primary" disabled={!complete || busy}>
        {confirm}
      </button>
    </form>
  )
}
