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

/** The last item, under a line: it deletes something. */
export const DangerItem = ({ children, onPress }: MenuItemProps) => (
  <>
    <BaseMenu.Separator className="menu-line" />
    <BaseMenu.Item className="menu-item menu-danger" onClick={onPress}>
      {children}
    </BaseMenu.Item>
  </>
)
