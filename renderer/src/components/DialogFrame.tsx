import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './IconButton.tsx'
import './DialogFrame.css'

interface DialogFrameProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  readonly testId: string
  /** Beside `dialog`, for another size. */
  readonly className?: string
  /** What the focus goes to; without it, the close button. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Asked when it closes: false where something else gets the focus than what had it before. */
  readonly givesFocusBack?: () => boolean
  /** What is under the header, scrolling by itself. */
  readonly children: ReactNode
}

/** A window over the work: title, close button, and what it is about. Escape and a press outside close it. */
export const DialogFrame = (props: DialogFrameProps) => {
  const {
    open,
    onClose,
    title,
    closeLabel,
    testId,
    className = '',
    initialFocus,
    givesFocusBack,
    children,
  } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          className={`dialog ${className}`}
          data-testid={testId}
          initialFocus={initialFocus}
          finalFocus={givesFocusBack}
        >
          <header className="dialog-header">
            <Dialog.Title>{title}</Dialog.Title>
            <span className="grow" />
            <IconButton icon={X} label={closeLabel} onPress={onClose} />
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
