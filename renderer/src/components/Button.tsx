import type { ComponentProps } from 'react'
import './Button.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: what a form is for; `link`: in the middle of a sentence. */
  readonly variant?: 'plain' | 'primary' | 'link'
}

const classes = { plain: 'button', primary: 'button button-primary', link: 'link-button' } as const

/** A button with words on it; it submits nothing unless its `type` says so. */
export const Button = ({ variant = 'plain', ...props }: ButtonProps) => (
  <button type="button" className={classes[variant]} {...props} />
)
