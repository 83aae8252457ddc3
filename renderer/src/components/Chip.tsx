import { type LucideIcon, X } from 'lucide-react'
import './Chip.css'

interface ChipProps {
  readonly text: string
  /** Names its button. */
  readonly label: string
  /** A shorter name, shown at the mouse. */
  readonly title?: string
  /** Of the button; absent: a cross, which takes the chip out. */
  readonly icon?: LucideIcon
  readonly tabIndex?: number
  readonly onPress: () => void
}

/** A short text in a list, with a button; around several of them a box may have the class `chips`. */
export const Chip = ({ text, label, title, icon: Icon = X, tabIndex = 0, onPress }: ChipProps) => (
  <span className="chip">
    {text}
    <button type="button" {...{ title, tabIndex }} aria-label={label} onClick={onPress}>
      <Icon size={12} aria-hidden />
    </button>
  </span>
)
