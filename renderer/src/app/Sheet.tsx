import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { SideSheet } from '../components/SideSheet.tsx'
import { StyleScreen } from '../features/authorTexts/StyleScreen.tsx'
import { WorldScreen } from '../features/authorTexts/WorldScreen.tsx'
import { ProfileScreen } from '../features/bookProfile/ProfileScreen.tsx'
import { KnowledgeScreen } from '../features/bookViews/KnowledgeScreen.tsx'
import { TiesScreen } from '../features/bookViews/TiesScreen.tsx'
import { TimelineScreen } from '../features/bookViews/TimelineScreen.tsx'
import { BudgetScreen } from '../features/budget/BudgetScreen.tsx'
import { ChangesScreen } from '../features/changes/ChangesScreen.tsx'
import { ChecksScreen } from '../features/checks/ChecksScreen.tsx'
import { CodexSheet } from '../features/codex/CodexSheet.tsx'
import { Constraints } from '../features/constraints/Constraints.tsx'
import { MemoryScreen } from '../features/memory/MemoryScreen.tsx'
import { NotesScreen } from '../features/notes/NotesScreen.tsx'
import { SkillsScreen } from '../features/skills/SkillsScreen.tsx'
import { SnapshotsScreen } from '../features/snapshots/SnapshotsScreen.tsx'
import { StatisticsScreen } from '../features/statistics/StatisticsScreen.tsx'
import { SynopsesScreen } from '../features/synopses/SynopsesScreen.tsx'
import { TerminologyScreen } from '../features/terminology/TerminologyScreen.tsx'
import { ThreadsScreen } from '../features/threads/ThreadsScreen.tsx'
import { VoiceScreen } from '../features/voice/VoiceScreen.tsx'
import { useCodex, useProjectId, useView, useViewStore } from './AppContext.tsx'
import type { SheetName } from './viewStore.ts'

const screens = {
  style: StyleScreen,
  terminology: TerminologyScreen,
  world: WorldScreen,
  profile: ProfileScreen,
  skills: SkillsScreen,
  budget: BudgetScreen,
} as const

/** Sheets with their own words. */
const lists = {
  constraints: Constraints,
  memory: MemoryScreen,
  synopses: SynopsesScreen,
  threads: ThreadsScreen,
  notes: NotesScreen,
  changes: ChangesScreen,
  checks: ChecksScreen,
  snapshots: SnapshotsScreen,
  statistics: StatisticsScreen,
  voice: VoiceScreen,
  ties: TiesScreen,
  timeline: TimelineScreen,
  knowledge: KnowledgeScreen,
} as const
const isListSheet = (sheet: SheetName): sheet is keyof typeof lists => Object.hasOwn(lists, sheet)

/** The sheet that is open beside the text, if any. */
export const Sheet = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const codex = useCodex()
  const codexShown = useStore(codex.store, (state) => state.shown !== null)
  const sheet = useView((state) => state.sheet)
  const projectId = useProjectId()
  // One sheet at a time: whichever was opened last.
  useEffect(() => {
    if (sheet !== null) codex.hide()
  }, [codex, sheet])
  useEffect(() => {
    if (!codexShown) return
    const { narrow, leftOpen } = view.getState()
    view.setState({ sheet: null, leftOpen: !narrow && leftOpen })
  }, [view, codexShown])
  if (codexShown) return <CodexSheet />
  if (sheet === null) return null
  const close = () => view.setState({ sheet: null })
  if (isListSheet(sheet)) {
    const List = lists[sheet]
    return (
      <SideSheet
        key={sheet}
        title={t(`${sheet}.title`)}
        closeLabel={t(`${sheet}.close`)}
        testId={sheet}
        onClose={close}
      >
        <div className="sheet-body">
          <List />
        </div>
      </SideSheet>
    )
  }
  const Screen = screens[sheet]
  const title = t(`sheet.titles.${sheet}`)
  return (
    <SideSheet
      key={sheet}
      title={title}
      closeLabel={t('sheet.close', { title })}
      testId={`sheet-${sheet}`}
      onClose={close}
    >
      <Screen projectId={projectId} />
    </SideSheet>
  )
}
