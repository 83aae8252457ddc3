import {
  type CSSProperties,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ApprovalPane } from '../features/agent/ApprovalPane.tsx'
import { pendingApproval } from '../features/agent/taskStore.ts'
import { AiPanel } from '../features/aiPanel/AiPanel.tsx'
import { useTextKeys } from '../features/atTheText/useTextKeys.ts'
import { ExportDialog } from '../features/bookExport/ExportDialog.tsx'
import { GoalDialog } from '../features/dailyWords/GoalDialog.tsx'
import { EditorPane } from '../features/editor/EditorPane.tsx'
import { HistorySheet } from '../features/history/HistorySheet.tsx'
import { useNoteMarks } from '../features/notes/useNoteMarks.ts'
import { OutlineScreen } from '../features/outline/OutlineScreen.tsx'
import { Palette } from '../features/palette/Palette.tsx'
import { Shortcuts } from '../features/palette/Shortcuts.tsx'
import { usePaletteKey } from '../features/palette/usePaletteKey.ts'
import { PrintDialog } from '../features/print/PrintDialog.tsx'
import { usePrintKey } from '../features/print/usePrintKey.ts'
import { useSpelling } from '../features/spelling/useSpelling.ts'
import {
  useAgent,
  useCodex,
  useEditor,
  useHistory,
  useRuns,
  useView,
  useViewStore,
  useWorkspace,
} from './AppContext.tsx'
import { LeftColumn } from './LeftColumn.tsx'
import { Notices } from './Notices.tsx'
import { Rail } from './Rail.tsx'
import { Sheet } from './Sheet.tsx'
import { TopBar } from './TopBar.tsx'
import { useBookSearchKey } from './useBookSearchKey.ts'
import { isOverlayOpen, useModeKeys } from './useModeKeys.ts'
import { hasLeft, panelWidths, withText } from './viewStore.ts'
import './Shell.css'

/** The first stop of the Tab key, seen only there: whoever writes by keys gets to the text at once. */
const SkipLink = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  const view = useViewStore()
  return (
    <button type="button" className="visually-hidden skip-link" onClick={() => withText(view, editor.focus)}>
      {t('app.toText')}
    </button>
  )
}

/** The open work: rail, one column on the left, manuscript, AI panel; under 900 px the sides are drawers. */
export const Shell = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const history = useHistory()
  const workspace = useWorkspace()
  const arrangement = useStore(view)
  const { narrow, fullScreen, panelOpen, panelWidth, viewerOpen, viewerWide, sheet } = arrangement
  const project = useStore(workspace.store, (state) => state.project)
  const hasHistory = useStore(history.store, (state) => state.documentId !== null)
  const codex = useCodex()
  const codexShown = useStore(codex.store, (state) => state.shown !== null)
  const isCovered =
    narrow && (hasLeft(arrangement) || panelOpen || hasHistory || sheet !== null || codexShown)
  const wide = viewerOpen && viewerWide
  const style = { '--panel-width': wide ? '50vw' : `${panelWidth}px` } as CSSProperties // custom property

  /** Puts away what slid over the text of a narrow window. */
  const uncover = useCallback(() => {
    view.setState({ leftOpen: false, panelOpen: false, sheet: null })
    codex.hide()
    history.close()
  }, [view, codex, history])

  useSuggestionKeys()
  useBookSearchKey()
  usePaletteKey()
  usePrintKey()
  useModeKeys()
  useTextKeys()
  useNoteMarks()
  useSpelling()
  useEffect(() => {
    if (!narrow) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlayOpen()) uncover()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [narrow, uncover])

  return (
    <div className={`shell${narrow ? ' shell-narrow' : ''}${fullScreen ? ' shell-full' : ''}`} style={style}>
      <SkipLink />
      {!fullScreen && <TopBar />}
      <Palette />
      <Shortcuts />
      <GoalDialog />
      <ExportDialog />
      <PrintDialog />
      {!fullScreen && <Rail />}
      <div className="shell-body">
        {hasLeft(arrangement) && <LeftColumn />}
        <Sheet />
        <main className="middle">
          {fullScreen && <h1 className="visually-hidden">{project?.name}</h1>}
          <Notices />
          <Middle />
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
        {isCovered && <div className="scrim" aria-hidden="true" onClick={uncover} />}
      </div>
    </div>
  )
}

/** The chapter's text, or in its place the outline or what a task wants to write; the text stays as it is below. */
const Middle = () => {
  const agent = useAgent()
  const approval = useStore(agent.store, ({ task }) => pendingApproval(task))
  const isAside = useStore(agent.store, ({ asideApprovalId }) => asideApprovalId === approval?.approvalId)
  const isOutline = useView((state) => state.outlineOpen)
  const hasQuestion = approval !== null && !isAside
  return (
    <div className="middle-place">
      <div className="middle-text" inert={hasQuestion || isOutline}>
        <EditorPane />
      </div>
      {isOutline && (
        <div inert={hasQuestion}>
          <OutlineScreen />
        </div>
      )}
      {approval !== null && <ApprovalPane key={approval.approvalId} approval={approval} isOpen={!isAside} />}
    </div>
  )
}

/** While a suggestion waits, Ctrl+Enter takes it and Escape puts it away, wherever the focus is. */
const useSuggestionKeys = () => {
  const editor = useEditor()
  const runs = useRuns()
  const agent = useAgent()
  const view = useViewStore()
  useEffect(() => {
    const isCovered = () => isOverlayOpen() || agent.isApprovalShown() || view.getState().outlineOpen
    const accept = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      // Under a window the suggestion cannot be seen.
      if (!runs.isPending() || isCovered()) return
      event.preventDefault()
      event.stopPropagation()
      void runs.accept()
    }
    const discard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || editor.suggestionKey() === null) return
      if (isCovered()) return
      event.preventDefault()
      runs.discard()
    }
    // Before the field that has the focus gives the keys a meaning of its own.
    window.addEventListener('keydown', accept, { capture: true })
    window.addEventListener('keydown', discard)
    return () => {
      window.removeEventListener('keydown', accept, { capture: true })
      window.removeEventListener('keydown', discard)
    }
  }, [editor, runs, agent, view])
}

const stepPx = 16

/** The left edge of the AI panel: drag it, or move it with the arrow keys. */
const ResizeHandle = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const width = useView((state) => state.panelWidth)
  const setWidth = (next: number) => {
    const bounded = Math.min(panelWidths.max, Math.max(panelWidths.min, Math.round(next)))
    view.setState({ panelWidth: bounded })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidth(window.innerWidth - event.clientX)
  }
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === 'ArrowLeft') setWidth(width + stepPx)
    if (event.key === 'ArrowRight') setWidth(width - stepPx)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot take focus and be moved
    <div
      className="resize-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('top.panel')}
      aria-valuenow={width}
      aria-valuemin={panelWidths.min}
      aria-valuemax={panelWidths.max}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
