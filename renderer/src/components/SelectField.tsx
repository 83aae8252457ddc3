import { Select as BaseSelect } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import { type Ref, useId } from 'react'
import './SelectField.css'

interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
  readonly disabled?: boolean
}

interface SelectProps<T extends string> {
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  /** Its accessible name where no label is beside it. */
  readonly label?: string
  readonly id?: string
  readonly describedBy?: string | undefined
  /** `quiet`: small and without a border, for a bar. */
  readonly variant?: 'field' | 'quiet'
  readonly testId?: string | undefined
  /** Above the options, before one is chosen: what a change costs. */
  readonly note?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

/** A choice of one among many: a button with the chosen one, and a list that it opens. */
export const Select = <T extends string>(props: SelectProps<T>) => {
  const { value, options, onChange, label, id, describedBy, variant = 'field', testId, note, ref } = props
  return (
    <BaseSelect.Root<T> value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <BaseSelect.Trigger
        ref={ref}
        id={id}
        className={`select ${variant === 'field' ? 'field' : 'select-quiet'}`}
        aria-label={label}
        aria-describedby={describedBy}
        data-testid={testId}
      >
        <BaseSelect.Value className="select-value">
          {(chosen: T) => options.find((option) => option.value === chosen)?.label}
        </BaseSelect.Value>
        <ChevronDown size={14} aria-hidden />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          className="menu-place"
          align="start"
          sideOffset={4}
          alignItemWithTrigger={false}
        >
          <BaseSelect.Popup className="menu select-list">
            {note !== undefined && <p className="select-note quiet">{note}</p>}
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                className="menu-item"
                value={option.value}
                disabled={option.disabled ?? false}
              >
                <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

interface SelectFieldProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  readonly hint?: string
  /** Above the options, before one is chosen: what a change costs. */
  readonly note?: string | undefined
  /** Why the choice is not enough. */
  readonly error?: string | undefined
  /** The label is in front of it, in the column of the other labels. */
  readonly inRow?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A labelled choice of one among many. */
export const SelectField = <T extends string>(props: SelectFieldProps<T>) => {
  const { label, hint, error, inRow = false, ...select } = props
  const id = useId()
  return (
    <div className={inRow ? 'form-field form-field-row' : 'form-field'}>
      <label htmlFor={id}>{label}</label>
      <Select {...select} id={id} describedBy={hint === undefined ? undefined : `${id}-hint`} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
      {error !== undefined && <p className="form-error">{error}</p>}
    </div>
  )
}
