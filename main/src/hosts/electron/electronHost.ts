import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { sentenceOf } from '../../contract/sentences/errorSentence.ts'
import type { Logger } from '../../lib/logger.ts'
import { crashReport, type ProgramFacts } from '../crashReport.ts'
import type { HostedApp } from '../hostedApp.ts'
import { appOrigin, appScheme } from '../security.ts'
import type { Area, ElectronApi, WindowOptions } from './api.ts'
import { cancelChannel, createCalls, invokeChannel } from './calls.ts'
import { createDesktop } from './desktop.ts'
import { denyPermissions, guardContents, refuseDownloads } from './guards.ts'
import {
  linkScheme,
  type OpenRequest,
  placeOfLink,
  requestOfArguments,
  requestOfPath,
} from './openRequest.ts'
import { createRendererProtocol } from './rendererProtocol.ts'
import { createUnsavedWindows } from './updates/unsavedWindows.ts'
import { createUpdates, type UpdatesOptions } from './updates/updates.ts'
import { updateWords } from './updates/updateWords.ts'
import { smallest } from './windowPlaces.ts'

/** How long a restart for a new version waits for the pages to save, in milliseconds. */
const savingTimeoutMs = 3_000
/** How often new versions are looked for unasked, in milliseconds. */
const checkingMs = 86_400_000

/** How long quitting is delayed for requests under way, a save above all, in milliseconds. */
const drainTimeoutMs = 5_000

export interface ElectronHostOptions {
  readonly electron: ElectronApi
  /** Called once Electron is ready, and only in the first instance. */
  readonly createApp: () => Promise<HostedApp>
  /** Chromium's own profile; also what the single-instance lock is about. */
  readonly profileFolder: string
  /** Absolute paths of the built renderer and preload script. */
  readonly rendererFolder: string
  readonly preloadFile: string
  /** Of the process; the development server names itself in it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Of the process, with program and script; it may name what is to be opened. */
  readonly commandLine: readonly string[]
  /** Absolute; a path in the command line starts there. */
  readonly workingFolder: string
  /** What a report of a crash says of the program; called when it happens. */
  readonly facts: () => ProgramFacts
  /** New versions of the app: what makes the updater once Electron is ready, and the version that runs. */
  readonly updates: Pick<UpdatesOptions, 'updater' | 'current'>
  /** Of the menu until a page has described itself. */
  readonly language: () => UiLanguage
  readonly logger: Logger
}

/**
 * Window, security and transport of the desktop app; no behaviour lives here. Resolves to false when another
 * instance runs on the same data folder: that one comes to the front and this one quits.
 */
