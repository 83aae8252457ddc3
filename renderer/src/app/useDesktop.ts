import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ShownWindow } from '#contract/desktop.ts'
import { windowModeNames } from '../../../main/src/contract/sentences/commands.ts'
import { useNotifications } from '../features/notifications/useNotifications.ts'
import { useAppSettings, useInterfaceLanguage } from '../features/settings/useAppSettings.ts'
import {
  useEditor,
  useIpc,
  useQueries,
  useSaveAll,
  useView,
  useViewStore,
  useWindowModes,
  useWorkspace,
} from './AppContext.tsx'

import { desktopEvents } from './desktopEvents.ts'
import { useCommands } from './useCommands.ts'
import { isOverlayOpen } from './useModeKeys.ts'
import { stateOfMode } from './windowModes.ts'

/** What this window shows, for the desktop around it. */
const useShownWindow = (): ShownWindow => {
  const workspace = useWorkspace()
  const editor = useEditor()
  const project = useStore(workspace.store, (state) => state.project)
  const hasChapter = useStore(editor.store, (state) => state.phase === 'ready')
  const language = useInterfaceLanguage()
  const theme = useAppSettings(({ theme }) => theme) ?? 'system'
  const on = useView((state) => windowModeNames.filter((name) => state[stateOfMode[name]]).join(' '))
  return {
    ...{ language, theme, hasChapter },
    modes: windowModeNames.filter((name) => on.split(' ').includes(name)),
    ...(project !== null && {
      projectId: project.projectId,
      work: { name: project.name, rootPath: project.rootPath },
    }),
  }
}

/** Describes this window to the desktop around it, and does what is chosen in the desktop's menu. */
export const useDesktop = () => {
  const ipc = useIpc()
  const view = useViewStore()
  const modes = useWindowModes()
  const workspace = useWorkspace()
  const queries = useQueries()
  const editor = useEditor()
  const saveAll = useSaveAll()
  const { runs } = useCommands()
  useNotifications(runs)
  const shown = JSON.stringify(useShownWindow())
  const hasDesktop = useRef(true)
  useEffect(() => {
    if (!hasDesktop.current) return
    void ipc.invoke('desktop:describe', JSON.parse(shown)).then((answer) => {
      if (answer.ok) hasDesktop.current = answer.data.used
    })
  }, [ipc, shown])

  const isUnsaved = useStore(editor.store, (state) => state.save.kind !== 'saved')
  useEffect(() => {
    if (hasDesktop.current) void ipc.invoke('desktop:unsaved', { isUnsaved })
  }, [ipc, isUnsaved])

  const save = () => {
    saveAll()
    void editor.flush()
  }
  const refresh = () => void queries.invalidateAll()
  const doEvent = desktopEvents({ view, modes, workspace, runs, isOverlayOpen, save, refresh })
  const latest = useRef(doEvent)
  latest.current = doEvent
  useEffect(() => ipc.on('desktop', (event) => void latest.current(event)), [ipc])
}
