import type { DesktopEvent } from '#contract/desktop.ts'
import { type CommandName, commands } from '../../../main/src/contract/sentences/commands.ts'
import { bytesOf } from './saveFile.ts'
import type { ViewStore } from './viewStore.ts'
import { stateOfMode, type WindowModes } from './windowModes.ts'
import type { Workspace } from './workspace.ts'

export interface DesktopEventsOptions {
  readonly view: ViewStore
  readonly modes: Pick<WindowModes, 'toggle'>
  readonly workspace: Pick<Workspace, 'store' | 'closeProject' | 'openListed' | 'openNamed' | 'reveal'>
  /** What each command does. */
  readonly runs: Readonly<Record<CommandName, () => void>>
  /** Stores what is typed and not stored yet, the open chapter in its file. */
  readonly save: () => void
  /** Reads again what is shown. */
  readonly refresh: () => void
  /** Whether a dialog, a question, a list or a menu is open. */
  readonly isOverlayOpen: () => boolean
}

/** Does in this window what the desktop asks for. */
export const desktopEvents = (options: DesktopEventsOptions) => {
  const { view, modes, workspace, runs, isOverlayOpen } = options
  /** Without an open work, once everything in it is saved; false when something could not be. */
  const leaveWork = async () => {
    if (workspace.store.getState().project !== null) await workspace.closeProject()
    return workspace.store.getState().project === null
  }
  const goTo = async ({ projectId, documentId, offsetUtf16 }: DesktopEvent & { type: 'place' }) => {
    const isOpen = () => workspace.store.getState().project?.projectId === projectId
    if (!isOpen() && (await leaveWork())) await workspace.openListed(projectId)
    if (isOpen()) await workspace.reveal(documentId, { from: offsetUtf16, to: offsetUtf16 })
  }
  return async (event: DesktopEvent): Promise<void> => {
    // A dialog or a question comes first, as it does for the keys.
    if ((event.type === 'mode' || event.type === 'command') && isOverlayOpen()) return
    const { project } = workspace.store.getState()
    switch (event.type) {
      case 'open':
        if (await leaveWork()) await workspace.openNamed(event.rootPath)
        return
      case 'import':
        if (await leaveWork()) view.setState({ dropped: new File([bytesOf(event.base64)], event.fileName) })
        return
      case 'place':
        return goTo(event)
      case 'suspend':
        return options.save()
      case 'resume':
        return options.refresh()
      case 'updates':
        return // the settings show it themselves
      case 'mode':
        if (project !== null) modes.toggle(stateOfMode[event.mode])
        return
      case 'command':
        if (project === null && (event.command === 'palette' || 'needs' in commands[event.command])) return
        if (event.command === 'palette') view.setState({ paletteOpen: true })
        else runs[event.command]()
    }
  }
}
