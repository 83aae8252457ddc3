import { CornerLeftUp, Folder } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

interface FolderPickerProps {
  /** The word on the button that takes the folder that is shown. */
  readonly choose: string
  readonly onChoose: (path: string) => void
}

/** Folders below the user's home, as the host lists them: a browser has no dialog that tells a path. */
export const FolderPicker = ({ choose, onChoose }: FolderPickerProps) => {
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
      <button
        type="button"
        className="button"
        disabled={listed === null}
        onClick={() => listed !== null && onChoose(listed.path)}
      >
        {choose}
      </button>
    </section>
  )
}
