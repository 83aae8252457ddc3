import type { LucideIcon } from 'lucide-react'
import './IconButton.css'

interface IconButtonProps {
  readonly icon: LucideIcon
  /** Of the drawing, in px: 14 in a row, 16 in a bar. */
  readonly iconSize?: number
  readonly label: string
  readonly onPress: () => void
  /** For a button that shows and hides something. */
  readonly expanded?: boolean
  readonly disabled?: boolean
}

/** A 28-px button with one icon; its label is its name and its tooltip. */
export const IconButton = (props: IconButtonProps) => {
  const { icon: Icon, iconSize = 16, label, onPress, expanded, disabled = false } = props
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-expanded={expanded}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon size={iconSize} aria-hidden />
    </button>
  )
}
