import type { ReactNode } from 'react'
import './IconButton.css'

interface IconButtonProps {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
  /** For a button that shows and hides something. */
  readonly expanded?: boolean
  readonly disabled?: boolean
}

/** A 28-px button with one icon; its label is its name and its tooltip. */
export const IconButton = ({ label, onPress, children, expanded, disabled = false }: IconButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    aria-expanded={expanded}
    title={label}
    disabled={disabled}
    onClick={onPress}
  >
    {children}
  </button>
)
