import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isFrameId } from '../../contract/frames.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import { errorPayload } from '../../contract/sentences/errorSentence.ts'
import type { Logger } from '../../lib/logger.ts'
import { type CallsUnderWay, createCallsUnderWay } from '../callsUnderWay.ts'
import { externalUrl } from '../externalUrl.ts'
import type { HostedApp } from '../hostedApp.ts'
import {
  appOrigin,
  appScheme,
  containedFile,
  cspHeader,
  isOwnOrigin,
  isTrustedSender,
  noncePlaceholder,
  securityHeaders,
} from '../security.ts'
import type { ElectronApi, InvokeEvent, Preventable, WebContentsApi, WindowOptions } from './api.ts'

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
  app.onWebContentsCreated((contents) => guardContents(contents, guards))
  await app.whenReady()
  denyPermissions(guards)
  // The app's own files go to disk by the save dialog of the page; nothing else may.
  electron.onWillDownload((event) => {
    event.preventDefault()
    logger.warn({ security: true }, 'download refused')
  })
  if (app.isPackaged) electron.setPlainMenu()
  electron.protocol.handle(appScheme, createRendererProtocol(rendererFolder))

  const hosted = await options.createApp()
  const calls = createCalls({ app: hosted, devOrigin, logger })
  electron.ipcMain.handle(invokeChannel, (event, channel, input, id) =>
    calls.answer(event, channel, input, id),
  )
  electron.ipcMain.on(cancelChannel, (event, id) => calls.cancel(event, id))

  let openWindows = 0
  let front: { focus(): void } | undefined
  async function openWindow(): Promise<void> {
    const window = electron.createWindow(windowOptions(preloadFile))
    openWindows += 1
    front = window
    window.webContents.onDestroyed(() => {
      openWindows -= 1
    })
    calls.admit(window.webContents)
    await window.loadURL(devUrl ?? `${appOrigin}/index.html`)
  }
  const reopen = () => {
    if (openWindows > 0) front?.focus()
    else openWindow().catch((error: unknown) => logger.error({ cause: String(error) }, 'window did not open'))
  }

  app.onSecondInstance(reopen)
  app.onActivate(reopen)
  app.onWindowAllClosed(() => {
    if (platform !== 'darwin') app.quit()
  })
  let disposed = false
  app.onBeforeQuit((event) => {
    if (disposed) return
    event.preventDefault()
    void shutDown(calls.drain(), hosted, logger).then(() => {
      disposed = true
      app.quit()
    })
  })
  await openWindow()
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

function windowOptions(preload: string): WindowOptions {
  return {
    width: 1360,
    height: 880,
    minWidth: 760,
    minHeight: 520,
    title: 'CreoNow',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Chromium would fetch dictionaries from its vendor.
      spellcheck: false,
    },
  }
}

interface GuardOptions {
  readonly electron: Pick<ElectronApi, 'shell' | 'permissions'>
  readonly devOrigin?: string | undefined
  readonly logger: Logger
}

/** Restricts a page to our origin: no foreign navigation, no new window, no webview; links go to the browser. */
function guardContents(contents: WebContentsApi, options: GuardOptions): void {
  const { electron, devOrigin, logger } = options
  const stayHome = (event: Preventable, url: string) => {
    if (isOwnOrigin(url, devOrigin)) return
    event.preventDefault()
    logger.warn({ security: true, scheme: URL.parse(url)?.protocol }, 'navigation refused')
  }
  contents.onWillNavigate(stayHome)
  contents.onWillFrameNavigate(stayHome)
  contents.onWillRedirect(stayHome)
  contents.onWillAttachWebview((event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const allowed = externalUrl(url)
    if (allowed !== null) {
      electron.shell.openExternal(allowed).catch((error: unknown) => {
        logger.warn({ cause: error instanceof Error ? error.message : String(error) }, 'link not opened')
      })
    } else {
      logger.warn({ security: true, scheme: URL.parse(url)?.protocol }, 'link refused')
    }
    return { action: 'deny' }
  })
}

