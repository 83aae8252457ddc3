import type {
  Area,
  ClickedTarget,
  ElectronApi,
  InvokeEvent,
  MenuAction,
  MenuEntry,
  NotificationText,
  Preventable,
  PrivilegedScheme,
  SystemQuestion,
  WebContentsApi,
  WindowOptions,
} from '../../main/src/hosts/electron/api.ts'
import type { SenderFrame } from '../../main/src/hosts/security.ts'

type Navigation = (event: Preventable, url: string) => void

/** A web contents made by hand, with what the host registered on it. */
export class ContentsDouble implements WebContentsApi {
  readonly id: number
  readonly sent: unknown[] = []
  readonly loaded: string[] = []
  focused = 0
  /** Called when the user has moved or sized the window. */
  readonly onPlaced: (() => void)[] = []
  bounds: Area = { x: 0, y: 0, width: 0, height: 0 }
  isMaximized = false
  /** What the window has shown of its progress. */
  readonly progress: (number | null)[] = []
  /** Called when the user brings the window to the front. */
  readonly onFocused: (() => void)[] = []
  #navigate: Navigation[] = []
  #frame: Navigation[] = []
  #redirect: Navigation[] = []
  #webview: ((event: Preventable) => void)[] = []
  #destroyed: (() => void)[] = []
  #open: ((details: { url: string }) => { action: 'deny' }) | undefined
  #gone = false
  #context: ((target: ClickedTarget) => void)[] = []
  /** The menu of the last right click, empty without one, and what chooses in it. */
  popup: readonly MenuEntry[] = []
  run: (action: MenuAction) => void = () => {}

  constructor(id: number) {
    this.id = id
  }

