import { ScanText } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SkillSummary } from '#contract/ai.ts'
import { useContextModel, usePanel, useRuns, useView, useViewStore } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, lengthOf } from '../../i18n/format.ts'
import { AgentPanel } from '../agent/AgentPanel.tsx'
import { ChatPanel } from '../chat/ChatPanel.tsx'
import { ContextViewer } from '../contextViewer/ContextViewer.tsx'
import { windowSegments } from '../contextViewer/evidence.ts'
import { Legend } from '../contextViewer/Legend.tsx'
import { StackedBar } from '../contextViewer/StackedBar.tsx'
import { noticeSentence } from '../contextViewer/sentences.ts'
import { ViewerControls } from '../contextViewer/ViewerControls.tsx'
import { PlanPanel } from '../plan/PlanPanel.tsx'
import { useInterfaceLanguage } from '../settings/useAppSettings.ts'
import { useCacheNote } from './CacheNote.tsx'
import { InstructionBox } from './InstructionBox.tsx'
import { RunCard } from './RunCard.tsx'
import { isWorking } from './runStore.ts'
import { SpendingNotice } from './SpendingNotice.tsx'
import { useCurrentRuns } from './useCurrentRuns.ts'
import { useChosenRuns } from './useRunChoices.ts'
import { usePreview, useSkills } from './useSkills.ts'
import './AiPanel.css'

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
      {viewerOpen ? <ContextViewer /> : <SpendingNotice />}
      {!viewerOpen && panelTab === 'chat' && <ChatPanel />}
      {!viewerOpen && panelTab === 'agent' && <AgentPanel />}
      {!viewerOpen && panelTab === 'write' && (
        <>
          <PlanPanel />
          <SkillButtons />
          <ContextMeter />
          <RunList />
          <InstructionBox />
        </>
      )}
    </div>
  )
}

/** The runs of the open chapter, newest last; of each request the version that was chosen. */
const RunList = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const runs = useRuns()
  const { runs: runsOfChapter, last } = useCurrentRuns()
  const list = useMemo(() => runsOfChapter.filter(({ hidden }) => hidden !== true), [runsOfChapter])
  const blocked = useStore(runs.store, (state) => state.blocked)
  const end = useRef<HTMLDivElement>(null)
  // The list follows its newest run, also while it grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what moves the end
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [list])
  return (
    <div className="run-list" data-testid="ai-runs">
      {list.length === 0 && blocked === null && <p className="panel-note">{t('panel.runsEmpty')}</p>}
      {list.map((run, at) => (
        <RunCard key={run.key} run={run} number={at + 1} last={run === last} />
      ))}
      {blocked !== null && <Notice tone="danger">{t('run.blocked', { message: sentence(blocked) })}</Notice>}
      <div ref={end} />
    </div>
  )
}

/** Talking has a place of its own. */
const isWriting = ({ id }: SkillSummary) => id !== 'chat'

/** The skills of the work; the chosen one is what the button below runs. */
const SkillButtons = () => {
  const { t } = useTranslation()
  const panel = usePanel()
  const skills = useSkills()
  const skillId = useStore(panel, (state) => state.skillId)
  const chosenRunOf = useChosenRuns()
  const now = chosenRunOf(skillId)
  const note = useCacheNote('skill', now)
  /** Another model or effort is remembered for it, with a cache of its own. */
  const losesCache = (other: string) => {
    const { model, choices } = chosenRunOf(other)
    return model?.id !== now.model?.id || choices.effort !== now.choices.effort
  }
  const titleOf = ({ id, error, notice }: SkillSummary) => {
    if (error !== undefined) return notice ? (noticeSentence(notice, t) ?? error) : error
    return losesCache(id) ? note : undefined
  }
  if (skills === null) return <Skeleton label={t('panel.skills')} lines={1} />
  if (skills.length === 0) return <p className="panel-note">{t('panel.noSkills')}</p>
  return (
    <fieldset className="skills" aria-label={t('panel.skills')}>
      {skills.filter(isWriting).map((skill) => (
        <button
          key={skill.id}
          type="button"
          className="skill"
          data-testid={`ai-skill-${skill.id}`}
          aria-pressed={skill.id === skillId}
          disabled={skill.error !== undefined}
          title={titleOf(skill)}
          onClick={() => panel.setState({ skillId: skill.id })}
        >
          {skill.name}
        </button>
      ))}
    </fieldset>
  )
}

/** What the model will read if a skill runs now, in one line and one bar. */
const ContextMeter = () => {
  const { t } = useTranslation()
  const language = useInterfaceLanguage()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const context = useContextModel()
  const { preview, previewError } = useStore(context.store)
  const { last: run } = useCurrentRuns()
  // Until the caret has rested there is no preview; then the last run says most.
  const shown = run?.context ?? null
  const isLast = shown !== null && ((run !== undefined && isWorking(run)) || preview === null)
  const summary = isLast ? shown : preview
  if (run?.state.phase === 'preparing' && run.state.step === 'warmingUp')
    return <p className="panel-note">{t('run.warmingUp')}</p>
  if (summary === null) {
    return (
      <p className="panel-note">{previewError === null ? t('panel.meterEmpty') : sentence(previewError)}</p>
    )
  }
  const segments = windowSegments(summary)
  const layers = segments.filter(({ name }) => name !== 'free' && name !== 'reserve')
  return (
    <button
      type="button"
      className="meter"
      data-testid="ai-context-meter"
      onClick={() => view.setState({ viewerOpen: true })}
    >
      <span className="meter-heading">
        <b>{t(isLast ? 'panel.meterLast' : 'panel.meter')}</b>
        <span className="grow" />
        <span className="number">
          {t('panel.meterOf', {
            used: formatCount(lengthOf(summary.tokenCount, language)),
            free: formatCount(lengthOf(summary.budget.maxInputTokens - summary.tokenCount, language)),
          })}
        </span>
      </span>
      <StackedBar segments={segments} total={summary.budget.windowTokens} />
      <Legend segments={layers} />
    </button>
  )
}
