import { ScanText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ContextViewer } from '../contextViewer/ContextViewer.tsx'
import { ViewerControls } from '../contextViewer/ViewerControls.tsx'
import { ContextMeter } from './ContextMeter.tsx'
import { InstructionBox } from './InstructionBox.tsx'
import { RunList } from './RunList.tsx'
import { SkillButtons } from './SkillButtons.tsx'
import { useSkills } from './useSkills.ts'

/** The right side: writing with a skill, or the context viewer in its place. */
export const AiPanel = () => {
  const { t } = useTranslation()
  const { view } = useApp()
  const viewerOpen = useStore(view, (state) => state.viewerOpen)
  useSkills()
  return (
    <div className="panel">
      <div className="panel-tabs">
        <button
          type="button"
          className="tab"
          aria-pressed={!viewerOpen}
          onClick={() => view.setState({ viewerOpen: false })}
        >
          {t('panel.title')}
        </button>
        <span className="grow" />
        <button
          type="button"
          className="tab"
          data-testid="ai-context-toggle"
          aria-pressed={viewerOpen}
          aria-expanded={viewerOpen}
          onClick={() => view.setState({ viewerOpen: !viewerOpen })}
        >
          <ScanText size={14} aria-hidden />
          {t('panel.context')}
        </button>
        {viewerOpen && <ViewerControls />}
      </div>
      {viewerOpen ? (
        <ContextViewer />
      ) : (
        <>
          <SkillButtons />
          <ContextMeter />
          <RunList />
          <InstructionBox />
        </>
      )}
    </div>
  )
}
