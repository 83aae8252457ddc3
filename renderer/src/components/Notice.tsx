import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import './Notice.css'

interface NoticeProps {
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly children: ReactNode
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
}

/** What happened, what is safe, and the way out. */
export const Notice = ({ tone, children, actions = [] }: NoticeProps) => (
  <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <div className="notice-text">{children}</div>
    {actions.length > 0 && (
      <div className="notice-actions">
        {actions.map(({ label, onPress }) => (
          <Button key={label} onClick={onPress}>
            {label}
          </Button>
        ))}
      </div>
    )}
  </div>
)
