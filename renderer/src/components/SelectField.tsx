import { useId } from 'react'
import './SelectField.css'

interface SelectFieldProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly hint?: string
}

/** A labelled choice of one among many. */
export const SelectField = <T extends string>(props: SelectFieldProps<T>) => {
  const { label, value, options, onChange, hint } = props
  const id = useId()
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        // Only what is offered can be chosen.
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
