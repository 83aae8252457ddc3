import { type Ref, useId } from 'react'
import './Field.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The field is left, or Enter pressed in a line: for what is stored only then. */
  readonly onLeave?: () => void
  readonly hint?: string
  /** Why what stands in it cannot be stored. */
  readonly error?: string | undefined
  readonly maxLength?: number
  readonly type?: 'text' | 'password' | 'url'
  /** Of the line; a text area has none. */
  readonly inputRef?: Ref<HTMLInputElement>
  /** More than one makes a text area. */
  readonly rows?: number
}

/** A labelled text field. */
export const Field = (props: FieldProps) => {
  const { label, value, onChange, onLeave, hint, error, maxLength, type = 'text', rows = 1, inputRef } = props
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
  const shared = {
    id,
    className: 'field',
    value,
    maxLength,
    'aria-describedby': described.join(' ').trim() || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    onBlur: onLeave,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} spellCheck={false} />
      ) : (
        <input
          {...shared}
          ref={inputRef}
          type={type}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) onLeave?.()
          }}
        />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="form-error">
          {error}
        </p>
      )}
    </div>
  )
}
