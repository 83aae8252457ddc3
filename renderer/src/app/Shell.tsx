import { type CSSProperties, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { AiPanel } from '../features/aiPanel/AiPanel.tsx'
import { BookSearchPanel } from '../features/bookSearch/BookSearchPanel.tsx'
import { ChapterList } from '../features/chapters/ChapterList.tsx'
import { GoalDialog } from '../features/dailyWords/GoalDialog.tsx'
import { EditorPane } from '../features/editor/EditorPane.tsx'
import { HistorySheet } from '../features/history/HistorySheet.tsx'
import { Palette } from '../features/palette/Palette.tsx'
import { usePaletteKey } from '../features/palette/usePaletteKey.ts'
import { useHistory, useViewStore, useWorkspace } from './AppContext.tsx'
import { Notices } from './Notices.tsx'
import { ResizeHandle } from './ResizeHandle.tsx'
import { Sheet } from './Sheet.tsx'
import { Shelf } from './Shelf.tsx'
import { TopBar } from './TopBar.tsx'
import { useBookSearchKey } from './useBookSearchKey.ts'
import { useModeKeys } from './useModeKeys.ts'
import { useSuggestionKeys } from './useSuggestionKeys.ts'

/** The open work: chapters, manuscript, AI panel; under 1,000 px the sides are drawers. */
export const Shell = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const history = useHistory()
  const workspace = useWorkspace()
  const { narrow, fullScreen, chaptersOpen, panelOpen, panelWidth, viewerOpen, viewerWide, searchOpen } =
    useStore(view)
  const project = useStore(workspace.store, (state) => state.project)
  const hasHistory = useStore(history.store, (state) => state.documentId !== null)
  const wide = viewerOpen && viewerWide
  const style = { '--panel-width': wide ? '50vw' : `${panelWidth}px` } as CSSProperties // custom property

  useSuggestionKeys()
  useBookSearchKey()
  usePaletteKey()
  useModeKeys()
  useEffect(() => {
    if (!narrow) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        view.setState({ chaptersOpen: false, panelOpen: false })
      }
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [narrow, view])

  return (
    <div className={`shell${narrow ? ' shell-narrow' : ''}${fullScreen ? ' shell-full' : ''}`} style={style}>
      {!fullScreen && <TopBar />}
      <Palette />
      <GoalDialog />
      <div className="shell-body">
        {chaptersOpen && searchOpen && (
          <search className="side side-left side-search" aria-label={t('bookSearch.title')}>
            <BookSearchPanel />
          </search>
        )}
        {chaptersOpen && !searchOpen && (
          <nav className="side side-left" aria-label={t('top.chapters')}>
            <ChapterList />
            <Shelf />
          </nav>
        )}
        <Sheet />
        <main className="middle">
          {fullScreen && <h1 className="visually-hidden">{project?.name}</h1>}
          <Notices />
          <EditorPane />
        </main>
        {hasHistory && (
          <aside className="side side-right side-history" aria-label={t('history.open')}>
            <HistorySheet />
          </aside>
        )}
        {panelOpen && !hasHistory && (
          <aside className="side side-right" aria-label={t('top.panel')}>
            {!narrow && !wide && <ResizeHandle />}
            <AiPanel />
          </aside>
        )}
        {narrow && (chaptersOpen || panelOpen) && (
          <div
            className="scrim"
            aria-hidden="true"
            onClick={() => view.setState({ chaptersOpen: false, panelOpen: false })}
          />
        )}
      </div>
    </div>
  )
}
