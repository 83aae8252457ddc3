import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import './SideSheet.css'

interface SideSheetProps {
  readonly title: string
  readonly closeLabel: string
  readonly testId: string
  readonly onClose: () => void
  /** Beside `sheet`, for another width. */
  readonly className?: string
  readonly children: ReactNode
}

/** A sheet beside the text, in the place of the chapters where there is no room for both. Escape closes it. */
export const SideSheet = (props: SideSheetProps) => {
  const { title, closeLabel, testId, onClose, className = '', children } = props
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      // A button that has done its work and gone leaves the focus to the page; in the manuscript Escape is not ours.
      const isHere = event.target instanceof Node && frame.current?.contains(event.target)
      if (!isHere && document.activeElement !== document.body) return
      event.preventDefault()
      onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  useEffect(() => {
    const before = document.activeElement
    // A field in it may have taken the focus already.
    if (!frame.current?.contains(before)) frame.current?.focus()
    return () => {
      // Only when nobody has taken the focus: the manuscript may have been clicked.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section
      ref={frame}
      className={`sheet ${className}`}
      aria-label={title}
      data-testid={testId}
      tabIndex={-1}
    >
      <header className="sheet-header">
        <h2>{title}</h2>
        <span className="grow" />
        <IconButton icon={X} label={closeLabel} onPress={onClose} />
      </header>
      {children}
    </section>
  )
}