  onWillNavigate = (listener: Navigation) => void this.#navigate.push(listener)
  onWillFrameNavigate = (listener: Navigation) => void this.#frame.push(listener)
  onWillRedirect = (listener: Navigation) => void this.#redirect.push(listener)
  onWillAttachWebview = (listener: (event: Preventable) => void) => void this.#webview.push(listener)
  onDestroyed = (listener: () => void) => void this.#destroyed.push(listener)
  onContextMenu = (listener: (target: ClickedTarget) => void) => void this.#context.push(listener)
  readonly #ended: ((details: { reason: string; exitCode: number }) => void)[] = []
  onEnded = (listener: (details: { reason: string; exitCode: number }) => void) =>
    void this.#ended.push(listener)
  /** Its process ends. */
  ends = (reason: string, exitCode: number) => {
    for (const listener of this.#ended) listener({ reason, exitCode })
  }
  /** How often it was printed; null: the author leaves the system's dialog. */
  printed: number | null = 0
  print = async () => {
    if (this.printed === null) return false
    this.printed += 1
    return true
  }
  printToPdf = async () => new TextEncoder().encode('%PDF-雾港')
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: 'deny' }) => {
    this.#open = handler
  }
  isDestroyed = () => this.#gone
  send = (channel: string, message: unknown) => {
    if (this.#gone) throw new Error('Object has been destroyed')
    this.sent.push([channel, message])
  }

  /** True when the host let the page go there. */
  navigates = (url: string) => !prevented((event) => this.#navigate.map((listen) => listen(event, url)))
  navigatesFrame = (url: string) => !prevented((event) => this.#frame.map((listen) => listen(event, url)))
  redirects = (url: string) => !prevented((event) => this.#redirect.map((listen) => listen(event, url)))
  attachesWebview = () => !prevented((event) => this.#webview.map((listen) => listen(event)))
  opensWindow = (url: string) => this.#open?.({ url }).action !== 'deny'
  /** Clicks with the right button, and returns the menu that is shown. */
  rightClick(target: Partial<ClickedTarget>): readonly MenuEntry[] {
    const nothing = { isEditable: false, selectionText: '', linkURL: '' }
    this.popup = []
    for (const listener of this.#context) listener({ ...nothing, ...target })
    return this.popup
  }
  /** Chooses in that menu. */
  choose(label: string) {
    const entry = this.popup.find((each) => each.label === label)
    if (!entry?.action) throw new Error(`${label} cannot be chosen`)
    this.run(entry.action)
  }
  destroy() {
    this.#gone = true
    for (const listener of this.#destroyed) listener()
  }
}

function prevented(fire: (event: Preventable) => void): boolean {
  let stopped = false
  fire({
    preventDefault: () => {
      stopped = true
    },
  })
  return stopped
}

/** Every line of a menu, those below included. */
export const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])])

/** What of Electron the host touched, in order, and levers to play the user and the page. */
export interface ElectronDouble {
  readonly electron: ElectronApi
  readonly log: string[]
  readonly schemes: PrivilegedScheme[]
  readonly windows: { options: WindowOptions; contents: ContentsDouble }[]
  readonly opened: string[]
  readonly quits: { count: number }
  /** The menu of the app now. */
  menu(): readonly MenuEntry[]
  /** Chooses the entry of the menu with this label. */
  choose(label: string): void
  readonly themes: string[]
  /** Texts put on the clipboard. */
  readonly copied: string[]
  readonly spelling: {
    readonly isEnabled: boolean
    readonly url: string
  }
  permission(name: string): boolean
  checks(permission?: string): readonly boolean[]
  fetch(url: string): Promise<Response>
  invoke(contents: { id: number }, frame: SenderFrame | null, ...args: unknown[]): Promise<unknown>
  /** A message that is not answered. */
  message(channel: string, contents: { id: number }, frame: SenderFrame | null, ...args: unknown[]): void
  secondInstance(args?: readonly string[], workingFolder?: string): void
  /** macOS opens a file or folder; true when the host has taken it. */
  openFile(path: string): boolean
  /** macOS follows a link; true when the host has taken it. */
  openUrl(url: string): boolean
  /** The notifications that were shown; `click` is what a click on it does. */
  readonly notifications: { readonly text: NotificationText; readonly click: () => void }[]
  /** What the system's dialog has asked, and the buttons that the author will press, first to last; then the last one. */
  readonly questions: SystemQuestion[]
  readonly presses: number[]
  /** The computer goes to sleep. */
  suspend(): void
  /** It is awake again. */
  resume(): void
  /** What the system has been given for its list. */
  readonly recent: string[]
  /** The displays, to be changed by a test. */
  readonly displays: Area[]
  activate(): void
  allClosed(): void
  /** True when quitting went through at once. */
  beforeQuit(): boolean
  newContents(): ContentsDouble
  /** True when the host let the page's download begin. */
  downloads(url: string): boolean
}

/** A double of the few Electron calls in `ElectronApi`; knows nothing of the host's decisions. */
export function createElectronDouble(
  options: { firstInstance?: boolean; packaged?: boolean; backend?: string; notifies?: boolean } = {},
): ElectronDouble {
  const { firstInstance = true, packaged = true, backend = 'gnome_libsecret', notifies = true } = options
  const log: string[] = []
  const schemes: PrivilegedScheme[] = []
  const windows: { options: WindowOptions; contents: ContentsDouble }[] = []
  const opened: string[] = []
  const quits = { count: 0 }
  const themes: string[] = []
  const copied: string[] = []
  const spelling = {
    isEnabled: true,
    url: 'https://vendor.example/',
  }
  let menu: readonly MenuEntry[] = []
  let run: (action: MenuAction) => void = () => {}
  const created: ((contents: WebContentsApi) => void)[] = []
  const recent: string[] = []
  const questions: SystemQuestion[] = []
  const presses: number[] = []
  const notifications: { readonly text: NotificationText; readonly click: () => void }[] = []
  const displays: Area[] = [{ x: 0, y: 0, width: 1920, height: 1040 }]
  const second: ((commandLine: readonly string[], workingFolder: string) => void)[] = []
  const files: ((event: Preventable, path: string) => void)[] = []
  const urls: ((event: Preventable, url: string) => void)[] = []
  const on: Record<string, (() => void)[]> = { activate: [], closed: [], suspend: [], resume: [] }
  const quitListeners: ((event: Preventable) => void)[] = []
  const protocols = new Map<string, (request: { url: string }) => Promise<Response>>()
  const invokes = new Map<string, (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>>()
  const messages = new Map<string, (event: InvokeEvent, ...args: unknown[]) => void>()
  let request: ((c: unknown, permission: string, answer: (granted: boolean) => void) => void) | undefined
  const checks: ((contents: unknown, permission: string) => boolean)[] = []
  const downloads: ((event: Preventable, url: string) => void)[] = []
  let nextId = 1

  function newContents(): ContentsDouble {
    const contents = new ContentsDouble(nextId++)
    for (const listener of created) listener(contents)
    return contents
  }

  const electron: ElectronApi = {
    app: {
      isPackaged: packaged,
      enableSandbox: () => void log.push('enableSandbox'),
      setUserDataFolder: () => void log.push('setUserDataFolder'),
      requestSingleInstanceLock: () => {
        log.push('lock')
        return firstInstance
      },
      whenReady: async () => void log.push('ready'),
      quit: () => {
        quits.count += 1
      },
      relaunch: () => void log.push('relaunch'),
      releaseSingleInstanceLock: () => void log.push('unlock'),
      onSecondInstance: (listener) => void second.push(listener),
      onOpenFile: (listener) => void files.push(listener),
      onOpenUrl: (listener) => void urls.push(listener),
      setAsDefaultProtocolClient: (scheme) => void log.push(`protocol ${scheme}`),
      addRecentDocument: (path) => void recent.push(path),
      onActivate: (listener) => void on.activate?.push(listener),
      onWindowAllClosed: (listener) => void on.closed?.push(listener),
      onBeforeQuit: (listener) => void quitListeners.push(listener),
      onWebContentsCreated: (listener) => void created.push(listener),
    },
    protocol: {
      registerSchemesAsPrivileged: (list) => {
        log.push('registerSchemes')
        schemes.push(...list)
      },
      handle: (scheme, handler) => void protocols.set(scheme, handler),
    },
    permissions: {
      setPermissionRequestHandler: (handler) => {
        log.push('permissions')
        request = handler
      },
      setPermissionCheckHandler: (handler) => void checks.push(handler),
      setDevicePermissionHandler: (handler) => void checks.push(handler),
    },
    async ask(question) {
      questions.push(question)
      return presses.shift() ?? question.buttons.length - 1
    },
    power: {
      onSuspend: (listener) => void on.suspend?.push(listener),
      onResume: (listener) => void on.resume?.push(listener),
    },
    notify(text, click) {
      if (notifies) notifications.push({ text, click })
      return notifies
    },
    onWillDownload: (listener) => void downloads.push(listener),
    setMenu(entries, onChoice) {
      menu = entries
      run = onChoice
    },
    displays: () => displays,
    setTheme: (theme) => void themes.push(theme),
    ipcMain: {
      handle: (channel, listener) => void invokes.set(channel, listener),
      on: (channel, listener) => void messages.set(channel, listener),
    },
    spelling: {
      setEnabled: (isEnabled) => Object.assign(spelling, { isEnabled }),
      setDictionaryUrl: (url) => Object.assign(spelling, { url }),
    },
    clipboard: { writeText: (text) => void copied.push(text) },
    shell: { openExternal: async (url) => void opened.push(url) },
    safeStorage: {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(text).reverse(),
      decryptStringAsync: async (bytes) => ({
        result: Buffer.from(bytes).reverse().toString(),
        shouldReEncrypt: false,
      }),
      getSelectedStorageBackend: () => backend,
    },
    createWindow(windowOptions) {
      log.push('window')
      const contents = newContents()
      const { x, y, width, height } = windowOptions
      contents.bounds = { x, y, width, height }
      windows.push({ options: windowOptions, contents })
      return {
        webContents: contents,
        loadURL: async (url) => void contents.loaded.push(url),
        close: () => contents.destroy(),
        focus: () => {
          contents.focused += 1
        },
        popup: (entries, run) => Object.assign(contents, { popup: entries, run }),
        onPlaced: (listener) => void contents.onPlaced.push(listener),
        normalBounds: () => contents.bounds,
        isMaximized: () => contents.isMaximized,
        maximize: () => Object.assign(contents, { isMaximized: true }),
        setProgress: (ratio) => void contents.progress.push(ratio),
        onFocus: (listener) => void contents.onFocused.push(listener),
      }
    },
  }

  return {
    electron,
    log,
    schemes,
    windows,
    opened,
    quits,
    themes,
    copied,
    spelling,
    menu: () => menu,
    choose(label) {
      const entry = flat(menu).find((each) => each.label === label)
      if (!entry?.action || entry.enabled === false) throw new Error(`${label} cannot be chosen`)
      run(entry.action)
    },
    newContents,
    downloads: (url) => !prevented((event) => downloads.map((listen) => listen(event, url))),
    permission(name) {
      let granted = true
      request?.({}, name, (answer) => {
        granted = answer
      })
      return granted
    },
    checks: (permission = 'media') => checks.map((check) => check(undefined, permission)),
    fetch: (url) => protocols.get('app')?.({ url }) ?? Promise.reject(new Error('no protocol')),
    invoke: (contents, frame, ...args) =>
      invokes.get('creonow:invoke')?.({ sender: { id: contents.id }, senderFrame: frame }, ...args) ??
      Promise.reject(new Error('no handler')),
    message: (channel, contents, frame, ...args) =>
      messages.get(channel)?.({ sender: { id: contents.id }, senderFrame: frame }, ...args),
    questions,
    presses,
    notifications,
    suspend: () => on.suspend?.forEach((listener) => void listener()),
    resume: () => on.resume?.forEach((listener) => void listener()),
    recent,
    displays,
    secondInstance: (args = [], workingFolder = '/') =>
      second.forEach((listener) => void listener(['/opt/CreoNow/creonow', ...args], workingFolder)),
    openFile: (path) => prevented((event) => files.map((listen) => listen(event, path))),
    openUrl: (url) => prevented((event) => urls.map((listen) => listen(event, url))),
    activate: () => on.activate?.forEach((listener) => void listener()),
    allClosed: () => on.closed?.forEach((listener) => void listener()),
    beforeQuit: () => !prevented((event) => quitListeners.map((listen) => listen(event))),
  }
}
