import type { MenuItemConstructorOptions } from 'electron'
import type { CommandName, WindowModeName } from '../../contract/sentences/commands.ts'
import type { SenderFrame } from '../security.ts'

/** The few calls of Electron the host uses, so that all it does can be tested in Node; `bindElectron` fills it in. */
export interface ElectronApi {
  readonly app: {
    readonly isPackaged: boolean
    enableSandbox(): void
    setUserDataFolder(path: string): void
    requestSingleInstanceLock(): boolean
    whenReady(): Promise<unknown>
    quit(): void
    /** Starts the program again as soon as it has ended. */
    relaunch(): void
    /** Lets another start be the first one; this one is about to end. */
    releaseSingleInstanceLock(): void
    /** With the whole command line of the other start and its working folder. */
    onSecondInstance(listener: (commandLine: readonly string[], workingFolder: string) => void): void
    /** macOS: a file or folder was dropped on the icon or opened with the app; also before it is ready. */
    onOpenFile(listener: (event: Preventable, path: string) => void): void
    /** macOS: a link of ours was followed; also before it is ready. */
    onOpenUrl(listener: (event: Preventable, url: string) => void): void
    setAsDefaultProtocolClient(scheme: string): void
    /** For the system's list of recent documents. */
    addRecentDocument(path: string): void
    onActivate(listener: () => void): void
    onWindowAllClosed(listener: () => void): void
    onBeforeQuit(listener: (event: Preventable) => void): void
    onWebContentsCreated(listener: (contents: WebContentsApi) => void): void
  }
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: PrivilegedScheme[]): void
    handle(scheme: string, handler: (request: { readonly url: string }) => Promise<Response>): void
  }
  readonly permissions: {
    setPermissionRequestHandler(
      handler: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void,
    ): void
    setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean): void
    setDevicePermissionHandler(handler: () => boolean): void
  }
  readonly ipcMain: {
    handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>): void
    on(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => void): void
  }
  readonly shell: { openExternal(url: string): Promise<void> }
  readonly safeStorage: SafeStorageApi
  readonly spelling: SpellingApi
  readonly clipboard: { writeText(text: string): void }
  /** Asks by a dialog of the system; resolves with the place of the pressed button, the last one when it was left. */
  ask(question: SystemQuestion): Promise<number>
  /** Sleep of the computer. */
  readonly power: {
    onSuspend(listener: () => void): void
    onResume(listener: () => void): void
  }
  /** Shows a notification of the system; false: it shows none. */
  notify(text: NotificationText, whenClicked: () => void): boolean
  /** Every download that a page begins, before it has a file; Electron asks the author for one. */
  onWillDownload(listener: (event: Preventable, url: string) => void): void
  /** The app's menu in the place of Electron's own; `run` is called with the action of a chosen entry. */
  setMenu(entries: readonly MenuEntry[], run: (action: MenuAction) => void): void
  /** The displays without the system's bars; the primary one is the first. */
  displays(): readonly Area[]
  /** The colours of what the system draws around the page. */
  setTheme(theme: 'system' | 'light' | 'dark'): void
  createWindow(options: WindowOptions): WindowApi
}

/** Something a menu can do that the system does not do by itself. */
export type MenuAction =
  | { readonly kind: 'command'; readonly command: CommandName | 'palette' }
  | { readonly kind: 'mode'; readonly mode: WindowModeName }
  | { readonly kind: 'newWindow' }
  /** Looks for a new version, or restarts to install the one that is there. */
  | { readonly kind: 'update' }
  /** `url` has been checked. */
  | { readonly kind: 'openLink' | 'copyLink'; readonly url: string }

/** A question of the system's own dialog, which needs no page. */
export interface SystemQuestion {
  /** What has happened. */
  readonly message: string
  /** What may be read besides. */
  readonly detail: string
  /** The first is the usual one, the last one does least. */
  readonly buttons: readonly string[]
}

/** What a notification says. */
export interface NotificationText {
  /** The first line. */
  readonly title: string
  /** What is below; may be empty. */
  readonly body: string
}

