import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Command,
  commandNames,
  commands,
  palette,
  shownKeys,
  windowModeNames,
  windowModes,
} from '../../../../main/src/contract/sentences/commands.ts'
import { useView, useViewStore } from '../../app/AppContext.tsx'
import { isOverlayOpen } from '../../app/useModeKeys.ts'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { useInterfaceLanguage } from '../settings/useAppSettings.ts'
import { isQuestionMark } from './questionMark.ts'
import './Shortcuts.css'

/** What has keys: the palette, commands and modes by their words, then what the text and its suggestion know. */
const keyed: readonly Pick<Command, 'zh' | 'en' | 'keys'>[] = [
  palette,
  ...commandNames.map((name): Command => commands[name]),
  ...windowModeNames.map((name) => windowModes[name]),
].filter(({ keys }) => keys !== undefined)

const ofText = [
  ['accept', 'Ctrl+Enter'],
  ['discard', 'Esc'],
  ['undo', 'Ctrl+Z'],
  ['redo', 'Ctrl+Y'],
  ['rename', 'F2'],
  ['list', '?'],
] as const

/** `?` outside of texts: every key and what it does. */
export const Shortcuts = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const language = useInterfaceLanguage()
  const open = useView(({ shortcutsOpen }) => shortcutsOpen)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isQuestionMark(event) || isOverlayOpen()) return
      event.preventDefault()
      view.setState({ shortcutsOpen: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view])
  const rows = [
    ...keyed.map(({ keys = '', ...words }) => ({ keys: shownKeys(keys), words: words[language] })),
    ...ofText.map(([name, keys]) => ({ keys, words: t(`palette.keys.${name}`) })),
  ]
  return (
    <DialogFrame
      open={open}
      onClose={() => view.setState({ shortcutsOpen: false })}
      title={t('palette.shortcuts')}
      closeLabel={t('palette.close')}
      testId="shortcuts"
      className="dialog-small"
    >
      <dl className="dialog-body shortcuts">
        {rows.map(({ keys, words }) => (
          <div key={words} className="shortcuts-row">
            <dt>{words}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  )
}
