import type { ReactNode } from 'react'
import './SidebarRow.css'

interface SidebarRowProps {
  readonly testId: string
  readonly label: string
  /** How many there are, or what waits. */
  readonly count?: ReactNode
  /** Something is wrong in it. */
  readonly fault?: string | null
  readonly onPress: () => void
}

/** One line of the side bar under the chapters. */
export const SidebarRow = ({ testId, label, count, fault = null, onPress }: SidebarRowProps) => (
  <li>
    <button type="button" className="shelf-row" data-testid={testId} onClick={onPress}>
      <span title={label}>{label}</span>
      {fault !== null && <span className="shelf-fault">{fault}</span>}
      <span className="grow" />
      {count !== undefined && <span className="number">{count}</span>}
    </button>
  </li>
)