/** Camera, notifications, USB and the rest: a writing app needs none of them, but writing in full screen. */
function denyPermissions({ electron }: GuardOptions): void {
  electron.permissions.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'fullscreen'),
  )
  electron.permissions.setPermissionCheckHandler((_contents, permission) => permission === 'fullscreen')
  electron.permissions.setDevicePermissionHandler(() => false)
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Answers `app://creonow/…` from the built renderer and from nowhere else. */
function createRendererProtocol(rendererFolder: string): (request: { url: string }) => Promise<Response> {
  return async ({ url }) => {
    if (!isOwnOrigin(url)) return answer(403, '只提供 CreoNow 自己的页面。')
    const { pathname } = new URL(url)
    const file = await containedFile(
      rendererFolder,
      pathname === '/' || pathname === '' ? '/index.html' : pathname,
    )
    if (file === null) return answer(404, '没有这一页。')
    const type = contentTypes[extname(file)] ?? 'application/octet-stream'
    if (extname(file) !== '.html') return new Response(await readFile(file), { headers: headers(type) })
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replaceAll(noncePlaceholder, nonce)
    return new Response(html, { headers: headers(type, nonce) })
  }
}

function answer(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: headers('text/plain; charset=utf-8') })
}

function headers(type: string, nonce?: string): Record<string, string> {
  return { ...securityHeaders(cspHeader({ nonce })), 'content-type': type, 'cache-control': 'no-store' }
}

/** The names the preload script uses. */
const invokeChannel = 'creonow:invoke'
const cancelChannel = 'creonow:cancel'
const eventChannel = 'creonow:event'

interface Calls {
  /** Gives a window its session; it ends with the window. */
  admit(contents: WebContentsApi): void
  /** Answers one `invoke`; never rejects. */
  answer(event: InvokeEvent, channel: unknown, input: unknown, id?: unknown): Promise<Envelope<unknown>>
  /** Aborts a call of the same window; a call of another window is not affected. */
  cancel(event: InvokeEvent, id: unknown): void
  /** Resolves when no request is under way. */
  drain(): Promise<void>
}

/** The check before dispatch: the caller is identified by the window, never by the payload. */
function createCalls(options: { app: HostedApp; devOrigin?: string | undefined; logger: Logger }): Calls {
  const { app, devOrigin, logger } = options
  const windows = new Map<number, CallsUnderWay>()
  /** Of every window that was opened: the calls of a closed one, a last save above all, run to their end. */
  const all = new Set<CallsUnderWay>()

  return {
    admit(contents) {
      const session = app.createSession({
        id: `window-${contents.id}`,
        isWindow: true,
        mayInspect: () => app.settings.developerMode(),
        emit: (event, payload) => {
          if (!contents.isDestroyed()) contents.send(eventChannel, { event, payload })
        },
      })
      const calls = createCallsUnderWay((channel, input, signal) =>
        app.router.dispatch(session, channel, input, signal),
      )
      windows.set(contents.id, calls)
      all.add(calls)
      contents.onDestroyed(() => {
        windows.delete(contents.id)
        session.dispose()
        void calls.drain().then(() => all.delete(calls))
      })
    },

    async answer(event, channel, input, id) {
      const calls = windows.get(event.sender.id)
      if (!calls || !isTrustedSender(event.senderFrame, devOrigin)) {
        logger.warn({ security: true, sender: event.sender.id }, 'call from an unknown frame refused')
        return fail(errorPayload(ErrorCode.FORBIDDEN, { why: 'page' }))
      }
      if (typeof channel !== 'string') return fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { why: 'frame' }))
      return calls.answer({ id: isFrameId(id) ? id : randomUUID(), channel, input })
    },

    cancel(event, id) {
      if (isFrameId(id) && isTrustedSender(event.senderFrame, devOrigin))
        windows.get(event.sender.id)?.cancel(id)
    },

    async drain() {
      await Promise.all([...all].map((calls) => calls.drain()))
    },
  }
}
