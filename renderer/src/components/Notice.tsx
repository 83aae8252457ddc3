import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import './Notice.css'

interface NoticeProps {
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly children: ReactNode
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
}

/** What happened, what is safe, and the way out. */
export const Notice = ({ tone, children, actions = [] }: NoticeProps) => {
  const text = useId()
  return (
    <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <div id={text} className="notice-text">
        {children}
      </div>
      {actions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a width of its own
        <div className="notice-actions" role="group" aria-labelledby={text}>
          {actions.map(({ label, onPress }) => (
            <Button key={label} onClick={onPress}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
