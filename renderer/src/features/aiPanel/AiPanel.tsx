import { ScanText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useView, useViewStore } from '../../app/AppContext.tsx'
import { AgentPanel } from '../agent/AgentPanel.tsx'
import { ChatPanel } from '../chat/ChatPanel.tsx'
import { ContextViewer } from '../contextViewer/ContextViewer.tsx'
import { ViewerControls } from '../contextViewer/ViewerControls.tsx'
import { ContextMeter } from './ContextMeter.tsx'
import { InstructionBox } from './InstructionBox.tsx'
import { RunList } from './RunList.tsx'
import { SkillButtons } from './SkillButtons.tsx'
import { usePreview } from './useSkills.ts'

const tabs = ['write', 'chat', 'agent'] as const
const titles = { write: 'panel.title', chat: 'chat.title', agent: 'agent.title' } as const

/** The right side: writing with a skill, talking or a task in the whole book, or the context viewer in their place. */
export const AiPanel = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const viewerOpen = useView((state) => state.viewerOpen)
  const panelTab = useView((state) => state.panelTab)
  usePreview()
  return (
    <div className="panel">
      <div className="panel-tabs">
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            className="tab"
            data-testid={`ai-tab-${tab}`}
            aria-pressed={!viewerOpen && panelTab === tab}
            onClick={() => view.setState({ viewerOpen: false, panelTab: tab })}
          >
            {t(titles[tab])}
          </button>
        ))}
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
      {viewerOpen && <ContextViewer />}
      {!viewerOpen && panelTab === 'chat' && <ChatPanel />}
      {!viewerOpen && panelTab === 'agent' && <AgentPanel />}
      {!viewerOpen && panelTab === 'write' && (
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
