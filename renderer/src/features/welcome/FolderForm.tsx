import { CornerLeftUp, Folder } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { proposedFolder } from './proposedFolder.ts'
import './FolderForm.css'

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
  const sentence = useErrorSentence()
  const workspace = useWorkspace()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  /** What the author has written or chosen; null: as proposed. */
  const [written, setWritten] = useState<string | null>(null)
  const [parent, setParent] = useState<string>()
  const [picking, setPicking] = useState(false)
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
    setPicking(false)
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
      <div className="folder-field">
        <Field
          label={t('welcome.folder')}
          hint={t(title === undefined ? 'welcome.folderHint' : 'picker.newHint')}
          value={rootPath}
          maxLength={4096}
          onChange={(path) => {
            setWritten(path)
            setError(null)
          }}
        />
        <Button data-testid="folder-browse" aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {t('picker.browse')}
        </Button>
      </div>
      {error !== null && error.code !== 'CANCELLED' && (
        <p className="form-error" role="alert">
          {sentence(error)}
        </p>
      )}
      {picking && (
        <FolderPicker
          choose={t(title === undefined ? 'picker.choose' : 'picker.chooseParent')}
          onChoose={choose}
        />
      )}
      <Button type="submit" variant="primary" disabled={!complete || busy}>
        {confirm}
      </Button>
    </form>
  )
}

interface FolderPickerProps {
  /** The word on the button that takes the folder that is shown. */
  readonly choose: string
  readonly onChoose: (path: string) => void
}

/** Folders below the user's home, as the host lists them: a browser has no dialog that tells a path. */
const FolderPicker = ({ choose, onChoose }: FolderPickerProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const [path, setPath] = useState<string | null>(null)
  const { data, error } = useChannelQuery('folders:list', path === null ? {} : { path }, {
    showPreviousIf: () => true,
  })
  /** What was listed before a folder that cannot be read. */
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const listed = data ?? last ?? null
  const { parent = null, folders = [] } = listed ?? {}
  const separator = listed?.path.includes('\\') ? '\\' : '/'
  return (
    <section className="folder-picker" data-testid="folder-picker" aria-label={t('picker.label')}>
      <p className="folder-path">{listed?.path}</p>
      {error !== null && <p className="form-error">{sentence(error)}</p>}
      <ul className="folder-list">
        {parent !== null && (
          <li>
            <button type="button" onClick={() => setPath(parent)}>
              <CornerLeftUp size={14} aria-hidden /> {t('picker.up')}
            </button>
          </li>
        )}
        {folders.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => setPath(`${(listed?.path ?? '').replace(/[\\/]$/, '')}${separator}${name}`)}
            >
              <Folder size={14} aria-hidden /> {name}
            </button>
          </li>
        ))}
        {listed !== null && folders.length === 0 && <li className="quiet">{t('picker.empty')}</li>}
      </ul>
      {listed?.more && <p className="form-hint">{t('picker.more')}</p>}
      <Button disabled={listed === null} onClick={() => listed !== null && onChoose(listed.path)}>
        {choose}
      </Button>
    </section>
  )
}
