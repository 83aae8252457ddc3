import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { FolderField } from '../folderField/FolderField.tsx'
import { proposedFolder } from './proposedFolder.ts'

interface FolderFormProps {
  /** The word on the button. */
  readonly confirm: string
  /** False while something besides the folder is missing. */
  readonly ready?: boolean
  /** Of the new work: its folder is proposed until the author says another. Absent: a folder that exists is asked for. */
  readonly title?: string
  /** Null when it was done. */
  readonly onFolder: (rootPath: string) => Promise<ErrorPayload | null>
  /** What is asked before the folder. */
  readonly children?: ReactNode
}

const maxAttempts = 50
/** There is a work or a file of this name; a proposal takes the next name. */
const isOccupied = ({ code, details }: ErrorPayload) =>
  code === 'CONFLICT' && ['work', 'file'].includes(String(Object(details).why))

/** The end of every welcome form: which folder, and go. What was refused is said under the field. */
export const FolderForm = ({ confirm, ready = true, title, onFolder, children }: FolderFormProps) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  /** What the author has written or chosen; null: as proposed. */
  const [written, setWritten] = useState<string | null>(null)
  const [parent, setParent] = useState<string>()
  const [error, setError] = useState<ErrorPayload | null>(null)
  const proposed = title === undefined ? '' : proposedFolder(title, parent)
  const rootPath = written ?? proposed
  const complete = ready && rootPath.trim() !== ''

  const go = async () => {
    setError(null)
    let refused = await onFolder(rootPath.trim())
    for (let attempt = 2; refused !== null && isOccupied(refused) && attempt <= maxAttempts; attempt += 1) {
      if (written !== null || title === undefined) break
      refused = await onFolder(proposedFolder(title, parent, attempt))
    }
    setError(refused)
  }
  const choose = (path: string) => {
    setError(null)
    if (title === undefined) setWritten(path)
    else {
      setParent(path)
      setWritten(null)
    }
  }
  return (
    <form
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) void go()
      }}
    >
      {children}
      <FolderField
        label={t('welcome.folder')}
        hint={t(title === undefined ? 'welcome.folderHint' : 'picker.newHint')}
        value={rootPath}
        onChange={(path) => {
          setWritten(path)
          setError(null)
        }}
        error={error !== null && error.code !== 'CANCELLED' ? error : null}
        choose={t(title === undefined ? 'picker.choose' : 'picker.chooseParent')}
        onChoose={choose}
      />
      <Button type="submit" variant="primary" disabled={!complete || busy}>
        {confirm}
      </Button>
    </form>
  )
}
