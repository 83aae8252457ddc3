import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface EncodingChoiceProps {
  /** Empty: as detected. */
  readonly value: string
  /** False while a person has to say it. */
  readonly sure: boolean
  readonly guesses: readonly string[]
  readonly onChange: (encoding: string) => void
}

const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'utf-16le',
  'utf-16be',
  'windows-1252',
]

/** Which encoding a text file is in, the likeliest first. */
export const EncodingChoice = ({ value, sure, guesses, onChange }: EncodingChoiceProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="form-field">
      <label htmlFor={id}>{t('preview.encoding')}</label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t(sure ? 'preview.detected' : 'preview.choose')}</option>
        {[...new Set([...guesses, ...encodings])].map((encoding) => (
          <option key={encoding} value={encoding}>
            {encoding}
          </option>
        ))}
      </select>
      {!sure && value === '' && <p className="form-error">{t('preview.unsure')}</p>}
    </div>
  )
}
