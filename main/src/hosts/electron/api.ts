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
    onSecondInstance(listener: () => void): void
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
  /** Every download that a page begins, before it has a file. */
  onWillDownload(listener: (event: Preventable) => void): void
  /** A menu without reload and developer tools in the place of Electron's own. */
  setPlainMenu(): void
  createWindow(options: WindowOptions): WindowApi
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
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
  readonly title: string
  readonly autoHideMenuBar: boolean
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
}
