import { CornerLeftUp, Folder } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import './FolderField.css'

interface FolderFieldProps {
  readonly label: string
  readonly hint: string
  /** The path as it is written. */
  readonly value: string
  readonly onChange: (path: string) => void
  /** The field is left, or Enter pressed in it. */
  readonly onLeave?: () => void
  /** What was refused; said under the field. */
  readonly error: ErrorPayload | null
  /** The word on the button that takes the folder that is shown. */
  readonly choose: string
  readonly onChoose: (path: string) => void
}

/** The path of a folder, written or chosen from those of the user. */
export const FolderField = ({ error, choose, onChoose, ...field }: FolderFieldProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const [picking, setPicking] = useState(false)
  return (
    <>
      <div className="folder-field">
        <Field {...field} maxLength={4096} />
        <Button data-testid="folder-browse" aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {t('picker.browse')}
        </Button>
      </div>
      {error !== null && (
        <p className="form-error" role="alert">
          {sentence(error)}
        </p>
      )}
      {picking && (
        <FolderPicker
          choose={choose}
          onChoose={(path) => {
            setPicking(false)
            onChoose(path)
          }}
        />
      )}
    </>
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
