import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ExportDialog } from '../features/bookExport/ExportDialog.tsx'
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { loadSourceNames } from '../i18n/sourceNames.ts'
import { useApp } from './AppContext.tsx'
import { Shell } from './Shell.tsx'
import { useAppearance } from './useAppearance.ts'
import { useDroppedFile } from './useDroppedFile.ts'

/** The window: the first screen, or the open work. */
export const App = () => {
  const { ipc, settings, workspace } = useApp()
  const { i18n } = useTranslation()
  const project = useStore(workspace.store, (state) => state.project)
  useAppearance()
  useDroppedFile()
  useEffect(() => {
    void settings.load()
    void workspace.comeBack()
  }, [settings, workspace])
  useEffect(() => void loadSourceNames(ipc, i18n), [ipc, i18n])
  return (
    <>
      {project === null ? <Welcome /> : <Shell />}
      <SettingsDialog />
      <ExportDialog />
    </>
  )
}
