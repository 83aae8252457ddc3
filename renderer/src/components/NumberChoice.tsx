import { useId } from 'react'
import './NumberChoice.css'

interface NumberChoiceProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
}

/** A labelled slider that shows its number. */
export const NumberChoice = ({ label, value, min, max, step, onChange }: NumberChoiceProps) => {
  const id = useId()
  return (
    <div className="number-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={id} className="number">
        {value}
      </output>
    </div>
  )
}