/** A rectangle on the displays, in device-independent pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What was clicked in a page, as far as a menu depends on it. */
export interface ClickedTarget {
  readonly isEditable: boolean
  /** Empty: nothing is selected. */
  readonly selectionText: string
  /** Empty: no link was clicked. */
  readonly linkURL: string
}

/** Chromium's spelling, which all windows share; the page checks by itself. */
interface SpellingApi {
  setEnabled(isEnabled: boolean): void
  /** Where dictionaries are fetched from; ends with a slash. */
  setDictionaryUrl(url: string): void
}

/** What the system does by itself. */
export type MenuRole = NonNullable<MenuItemConstructorOptions['role']>

/** A line of a menu, as data, so that a menu can be compared. */
export interface MenuEntry {
  /** Absent: an entry to choose, or a menu. */
  readonly type?: 'separator' | 'checkbox'
  /** Absent for separators. */
  readonly label?: string
  /** Absent: `action` says what it does. */
  readonly role?: MenuRole
  /** Keys as Electron writes them. */
  readonly accelerator?: string
  /** False: the keys are only shown. */
  readonly registerAccelerator?: boolean
  /** Absent: true. */
  readonly enabled?: boolean
  /** Of a checkbox. */
  readonly checked?: boolean
  /** What choosing it does. */
  readonly action?: MenuAction
  /** Of a menu. */
  readonly submenu?: readonly MenuEntry[]
}

export interface Preventable {
  preventDefault(): void
}

export interface PrivilegedScheme {
  readonly scheme: string
  readonly privileges: {
    readonly standard: boolean
    readonly secure: boolean
    readonly supportFetchAPI: boolean
  }
}

export interface InvokeEvent {
  readonly sender: { readonly id: number }
  /** Null after the frame has navigated away or was destroyed. */
  readonly senderFrame: SenderFrame | null
}

export interface WebContentsApi {
  readonly id: number
  onWillNavigate(listener: (event: Preventable, url: string) => void): void
  /** Of every frame, the top one included. */
  onWillFrameNavigate(listener: (event: Preventable, url: string) => void): void
  onWillRedirect(listener: (event: Preventable, url: string) => void): void
  onWillAttachWebview(listener: (event: Preventable) => void): void
  onDestroyed(listener: () => void): void
  /** A right click that the page has not answered itself. */
  onContextMenu(listener: (target: ClickedTarget) => void): void
  /** Its process has ended by itself, with Electron's word for why. */
  onEnded(listener: (details: { readonly reason: string; readonly exitCode: number }) => void): void
  /** Opens the system's dialog; false: it was left, or nothing was printed. */
  print(): Promise<boolean>
  /** The page as it prints, on the sizes of its own style sheet. */
  printToPdf(): Promise<Uint8Array>
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void
  isDestroyed(): boolean
  send(channel: string, message: unknown): void
}

/** Only the asynchronous calls: the synchronous ones are deprecated since Electron 45. */
export interface SafeStorageApi {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

export interface WindowOptions {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
  readonly title: string
  readonly webPreferences: {
    readonly preload: string
    readonly sandbox: true
    readonly contextIsolation: true
    readonly nodeIntegration: false
    readonly nodeIntegrationInWorker: false
    readonly nodeIntegrationInSubFrames: false
    readonly webviewTag: false
    readonly navigateOnDragDrop: false
    readonly spellcheck: false
  }
}

export interface WindowApi {
  readonly webContents: WebContentsApi
  loadURL(url: string): Promise<void>
  focus(): void
  close(): void
  onFocus(listener: () => void): void
  /** Moved, sized, maximized or not any more. */
  onPlaced(listener: () => void): void
  /** Where it is when it is not maximized. */
  normalBounds(): Area
  isMaximized(): boolean
  maximize(): void
  /** On its sign in taskbar or dock, from 0 to 1; null: none. */
  setProgress(ratio: number | null): void
  /** Shows a menu at the pointer. */
  popup(entries: readonly MenuEntry[], run: (action: MenuAction) => void): void
}
