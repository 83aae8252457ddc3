import { useId } from 'react'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly maxLength?: number
  readonly type?: 'text' | 'password' | 'url'
  /** More than one makes a text area. */
  readonly rows?: number
}

/** A labelled text field. */
export const Field = ({ label, value, onChange, hint, maxLength, type = 'text', rows = 1 }: FieldProps) => {
  const id = useId()
  const shared = {
    id,
    className: 'field',
    value,
    maxLength,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} spellCheck={false} />
      ) : (
        <input {...shared} type={type} spellCheck={false} autoComplete="off" />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
