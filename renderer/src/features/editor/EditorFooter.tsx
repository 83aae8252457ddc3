import { AlignVerticalJustifyCenter, Focus, Underline } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useView, useViewStore, useWindowModes } from '../../app/AppContext.tsx'
import { SaveWord } from '../../app/SaveWord.tsx'
import { formatCount } from '../../i18n/format.ts'
import { isWorking } from '../aiPanel/runStore.ts'
import { useCurrentRuns } from '../aiPanel/useCurrentRuns.ts'
import { TodayWords } from '../dailyWords/TodayWords.tsx'
import { countText } from './counts.ts'
import './EditorFooter.css'

/** Counts of the chapter and the selection, and a word while a skill writes. */
export const EditorFooter = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  const { counts, selectionCounts } = useStore(editor.store)
  const { last: run } = useCurrentRuns()
  return (
    <footer className="editor-footer">
      <span>{t('editor.words', { n: formatCount(counts.wordCount) })}</span>
      <span>{t('editor.characters', { n: formatCount(counts.characters) })}</span>
      {selectionCounts !== null && (
        <span>{t('editor.selected', { n: formatCount(selectionCounts.wordCount) })}</span>
      )}
      {run !== undefined && isWorking(run) && run.text !== '' && (
        <span>
          {t('editor.writing', { name: run.skill.name, n: formatCount(countText(run.text).wordCount) })}
        </span>
      )}
      <span className="grow" />
      <ModeSwitches />
      <TodayWords />
      <LeaveFullScreen />
    </footer>
  )
}

/** The bar with the save state and the way back is away in full screen. */
const LeaveFullScreen = () => {
  const { t } = useTranslation()
  const modes = useWindowModes()
  const fullScreen = useView((state) => state.fullScreen)
  if (!fullScreen) return null
  return (
    <>
      <SaveWord />
      <button
        type="button"
        className="today-words"
        title="F11 / Esc"
        onClick={() => modes.toggle('fullScreen')}
      >
        {t('modes.leaveFullScreen')}
      </button>
    </>
  )
}

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
const ModeSwitches = () => {
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
