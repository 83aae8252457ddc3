import { useEffect } from 'react'
import { useStore } from 'zustand'
import { ExportDialog } from '../features/bookExport/ExportDialog.tsx'
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { ProjectProvider, useWorkspace } from './AppContext.tsx'
import { Shell } from './Shell.tsx'
import { useAppearance } from './useAppearance.ts'
import { useDroppedFile } from './useDroppedFile.ts'

/** The window: the first screen, or the open project. */
export const App = () => {
  const workspace = useWorkspace()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  useAppearance()
  useDroppedFile()
  useEffect(() => {
    void workspace.comeBack()
  }, [workspace])
  return (
    <>
      {projectId === undefined ? (
        <Welcome />
      ) : (
        <ProjectProvider projectId={projectId}>
          <Shell />
        </ProjectProvider>
      )}
      <SettingsDialog />
      <ExportDialog />
    </>
  )
}
