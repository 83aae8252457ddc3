import type * as Electron from 'electron'
import type { MenuItemConstructorOptions, WebContents } from 'electron'
import type { ElectronApi, MenuAction, MenuEntry, WebContentsApi, WindowApi } from './api.ts'

const placing = ['move', 'resize', 'maximize', 'unmaximize'] as const

/** Turns Electron's emitters and classes into the plain interface the host is written against. */
export function bindElectron(electron: typeof Electron): ElectronApi {
  const {
    app,
    protocol,
    session,
    ipcMain,
    shell,
    safeStorage,
    nativeTheme,
    clipboard,
    screen,
    powerMonitor,
    dialog,
    BrowserWindow,
    Menu,
    Notification,
  } = electron
  /** Without a reference, one that is shown is collected, and a click on it does nothing. */
  const shown = new Set<Electron.Notification>()
  return {
    app: {
      isPackaged: app.isPackaged,
      enableSandbox: () => app.enableSandbox(),
      setUserDataFolder: (path) => app.setPath('userData', path),
      requestSingleInstanceLock: () => app.requestSingleInstanceLock(),
      whenReady: () => app.whenReady(),
      quit: () => app.quit(),
      relaunch: () => app.relaunch(),
      releaseSingleInstanceLock: () => app.releaseSingleInstanceLock(),
      onSecondInstance: (listener) =>
        void app.on('second-instance', (_event, commandLine, workingFolder) =>
          listener(commandLine, workingFolder),
        ),
      onOpenFile: (listener) => void app.on('open-file', (event, path) => listener(event, path)),
      onOpenUrl: (listener) => void app.on('open-url', (event, url) => listener(event, url)),
      setAsDefaultProtocolClient: (scheme) => void app.setAsDefaultProtocolClient(scheme),
      addRecentDocument: (path) => app.addRecentDocument(path),
      onActivate: (listener) => void app.on('activate', () => listener()),
      onWindowAllClosed: (listener) => void app.on('window-all-closed', () => listener()),
      onBeforeQuit: (listener) => void app.on('before-quit', (event) => listener(event)),
      onWebContentsCreated: (listener) =>
        void app.on('web-contents-created', (_event, contents) => listener(bindContents(contents))),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => protocol.registerSchemesAsPrivileged(schemes),
      handle: (scheme, handler) => protocol.handle(scheme, handler),
    },
    permissions: {
      setPermissionRequestHandler: (handler) => session.defaultSession.setPermissionRequestHandler(handler),
      setPermissionCheckHandler: (handler) => session.defaultSession.setPermissionCheckHandler(handler),
      setDevicePermissionHandler: (handler) => session.defaultSession.setDevicePermissionHandler(handler),
    },
    ipcMain: {
      handle: (channel, listener) => ipcMain.handle(channel, listener),
      on: (channel, listener) => void ipcMain.on(channel, listener),
    },
    shell: { openExternal: (url) => shell.openExternal(url) },
    safeStorage: {
      isAsyncEncryptionAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
      encryptStringAsync: (text) => safeStorage.encryptStringAsync(text),
      decryptStringAsync: (encrypted) => safeStorage.decryptStringAsync(encrypted),
      ...(process.platform === 'linux'
        ? { getSelectedStorageBackend: () => safeStorage.getSelectedStorageBackend() }
        : {}),
    },
    spelling: {
      setEnabled: (isEnabled) => session.defaultSession.setSpellCheckerEnabled(isEnabled),
      setDictionaryUrl: (url) => session.defaultSession.setSpellCheckerDictionaryDownloadURL(url),
    },
    clipboard: { writeText: (text) => clipboard.writeText(text) },
    async ask({ message, detail, buttons }) {
      const options = { type: 'error', title: 'CreoNow', defaultId: 0, cancelId: buttons.length - 1 } as const
      const { response } = await dialog.showMessageBox({ ...options, message, detail, buttons: [...buttons] })
      return response
    },
    power: {
      onSuspend: (listener) => void powerMonitor.on('suspend', listener),
      onResume: (listener) => void powerMonitor.on('resume', listener),
    },
    notify(text, whenClicked) {
      if (!Notification.isSupported()) return false
      const notification = new Notification(text)
      shown.add(notification)
      notification.on('click', () => {
        shown.delete(notification)
        whenClicked()
      })
      notification.on('close', () => void shown.delete(notification))
      notification.show()
      return true
    },
    onWillDownload: (listener) =>
      void session.defaultSession.on('will-download', (event, item) => listener(event, item.getURL())),
    setMenu: (entries, run) =>
      Menu.setApplicationMenu(Menu.buildFromTemplate(entries.map((entry) => menuItem(entry, run)))),
    displays() {
      const primary = screen.getPrimaryDisplay()
      const secondary = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
      return [primary, ...secondary].map(({ workArea }) => workArea)
    },
    setTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
    createWindow(options): WindowApi {
      const window = new BrowserWindow(options)
      return {
        webContents: bindContents(window.webContents),
        loadURL: (url) => window.loadURL(url),
        focus: () => {
          if (window.isMinimized()) window.restore()
          window.focus()
        },
        close: () => window.close(),
        onPlaced(listener) {
          for (const event of placing) window.on(event as 'moved', listener) // the overloads name them one by one
        },
        normalBounds: () => window.getNormalBounds(),
        isMaximized: () => window.isMaximized(),
        maximize: () => window.maximize(),
        setProgress: (ratio) => window.setProgressBar(ratio ?? -1),
        onFocus: (listener) => void window.on('focus', listener),
        popup: (entries, run) =>
          Menu.buildFromTemplate(entries.map((entry) => menuItem(entry, run))).popup({ window }),
      }
    },
  }
}

function bindContents(contents: WebContents): WebContentsApi {
  return {
    id: contents.id,
    onWillNavigate: (listener) => void contents.on('will-navigate', (event) => listener(event, event.url)),
    onWillFrameNavigate: (listener) =>
      void contents.on('will-frame-navigate', (event) => listener(event, event.url)),
    onWillRedirect: (listener) => void contents.on('will-redirect', (event) => listener(event, event.url)),
    onWillAttachWebview: (listener) => void contents.on('will-attach-webview', (event) => listener(event)),
    onDestroyed: (listener) => void contents.once('destroyed', listener),
    onContextMenu: (listener) => void contents.on('context-menu', (_event, target) => listener(target)),
    onEnded: (listener) => void contents.on('render-process-gone', (_event, details) => listener(details)),
    print: () =>
      new Promise((resolve) => contents.print({ printBackground: false }, (isPrinted) => resolve(isPrinted))),
    printToPdf: () =>
      contents.printToPDF({
        preferCSSPageSize: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      }),
    setWindowOpenHandler: (handler) => contents.setWindowOpenHandler(handler),
    isDestroyed: () => contents.isDestroyed(),
    send: (channel, message) => contents.send(channel, message),
  }
}

function menuItem(entry: MenuEntry, run: (action: MenuAction) => void): MenuItemConstructorOptions {
  const { action, submenu, ...rest } = entry
  return {
    ...rest,
    ...(action !== undefined && { click: () => run(action) }),
    ...(submenu !== undefined && { submenu: submenu.map((below) => menuItem(below, run)) }),
  }
}
