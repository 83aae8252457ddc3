import { useTranslation } from 'react-i18next'
import { SidebarRow } from '../components/SidebarRow.tsx'
import { BookSearchPanel } from '../features/bookSearch/BookSearchPanel.tsx'
import { ChangesRow } from '../features/changes/ChangesRow.tsx'
import { ChapterList } from '../features/chapters/ChapterList.tsx'
import { ChecksRow } from '../features/checks/ChecksRow.tsx'
import { CodexRows } from '../features/codex/CodexRows.tsx'
import { ConstraintsRow } from '../features/constraints/ConstraintsRow.tsx'
import { MemoryRow } from '../features/memory/MemoryRow.tsx'
import { NotesRow } from '../features/notes/NotesRow.tsx'
import { SnapshotsRow } from '../features/snapshots/SnapshotsRow.tsx'
import { StatisticsRow } from '../features/statistics/StatisticsRow.tsx'
import { SynopsesRow } from '../features/synopses/SynopsesRow.tsx'
import { ThreadsRow } from '../features/threads/ThreadsRow.tsx'
import { useView, useViewStore } from './AppContext.tsx'
import { openSheet } from './viewStore.ts'

/** The one column on the left of the text: what the rail has chosen. */
export const LeftColumn = () => {
  const { t } = useTranslation()
  const left = useView((state) => state.left)
  if (left === 'search')
    return (
      <search className="side side-left side-search" aria-label={t('bookSearch.title')}>
        <BookSearchPanel />
      </search>
    )
  if (left === 'chapters')
    return (
      <nav className="side side-left" aria-label={t('rail.chapters')}>
        <ChapterList />
        <section className="shelf" aria-label={t('sidebar.aboutChapters')}>
          <ul>
            <SynopsesRow />
            <ThreadsRow />
            <NotesRow />
            <ChecksRow />
            <SnapshotsRow />
            <StatisticsRow />
          </ul>
        </section>
      </nav>
    )
  return (
    <nav className="side side-left side-rows" aria-label={t(`rail.${left}`)}>
      <div className="side-heading">
        <h2>{t(`rail.${left}`)}</h2>
      </div>
      {left === 'codex' ? <CodexPart /> : <RulesPart />}
    </nav>
  )
}

/** Who and what is in the book, by kind, and the views of it. */
const CodexPart = () => {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        <CodexRows />
      </ul>
      <ul>
        <SheetRow sheet="world" label={t('sheet.titles.world')} />
        <SheetRow sheet="ties" label={t('ties.title')} />
        <SheetRow sheet="timeline" label={t('timeline.title')} />
        <SheetRow sheet="knowledge" label={t('knowledge.title')} />
        <ChangesRow />
      </ul>
    </>
  )
}

/** How the book is to be written, and what the model is to do and to read. */
const RulesPart = () => {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        <SheetRow sheet="profile" label={t('sheet.titles.profile')} />
        <SheetRow sheet="style" label={t('sheet.titles.style')} />
        <SheetRow sheet="voice" label={t('voice.title')} />
        <SheetRow sheet="terminology" label={t('sheet.titles.terminology')} />
        <ConstraintsRow />
        <MemoryRow />
      </ul>
      <ul>
        <SheetRow sheet="skills" label={t('sheet.titles.skills')} />
        <SheetRow sheet="budget" label={t('sheet.titles.budget')} />
      </ul>
    </>
  )
}

interface SheetRowProps {
  readonly sheet:
    | 'world'
    | 'ties'
    | 'timeline'
    | 'knowledge'
    | 'profile'
    | 'style'
    | 'voice'
    | 'terminology'
    | 'skills'
    | 'budget'
  readonly label: string
}

const SheetRow = ({ sheet, label }: SheetRowProps) => {
  const view = useViewStore()
  return <SidebarRow testId={`${sheet}-open`} label={label} onPress={() => openSheet(view, sheet)} />
}