export async function startElectronHost(options: ElectronHostOptions): Promise<boolean> {
  const { electron, profileFolder, rendererFolder, preloadFile, platform, logger } = options
  const { app } = electron
  const devUrl = app.isPackaged ? undefined : developmentUrl(options.environment, logger)
  const devOrigin = devUrl === undefined ? undefined : new URL(devUrl).origin
  /** What follows the program, and its script where it is run by Electron of a repository. */
  const ownArguments = (commandLine: readonly string[]) => commandLine.slice(app.isPackaged ? 1 : 2)
  const guards = { electron, devOrigin, logger }

  app.enableSandbox()
  electron.protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.setUserDataFolder(profileFolder)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return false
  }
  app.setAsDefaultProtocolClient(linkScheme)
  /** What macOS has asked for before there is a window. */
  const early: (OpenRequest | null)[] = []
  let open: (request: OpenRequest | null) => void = (request) => void early.push(request)
  app.onOpenFile((event, path) => {
    event.preventDefault()
    open(requestOfPath(path, '/', platform))
  })
  app.onOpenUrl((event, url) => {
    event.preventDefault()
    open(placeOfLink(url))
  })
  app.onWebContentsCreated((contents) => guardContents(contents, guards))
  await app.whenReady()
  denyPermissions(guards)
  refuseDownloads(guards)
  electron.protocol.handle(appScheme, createRendererProtocol(rendererFolder))

  const hosted = await options.createApp()
  const calls = createCalls({ app: hosted, devOrigin, logger })
  electron.ipcMain.handle(invokeChannel, (event, channel, input, id) =>
    calls.answer(event, channel, input, id),
  )
  electron.ipcMain.on(cancelChannel, (event, id) => calls.cancel(event, id))

  let disposed = false
  const unsaved = createUnsavedWindows()
  const updates = createUpdates({
    ...options.updates,
    async obstacle() {
      desktop.broadcast({ type: 'suspend' })
      if (!(await unsaved.whenNone(savingTimeoutMs))) return 'text'
      return hosted.isWorking() ? 'work' : undefined
    },
    async stop() {
      await shutDown(calls.drain(), hosted, logger)
      disposed = true
      // The new version starts before this one has ended, and must not find it.
      app.releaseSingleInstanceLock()
    },
    async startAgain() {
      const language = options.language()
      const message = sentenceOf('UPDATE_NOT_INSTALLED', undefined, language) ?? ''
      await electron.ask({ message, detail: '', buttons: [updateWords.startAgain[language]] })
      app.relaunch()
      app.quit()
    },
    onChange: (state) => desktop.showUpdate(state),
    logger,
  })
  const desktop = await createDesktop({
    ...{ electron, platform, logger, dataFolder: hosted.dataFolder, updates, unsaved },
    language: options.language,
    openWindow,
  })
  async function openWindow(): Promise<void> {
    const { bounds, isMaximized } = desktop.nextPlace()
    const window = electron.createWindow(windowOptions(preloadFile, bounds))
    if (isMaximized) window.maximize()
    const { webContents } = window
    desktop.add(window, (around) => calls.admit(webContents, around))
    const load = () => window.loadURL(devUrl ?? `${appOrigin}/index.html`)
    webContents.onEnded(({ reason, exitCode }) => {
      if (reason === 'clean-exit') return
      logger.error({ reason, exitCode }, 'the page of a window has ended')
      const report = crashReport({ kind: 'page', reason, exitCode }, options.facts())
      desktop.offerAgain({ window, report, load })
    })
    await load()
  }
  desktop.showMenu()
  const openRequest = (request: OpenRequest | null) => {
    if (request === null) return desktop.show()
    desktop.openRequest(request).catch((error: unknown) => {
      logger.error({ cause: String(error) }, 'what was asked for did not open')
    })
  }
  app.onSecondInstance((commandLine, workingFolder) =>
    openRequest(requestOfArguments(ownArguments(commandLine), workingFolder, platform)),
  )
  app.onActivate(desktop.show)
  electron.power.onSuspend(() => desktop.broadcast({ type: 'suspend' }))
  electron.power.onResume(() => desktop.broadcast({ type: 'resume' }))
  app.onWindowAllClosed(() => {
    if (platform !== 'darwin') app.quit()
  })
  app.onBeforeQuit((event) => {
    if (disposed) return
    event.preventDefault()
    void shutDown(calls.drain(), hosted, logger).then(() => {
      disposed = true
      app.quit()
    })
  })
  await openWindow()
  const first = requestOfArguments(ownArguments(options.commandLine), options.workingFolder, platform)
  for (const request of [first, ...early]) if (request !== null) openRequest(request)
  open = openRequest
  const checkUnasked = () => {
    if (hosted.settings.checksForUpdates()) void updates.act('check')
  }
  checkUnasked()
  setInterval(checkUnasked, checkingMs).unref()
  return true
}

/**
 * The page of electron-vite's development server. The variable alone is not enough, as another program may have set
 * it, and no other computer may serve the page. Undefined: the built page is shown.
 */
function developmentUrl(
  { NODE_ENV_ELECTRON_VITE, ELECTRON_RENDERER_URL = '' }: ElectronHostOptions['environment'],
  logger: Logger,
): string | undefined {
  if (NODE_ENV_ELECTRON_VITE !== 'development') return undefined
  const url = URL.parse(ELECTRON_RENDERER_URL)
  if (url?.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return url.href
  logger.warn({ security: true }, 'page of a development server elsewhere refused')
  return undefined
}

async function shutDown(drained: Promise<void>, hosted: HostedApp, logger: Logger): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, drainTimeoutMs).unref()
  })
  await Promise.race([drained, timeout])
  await hosted
    .dispose()
    .catch((error: unknown) => logger.error({ cause: String(error) }, 'shutdown incomplete'))
}

function windowOptions(preload: string, bounds: Area): WindowOptions {
  return {
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'CreoNow',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // The page checks by itself, in every host alike.
      spellcheck: false,
    },
  }
}
