import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly done: string
  /** Shows the words beside the icon. */
  readonly wide?: boolean
}

/** Copies a text and says so where the button is. */
export const CopyButton = ({ text, label, done, wide = false }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    } catch (cause) {
      // The browser may refuse; the text is on the page and can be selected by hand.
      console.warn('clipboard', cause)
    }
  }
  const word = copied ? done : label
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      className={wide ? 'button' : 'icon-button icon-button-small'}
      aria-label={word}
      title={word}
      onClick={() => void copy()}
    >
      <Icon size={wide ? 14 : 12} aria-hidden />
      {wide && word}
    </button>
  )
}
