import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useRuns } from '../../app/AppContext.tsx'
import { isUndecided, isWorking } from '../aiPanel/runStore.ts'
import { useCurrentRuns } from '../aiPanel/useCurrentRuns.ts'
import { PartsDock } from './PartsDock.tsx'
import './SuggestionDock.css'

/**
 * Sticks to the lower edge of the manuscript: stop while a skill writes, the decision while the buttons under
 * the suggestion are out of sight. What takes the place of stop does no harm to a press that came late.
 */
export const SuggestionDock = () => {
  const { t } = useTranslation()
  const runs = useRuns()
  const editor = useEditor()
  const { last: run } = useCurrentRuns()
  const inView = useStore(editor.store, (state) => state.barInView)
  const openParts = useStore(editor.store, (state) => state.openParts)
  if (run === undefined || !isUndecided(run)) return null
  if (isWorking(run)) {
    return (
      <Dock label={t('suggestion.label')}>
        <span className="suggestion-writing">
          {t(run.text === '' ? 'suggestion.waiting' : 'suggestion.writing')}
        </span>
        <DockButton name="ai-suggestion-stop" onPress={runs.stop}>
          <Square size={12} aria-hidden /> {t('suggestion.stop')}
        </DockButton>
      </Dock>
    )
  }
  if (openParts !== null) return <PartsDock open={openParts} />
  if (run.place !== 'text' || run.text === '' || inView) return null
  return (
    <Dock label={t('suggestion.outOfSight')}>
      <DockButton name="ai-dock-accept" className="suggestion-accept" onPress={() => void runs.accept()}>
        {t('suggestion.accept')}
      </DockButton>
      <DockButton name="ai-dock-retry" onPress={() => void runs.retry()}>
        {t('suggestion.retry')}
      </DockButton>
      <DockButton name="ai-dock-discard" onPress={runs.discard}>
        {t('suggestion.discard')}
      </DockButton>
      <DockButton name="ai-dock-show" onPress={editor.showSuggestionEnd}>
        {t('suggestion.show')}
      </DockButton>
    </Dock>
  )
}

const Dock = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a width of its own
  <div
    className="suggestion-bar suggestion-dock"
    role="group"
    aria-label={label}
    data-testid="suggestion-dock"
  >
    {children}
  </div>
)

interface DockButtonProps {
  readonly name: string
  readonly className?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

const DockButton = ({ name, className = '', onPress, children }: DockButtonProps) => (
  <button
    type="button"
    className={`suggestion-button ${className}`}
    data-testid={name}
    // The caret stays the writer's: pressing a button does not move the focus out of the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
)
