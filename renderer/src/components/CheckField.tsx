import './CheckField.css'

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly hint?: string
  readonly testId?: string
}

/** Something that is on or off. */
export const CheckField = ({ label, checked, onChange, hint, testId }: CheckFieldProps) => (
  <label className="check">
    <input
      type="checkbox"
      data-testid={testId}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>
      {label}
      {hint !== undefined && <span className="form-hint">{hint}</span>}
    </span>
  </label>
)
