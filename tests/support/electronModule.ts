/**
 * What `import … from 'electron'` gives in the test of the desktop build: the double behind the names and the
 * event emitters of Electron's own module, for the main process and for the preload script of its one page.
 */

import type { Preventable, SystemQuestion } from '../../main/src/hosts/electron/api.ts'
import { type ContentsDouble, createElectronDouble } from './electronDouble.ts'

type Listener = (...args: never[]) => void

export const double = createElectronDouble()
const { electron } = double
const ownFrame = { url: 'app://creonow/index.html', parent: null }

/** As messages between processes are: copied, so that no function or prototype comes across. */
const copied = <T>(message: T): T => structuredClone(message)

export const app = {
  isPackaged: true,
  getLocale: () => 'zh-CN',
  getVersion: () => '0.1.0',
  isReady: () => true,
  enableSandbox: electron.app.enableSandbox,
  setPath: (_name: string, path: string) => electron.app.setUserDataFolder(path),
  requestSingleInstanceLock: electron.app.requestSingleInstanceLock,
  whenReady: electron.app.whenReady,
  quit: electron.app.quit,
  relaunch: electron.app.relaunch,
  releaseSingleInstanceLock: electron.app.releaseSingleInstanceLock,
  setAsDefaultProtocolClient: electron.app.setAsDefaultProtocolClient,
  addRecentDocument: electron.app.addRecentDocument,
  exit: (code: number) => process.exit(code),
  on(event: string, listener: (...args: unknown[]) => void) {
    if (event === 'second-instance')
      electron.app.onSecondInstance((commandLine, workingFolder) => listener({}, commandLine, workingFolder))
    if (event === 'open-file') electron.app.onOpenFile(listener)
    if (event === 'open-url') electron.app.onOpenUrl(listener)
    if (event === 'activate') electron.app.onActivate(listener)
    if (event === 'window-all-closed') electron.app.onWindowAllClosed(listener)
    if (event === 'before-quit') electron.app.onBeforeQuit(listener)
    if (event === 'web-contents-created')
      electron.app.onWebContentsCreated(
        (contents) => listener({}, webContents(contents as ContentsDouble)), // the double makes no others
      )
  },
}

function webContents(contents: ContentsDouble) {
  const on = (event: string, listener: Listener) => {
    const navigated = (call: Preventable, url: string) => listener(...([{ ...call, url }] as never[]))
    if (event === 'will-navigate') contents.onWillNavigate(navigated)
    if (event === 'will-frame-navigate') contents.onWillFrameNavigate(navigated)
    if (event === 'will-redirect') contents.onWillRedirect(navigated)
    if (event === 'will-attach-webview') contents.onWillAttachWebview(listener as () => void)
    if (event === 'context-menu') contents.onContextMenu((target) => listener(...([{}, target] as never[])))
    if (event === 'render-process-gone')
      contents.onEnded((details) => listener(...([{}, details] as never[])))
    if (event === 'destroyed') contents.onDestroyed(listener as () => void)
  }
  return {
    id: contents.id,
    on,
    once: on,
    setWindowOpenHandler: contents.setWindowOpenHandler,
    isDestroyed: contents.isDestroyed,
    print: (_options: object, whenDone: (isPrinted: boolean) => void) => void contents.print().then(whenDone),
    printToPDF: contents.printToPdf,
    send(channel: string, message: unknown) {
      contents.send(channel, copied(message))
      for (const listener of heard.get(channel) ?? []) listener({}, copied(message))
    },
  }
}

export class BrowserWindow {
  readonly webContents: ReturnType<typeof webContents>
  readonly loadURL: (url: string) => Promise<void>
  readonly focus: () => void
  readonly close: () => void
  readonly on: (event: string, listener: () => void) => void
  readonly getNormalBounds: () => object
  readonly setProgressBar: (ratio: number) => void
  constructor(options: Parameters<typeof electron.createWindow>[0]) {
    const window = electron.createWindow(options)
    this.webContents = webContents(window.webContents as ContentsDouble) // as above
    this.loadURL = (url) => window.loadURL(url)
    this.focus = () => window.focus()
    this.close = () => window.close()
    this.on = (event, listener) => (event === 'focus' ? window.onFocus(listener) : window.onPlaced(listener))
    this.getNormalBounds = () => window.normalBounds()
    this.setProgressBar = (ratio) => window.setProgress(ratio < 0 ? null : ratio)
  }
  isMinimized = () => false
  restore = () => {}
  isMaximized = () => false
}

export const protocol = electron.protocol
export const session = {
  defaultSession: {
    ...electron.permissions,
    setSpellCheckerEnabled: electron.spelling.setEnabled,
    setSpellCheckerDictionaryDownloadURL: electron.spelling.setDictionaryUrl,
    on: (_event: 'will-download', listener: (event: Preventable, item: { getURL(): string }) => void) =>
      electron.onWillDownload((event, url) => listener(event, { getURL: () => url })),
  },
}
export const Menu = {
  buildFromTemplate: (template: readonly object[]) => template,
  setApplicationMenu: () => {},
}
export const screen = {
  getPrimaryDisplay: () => ({ id: 0, workArea: electron.displays()[0] }),
  getAllDisplays: () => electron.displays().map((workArea, id) => ({ id, workArea })),
}
export const clipboard = electron.clipboard
export const powerMonitor = {
  on: (event: 'suspend' | 'resume', listener: () => void) =>
    event === 'suspend' ? electron.power.onSuspend(listener) : electron.power.onResume(listener),
}
export class Notification {
  static isSupported = () => true
  readonly #text: { title: string; body: string }
  #click = () => {}
  constructor(text: { title: string; body: string }) {
    this.#text = text
  }
  on(event: string, listener: () => void) {
    if (event === 'click') this.#click = listener
  }
  show = () => void electron.notify(this.#text, () => this.#click())
}
export const nativeTheme = { themeSource: 'system' }
export const ipcMain = electron.ipcMain
export const shell = electron.shell
export const safeStorage = electron.safeStorage
export const dialog = {
  showMessageBox: async (question: SystemQuestion) => ({ response: await electron.ask(question) }),
  showMessageBoxSync: () => 0,
  showErrorBox: (title: string, text: string) => console.error(title, text),
}

const heard = new Map<string, Set<(sender: unknown, message: unknown) => void>>()
/** What the preload script has given to the page. */
export const exposed: Record<string, unknown> = {}
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => {
    exposed[name] = value
  },
}

function page(): ContentsDouble {
  const contents = double.windows[0]?.contents
  if (!contents) throw new Error('no window')
  return contents
}

export const ipcRenderer = {
  invoke: async (_channel: string, ...args: unknown[]) =>
    copied(await double.invoke(page(), ownFrame, ...copied(args))),
  send: (channel: string, ...args: unknown[]) => double.message(channel, page(), ownFrame, ...copied(args)),
  on(channel: string, listener: (sender: unknown, message: unknown) => void) {
    heard.set(channel, (heard.get(channel) ?? new Set()).add(listener))
  },
  removeListener: (channel: string, listener: (sender: unknown, message: unknown) => void) =>
    heard.get(channel)?.delete(listener),
}
