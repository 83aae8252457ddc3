import { readFile, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DesktopEvent, DesktopNotification, UpdateState } from '../../contract/desktop.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import type { DesktopAround } from '../../ipc/session.ts'
import type { Logger } from '../../lib/logger.ts'
import { crashWords } from '../crashReport.ts'
import type { ClickedTarget, ElectronApi, MenuAction, WebContentsApi, WindowApi } from './api.ts'
import { appMenu } from './appMenu.ts'
import { contextMenu } from './contextMenu.ts'
import type { OpenRequest } from './openRequest.ts'
import type { UnsavedWindows } from './updates/unsavedWindows.ts'
import type { Updates } from './updates/updates.ts'
import { newsOf } from './updates/updateWords.ts'
import { createWindowPlaces, placeOn, type WindowPlace } from './windowPlaces.ts'
import { createWindows, type OpenWindow, type Windows } from './windows.ts'

/** How long a window rests before its place is saved, in milliseconds. */
const savingMs = 400
/** As large as a manuscript may be, in bytes. */
const maxImportBytes = 64 * 1024 * 1024

/** What is needed to make the desktop around the windows. */
export interface DesktopOptions {
  /** The calls of Electron. */
  readonly electron: ElectronApi
  /** Menus differ by it. */
  readonly platform: NodeJS.Platform
  /** Language of the menu until a page has described itself. */
  readonly language: () => UiLanguage
  /** Where the places of windows are stored. */
  readonly dataFolder: string
  /** Opens a window and calls `add`; resolves when its page is loaded. */
  readonly openWindow: () => Promise<void>
  /** New versions of the app. */
  readonly updates: Updates
  /** What the pages say of their texts. */
  readonly unsaved: UnsavedWindows
  /** Gets what fails in the background. */
  readonly logger: Logger
}

/** Menus and colours of the windows: what a window shows decides them. */
export interface Desktop {
  /** The windows that are open. */
  readonly windows: Windows
  /** Adds a window; `admit` is given what its page may do to the desktop, and returns what sends to that page. */
  add(window: WindowApi, admit: (around: DesktopAround) => (event: DesktopEvent) => void): void
  /** Asks what is to become of a window whose page has ended: `load` loads it again, `report` may be copied. */
  offerAgain(ended: {
    readonly window: WindowApi
    readonly report: string
    readonly load: () => Promise<void>
  }): void
  /** Sends an event to the pages of all windows. */
  broadcast(event: DesktopEvent): void
  /** Brings a window to the front, or opens one. */
  show(): void
  /** Shows what the system or another start asks for, in the window that has it, an empty one or a new one. */
  openRequest(request: OpenRequest): Promise<void>
  /** Where the next window opens. */
  nextPlace(): WindowPlace
  /** Shows the menu of the window in front. */
  showMenu(): void
  /** Shows in menu and pages where a new version is, and by a notification that there is one. */
  showUpdate(state: UpdateState): void
}

/**
 * Chromium would get dictionaries from its vendor. From this address it gets nothing: it refuses to connect to port 9,
 * on this computer too.
 */
const noDictionaryUrl = 'http://127.0.0.1:9/'

