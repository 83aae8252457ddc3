import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import './FilePick.css'

interface FilePickProps {
  readonly label: string
  /** Extensions and types, as of an input's `accept`. */
  readonly accept: string
  /** The chosen file's name. */
  readonly name: string | undefined
  readonly hint?: string
  readonly onPick: (file: File | undefined) => void
}

/** A field for a file of this computer; a browser's own has words in the language of the browser. */
export const FilePick = ({ label, accept, name, hint, onPick }: FilePickProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="file-pick">
        <input
          id={id}
          className="file-pick-input"
          type="file"
          accept={accept}
          aria-describedby={`${id}-name${hint === undefined ? '' : ` ${id}-hint`}`}
          onChange={(event) => onPick(event.target.files?.[0])}
        />
        <label htmlFor={id} className="button">
          {t('app.chooseFile')}
        </label>
        <span id={`${id}-name`} className="file-pick-name">
          {name ?? t('app.noFile')}
        </span>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
