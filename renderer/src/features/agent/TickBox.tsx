interface TickBoxProps {
  readonly label: string
  /** `some`: neither on nor off. */
  readonly state: 'all' | 'some' | 'none'
  readonly onChange: (isTicked: boolean) => void
}

/** The tick of many places: all, some or none of them. */
export const TickBox = ({ label, state, onChange }: TickBoxProps) => (
  <input
    type="checkbox"
    className="approval-section-tick"
    aria-label={label}
    checked={state === 'all'}
    ref={(box) => {
      if (box !== null) box.indeterminate = state === 'some'
    }}
    onChange={() => onChange(state !== 'all')}
  />
)
