import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useRunsHere } from '../aiPanel/useRunsHere.ts'
import { TodayWords } from '../dailyWords/TodayWords.tsx'
import { countText } from './counts.ts'

/** Counts of the chapter and the selection, and a word while a skill writes. */
export const EditorFooter = () => {
  const { t } = useTranslation()
  const { editor } = useApp()
  const { counts, selectionCounts } = useStore(editor.store)
  const { last: run } = useRunsHere()
  return (
    <footer className="editor-footer">
      <span>{t('editor.words', { n: formatCount(counts.words) })}</span>
      <span>{t('editor.characters', { n: formatCount(counts.characters) })}</span>
      {selectionCounts !== null && (
        <span>{t('editor.selected', { n: formatCount(selectionCounts.words) })}</span>
      )}
      {run?.phase === 'working' && (
        <span>
          {t('editor.writing', { name: run.skill.name, n: formatCount(countText(run.text).words) })}
        </span>
      )}
      <span className="grow" />
      <TodayWords />
    </footer>
  )
}
