import { FileDown, Monitor, Moon, PanelRight, Search, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { IconButton } from '../components/IconButton.tsx'
import { useAppSettings } from '../features/settings/useAppSettings.ts'
import { useCodex, useEditor, useSettings, useViewStore, useWorkspace } from './AppContext.tsx'
import { SaveWord } from './SaveWord.tsx'
import { useDocuments } from './useDocuments.ts'
import { openPanel } from './viewStore.ts'
import { WindowSwitches } from './WindowSwitches.tsx'
import './TopBar.css'

const themes = ['system', 'light', 'dark'] as const
const themeIcons = { system: Monitor, light: Sun, dark: Moon }

/** Work, chapter, save state, and the few switches of the window. */
export const TopBar = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const settings = useSettings()
  const workspace = useWorkspace()
  const editor = useEditor()
  const codex = useCodex()
  const codexShown = useStore(codex.store, (state) => state.shown !== null)
  const { leftOpen, panelOpen, narrow, oneSide, sheet } = useStore(view)
  const hasSideSheet = sheet !== null || codexShown
  const isPanelShown = panelOpen && (narrow || !oneSide || !hasSideSheet)
  const project = useStore(workspace.store, (state) => state.project)
  const documents = useDocuments()
  const documentId = useStore(editor.store, (state) => state.documentId)
  const theme = useAppSettings(({ theme }) => theme) ?? 'system'
  const chapter = documents?.find((document) => document.documentId === documentId)
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const ThemeIcon = themeIcons[theme]

  return (
    <header className="top-bar">
      <h1 className="top-heading">
        <button
          type="button"
          className="top-project"
          title={t('top.home')}
          onClick={() => void workspace.closeProject()}
        >
          {project?.name}
        </button>
      </h1>
      {chapter !== undefined && (
        <>
          <span className="top-slash" aria-hidden="true">
            /
          </span>
          <span className="top-chapter" title={chapter.title}>
            {chapter.title}
          </span>
        </>
      )}
      <span className="grow" />
      <SaveWord />
      <IconButton
        icon={Search}
        label={t('top.find')}
        disabled={documentId === null}
        onPress={() => editor.openSearch()}
      />
      <IconButton
        icon={FileDown}
        label={t('bookExport.open')}
        onPress={() => view.setState({ exportOpen: true })}
      />
      <IconButton
        icon={ThemeIcon}
        label={t('top.theme', { theme: t(`top.themes.${theme}`) })}
        onPress={() => void settings.update({ theme: nextTheme })}
      />
      <WindowSwitches />
      <IconButton
        icon={PanelRight}
        label={t('top.panel')}
        expanded={isPanelShown}
        onPress={() => {
          if (isPanelShown) view.setState({ panelOpen: false })
          else openPanel(view, codex, { leftOpen: !narrow && leftOpen })
        }}
      />
    </header>
  )
}
