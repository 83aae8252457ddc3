import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DesktopEvent, ShownWindow } from '../../contract/desktop.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ClickedTarget, ElectronApi, MenuAction, WindowApi } from './api.ts'
import { appMenu } from './appMenu.ts'
import { createBookWords } from './bookWords.ts'
import { contextMenu } from './contextMenu.ts'
import { createSpelling } from './spelling.ts'
import { createWindows, type OpenWindow, type Windows } from './windows.ts'

/** What is needed to make the desktop around the windows. */
export interface DesktopOptions {
  /** The calls of Electron. */
  readonly electron: ElectronApi
  /** Menus and dictionaries differ by it. */
  readonly platform: NodeJS.Platform
  /** Language of the menu until a page has described itself. */
  readonly language: () => UiLanguage
  /** Chromium's profile, where its dictionaries are. */
  readonly profileFolder: string
  /** Where the words of the books are. */
  readonly dataFolder: string
  /** Opens a window and calls `add`; resolves when its page is loaded. */
  readonly openWindow: () => Promise<void>
  /** Gets what fails in the background. */
  readonly logger: Logger
}

/** Menus, spelling and colours of the windows: what a window shows decides them. */
export interface Desktop {
  /** The windows that are open. */
  readonly windows: Windows
  /** Adds a window; `admit` is given what takes the descriptions of its page, and returns what sends to it. */
  add(
    window: WindowApi,
    admit: (describe: (shown: ShownWindow) => void) => (event: DesktopEvent) => void,
  ): void
  /** Opens a window in the background. */
  openWindow(): void
  /** Shows the menu of the window in front. */
  showMenu(): void
}

/** Call it after Electron is ready. */
export async function createDesktop(options: DesktopOptions): Promise<Desktop> {
  const { electron, platform, profileFolder, dataFolder, logger } = options
  const bookWords = createBookWords({ dataFolder, logger })
  const spelling = await createSpelling({
    spelling: electron.spelling,
    files: await readdir(join(profileFolder, 'Dictionaries')).catch(() => []),
    ...{ platform, logger },
  })
  const windows = createWindows(showMenu)
  function showMenu(): void {
    const shown = windows.front()?.shown
    const { language = options.language(), theme = 'system', hasChapter = false, modes = [] } = shown ?? {}
    electron.setTheme(theme)
    const hasWork = shown?.work !== undefined
    electron.setMenu(appMenu({ platform, language, hasWork, hasChapter, modes }), runAction)
    spelling.use(shown?.work, wordsOf(shown))
  }
  const wordsOf = (shown: ShownWindow | undefined) =>
    shown?.projectId === undefined ? [] : bookWords.of(shown.projectId)
  async function changeWords(change: 'add' | 'remove', word: string): Promise<void> {
    const { projectId } = windows.front()?.shown ?? {}
    if (projectId === undefined) return
    await bookWords[change](projectId, word)
    showMenu()
  }
  function runAction(action: MenuAction): void {
    const front = windows.front()
    if (action.kind === 'newWindow' || front === undefined) open()
    else doInFront(action, front)
  }
  function doInFront(action: Exclude<MenuAction, { kind: 'newWindow' }>, { window, send }: OpenWindow): void {
    switch (action.kind) {
      case 'command':
        send({ type: 'command', command: action.command })
        return
      case 'mode':
        send({ type: 'mode', mode: action.mode })
        return
      case 'correct':
        window.webContents.replaceMisspelling(action.word)
        return
      case 'addWord':
        inBackground(changeWords('add', action.word), 'word not added')
        return
      case 'removeWord':
        inBackground(changeWords('remove', action.word), 'word not removed')
        return
      case 'openLink':
        inBackground(electron.shell.openExternal(action.url), 'link not opened')
        return
      case 'copyLink':
        electron.clipboard.writeText(action.url)
    }
  }
  function showContextMenu(window: WindowApi, target: ClickedTarget): void {
    windows.focused(window.webContents.id)
    const shown = windows.front()?.shown
    const { language = options.language(), projectId } = shown ?? {}
    const words = projectId === undefined ? undefined : new Set(wordsOf(shown))
    const entries = contextMenu(target, { language, bookWords: words })
    if (entries.length > 0) window.popup(entries, runAction)
  }
  function inBackground(done: Promise<void>, failed: string): void {
    done.catch((error: unknown) => logger.error({ cause: String(error) }, failed))
  }
  const open = () => inBackground(options.openWindow(), 'window did not open')
  return {
    windows,
    add(window, admit) {
      const { webContents } = window
      webContents.onDestroyed(() => windows.remove(webContents.id))
      window.onFocus(() => windows.focused(webContents.id))
      webContents.onContextMenu((target) => showContextMenu(window, target))
      windows.add(
        window,
        admit((shown) => windows.describe(webContents.id, shown)),
      )
    },
    openWindow: open,
    showMenu,
  }
}
