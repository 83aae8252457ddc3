import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import './Menu.css'

interface MenuProps {
  readonly label: string
  /** Beside what the button looks like by itself. */
  readonly className: string
  /** False: the button is reached from its row, not by Tab. */
  readonly isTabStop: boolean
  /** Items, drawn only while the menu is open. */
  readonly children: ReactNode
}

/** The place of a click that a right click elsewhere has made of itself (`openRowMenu`); null: of the button, or of keys. */
const pointerOf = (event: Event): DOMRect | null =>
  event instanceof MouseEvent && event.type === 'click' && !event.isTrusted
    ? new DOMRect(event.clientX, event.clientY, 0, 0)
    : null

/** A button with three dots and the menu that it opens. */
export const Menu = ({ label, className, isTabStop, children }: MenuProps) => {
  const [pointer, setPointer] = useState<DOMRect | null>(null)
  return (
    <BaseMenu.Root onOpenChange={(open, { event }) => void (open && setPointer(pointerOf(event)))}>
      <BaseMenu.Trigger className={className} aria-label={label} title={label} tabIndex={isTabStop ? 0 : -1}>
        <Ellipsis size={16} aria-hidden />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          className="menu-place"
          align="start"
          sideOffset={pointer === null ? 4 : 0}
          {...(pointer !== null && { anchor: { getBoundingClientRect: () => pointer } })}
        >
          <BaseMenu.Popup className="menu">{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuAtProps {
  readonly label: string
  readonly testId: string
  /** Where it opens, in CSS pixels of the window. */
  readonly x: number
  readonly y: number
  /** It was left, with or without a choice. */
  readonly onClose: () => void
  /** Puts the focus where it belongs then. */
  readonly refocus: () => void
  readonly children: ReactNode
}

/** A menu that is open at a place of the window, without a button. */
export const MenuAt = ({ label, testId, x, y, onClose, refocus, children }: MenuAtProps) => (
  <BaseMenu.Root open onOpenChange={(open) => !open && onClose()}>
    <BaseMenu.Portal>
      <BaseMenu.Positioner
        className="menu-place"
        align="start"
        anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
      >
        <BaseMenu.Popup
          className="menu"
          aria-label={label}
          data-testid={testId}
          finalFocus={() => {
            refocus()
            return false
          }}
        >
          {children}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
)

interface MenuItemProps {
  readonly children: string
  readonly onPress: () => void
  readonly disabled?: boolean
}

/** One thing to do. */
export const MenuItem = ({ children, onPress, disabled = false }: MenuItemProps) => (
  <BaseMenu.Item className="menu-item" disabled={disabled} onClick={onPress}>
    {children}
  </BaseMenu.Item>
)

/** Between what belongs together. */
export const MenuLine = () => <BaseMenu.Separator className="menu-line" />

/** The last item, under a line: it deletes something. */
export const DangerItem = ({ children, onPress }: MenuItemProps) => (
  <>
    <MenuLine />
    <BaseMenu.Item className="menu-item menu-danger" onClick={onPress}>
      {children}
    </BaseMenu.Item>
  </>
)
