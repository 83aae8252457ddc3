import { AlignVerticalJustifyCenter, Focus, Underline } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useViewStore, useWindowModes } from '../../app/AppContext.tsx'

const switches = [
  { name: 'namesShown', on: 'names', off: 'namesOff', keys: 'F7', Icon: Underline },
  { name: 'focusMode', on: 'focus', off: 'focusOff', keys: 'F8', Icon: Focus },
  {
    name: 'typewriterMode',
    on: 'typewriter',
    off: 'typewriterOff',
    keys: 'F9',
    Icon: AlignVerticalJustifyCenter,
  },
] as const

/** Names, focus and typewriter by mouse; each says its key. */
export const ModeSwitches = () => {
  const { t } = useTranslation()
  const modes = useWindowModes()
  const view = useViewStore()
  const now = useStore(view)
  return (
    <span className="mode-switches">
      {switches.map(({ name, on, off, keys, Icon }) => (
        <button
          key={name}
          type="button"
          className="icon-button icon-button-small"
          aria-label={t(`modes.${on}`)}
          aria-pressed={now[name]}
          aria-keyshortcuts={keys}
          title={`${t(`modes.${now[name] ? off : on}`)} · ${keys}`}
          onClick={() => modes.toggle(name)}
        >
          <Icon size={14} aria-hidden />
        </button>
      ))}
    </span>
  )
}