/** Call it after Electron is ready. */
export async function createDesktop(options: DesktopOptions): Promise<Desktop> {
  const { electron, platform, dataFolder, updates, unsaved, logger } = options
  electron.spelling.setDictionaryUrl(noDictionaryUrl)
  electron.spelling.setEnabled(false)
  const places = createWindowPlaces({ dataFolder, logger })
  const windows = createWindows(showMenu)
  function showMenu(): void {
    const shown = windows.front()?.shown
    const { language = options.language(), theme = 'system', hasChapter = false, modes = [] } = shown ?? {}
    electron.setTheme(theme)
    const hasWork = shown?.work !== undefined
    const hasUpdate = updates.state().step === 'ready'
    electron.setMenu(appMenu({ platform, language, hasWork, hasChapter, modes, hasUpdate }), runAction)
    noteRecent(shown?.work?.rootPath)
  }
  let recent: string | undefined
  function noteRecent(rootPath: string | undefined): void {
    if (rootPath === undefined || rootPath === recent) return
    recent = rootPath
    electron.app.addRecentDocument(rootPath)
  }
  function runAction(action: MenuAction): void {
    const front = windows.front()
    if (action.kind === 'update') update()
    else if (action.kind === 'newWindow' || front === undefined) open()
    else doInFront(action, front)
  }
  function doInFront(
    action: Exclude<MenuAction, { kind: 'newWindow' | 'update' }>,
    { send }: OpenWindow,
  ): void {
    switch (action.kind) {
      case 'command':
        send({ type: 'command', command: action.command })
        return
      case 'mode':
        send({ type: 'mode', mode: action.mode })
        return
      case 'openLink':
        inBackground(electron.shell.openExternal(action.url), 'link not opened')
        return
      case 'copyLink':
        electron.clipboard.writeText(action.url)
    }
  }
  /** What comes of it is in the settings of the window in front. */
  function update(): void {
    const { step } = updates.state()
    void updates.act(step === 'ready' ? 'install' : 'check')
    show()
    windows.front()?.send({ type: 'command', command: 'settings' })
  }
  function showUpdate(state: UpdateState): void {
    showMenu()
    for (const { send } of windows.all()) send({ type: 'updates', state })
    const news = newsOf(state, windows.front()?.shown?.language ?? options.language())
    if (news !== null && state.obstacle === undefined)
      electron.notify(news, () => {
        show()
        windows.front()?.send({ type: 'command', command: 'settings' })
      })
  }
  function showContextMenu(window: WindowApi, target: ClickedTarget): void {
    windows.focused(window.webContents.id)
    const shown = windows.front()?.shown
    const entries = contextMenu(target, { language: shown?.language ?? options.language() })
    if (entries.length > 0) window.popup(entries, runAction)
  }
  function inBackground(done: Promise<void>, failed: string): void {
    done.catch((error: unknown) => logger.error({ cause: String(error) }, failed))
  }
  const open = () => inBackground(options.openWindow(), 'window did not open')
  function show(): void {
    const front = windows.front()
    if (front === undefined) open()
    else front.window.focus()
  }
  /** In the window that shows it already, else in one that shows no work, else in a new one. */
  function showIn(owner: OpenWindow | undefined, event: DesktopEvent | null): void {
    const isFree = windows.front()?.shown?.work === undefined
    // A window is among the open ones as soon as it is asked for; its page gets the event when it has come.
    if (owner === undefined && (windows.front() === undefined || !isFree)) open()
    const target = owner ?? windows.front()
    target?.window.focus()
    if (event !== null) target?.send(event)
  }
  async function openRequest(request: OpenRequest): Promise<void> {
    if (request.kind === 'place') {
      const { kind, ...place } = request
      const owner = windows.find(({ projectId }) => projectId === request.projectId)
      return showIn(owner, { type: kind, ...place })
    }
    const path = await realpath(request.path).catch(() => request.path)
    const owner = windows.find(({ work }) => work?.rootPath === path)
    showIn(owner, owner === undefined ? await eventOfPath(path) : null)
  }
  async function offerAgain({ window, report, load }: Parameters<Desktop['offerAgain']>[0]): Promise<void> {
    const language = windows.front()?.shown?.language ?? options.language()
    const { page, sent, reopen, copyAndReopen, closeWindow } = crashWords
    const pressed = await electron.ask({
      message: page[language],
      detail: `${sent[language]}\n\n${report}`,
      buttons: [reopen, copyAndReopen, closeWindow].map((words) => words[language]),
    })
    if (window.webContents.isDestroyed()) return
    if (pressed === 1) electron.clipboard.writeText(report)
    if (pressed === 2) window.close()
    else await load()
  }
  /** A click brings the window to the front, if it is open still. */
  function notify(id: number, { command, ...text }: DesktopNotification): boolean {
    return electron.notify(text, () => {
      const entry = windows.all().find(({ window }) => window.webContents.id === id)
      entry?.window.focus()
      if (command !== undefined) entry?.send({ type: 'command', command })
    })
  }
  function watchPlace(window: WindowApi): void {
    const save = afterRest(savingMs, () => {
      const place = { bounds: window.normalBounds(), isMaximized: window.isMaximized() }
      inBackground(places.save(electron.displays(), place), 'place of the window not saved')
    })
    window.onPlaced(save.soon)
    window.webContents.onDestroyed(save.cancel)
  }
  return {
    windows,
    add(window, admit) {
      const { webContents } = window
      webContents.onDestroyed(() => {
        windows.remove(webContents.id)
        unsaved.set(webContents.id, false)
      })
      window.onFocus(() => windows.focused(webContents.id))
      webContents.onContextMenu((target) => showContextMenu(window, target))
      watchPlace(window)
      windows.add(
        window,
        admit({
          describe: (shown) => windows.describe(webContents.id, shown),
          notify: (notification) => notify(webContents.id, notification),
          print: (to) => print(webContents, to),
          progress: (ratio) => window.setProgress(ratio),
          unsaved: (isUnsaved) => unsaved.set(webContents.id, isUnsaved),
          update: (action) => updates.act(action),
        }),
      )
    },
    offerAgain(ended) {
      inBackground(offerAgain(ended), 'window not opened again')
    },
    broadcast(event) {
      for (const { send } of windows.all()) send(event)
    },
    show,
    openRequest,
    nextPlace() {
      const displays = electron.displays()
      const openAreas = windows.all().map(({ window }) => window.normalBounds())
      return placeOn(displays, places.on(displays), openAreas)
    },
    showMenu,
    showUpdate,
  }
}

/**
 * A file is looked at for an import; everything else is opened as a work, and where it is none, missing or too large, the
 * page says so.
 */
async function eventOfPath(path: string): Promise<DesktopEvent> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile() || stats.size > maxImportBytes) return { type: 'open', rootPath: path }
  return { type: 'import', fileName: basename(path), base64: (await readFile(path)).toString('base64') }
}

async function print(contents: WebContentsApi, to: 'printer' | 'pdf'): Promise<Uint8Array | undefined> {
  if (to === 'pdf') return contents.printToPdf()
  return (await contents.print()) ? new Uint8Array() : undefined
}

/** Calls back once the calls have stopped for a time. */
function afterRest(ms: number, callback: () => void) {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  return {
    cancel,
    soon() {
      cancel()
      timer = setTimeout(callback, ms)
    },
  }
}
