import type { Logger } from '../../lib/logger.ts'
import { externalUrl } from '../externalUrl.ts'
import { isOwnOrigin } from '../security.ts'
import type { ElectronApi, Preventable, WebContentsApi } from './api.ts'

export interface GuardOptions {
  /** What the guards are set on. */
  readonly electron: Pick<ElectronApi, 'shell' | 'permissions' | 'onWillDownload'>
  /** Of the development server, which is trusted like our own page; absent: there is none. */
  readonly devOrigin?: string | undefined
  /** Gets what was refused. */
  readonly logger: Logger
}

/** Restricts a page to our origin: no foreign navigation, no new window, no webview; links go to the browser. */
export function guardContents(contents: WebContentsApi, options: GuardOptions): void {
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

/** Full screen to write in, and the buttons that copy a text. */
const granted: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

/** Camera, notifications, USB and the rest: a writing app needs none of them. Reading the clipboard is for the menus. */
export function denyPermissions({ electron }: GuardOptions): void {
  electron.permissions.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(granted.has(permission)),
  )
  electron.permissions.setPermissionCheckHandler((_contents, permission) => granted.has(permission))
  electron.permissions.setDevicePermissionHandler(() => false)
}

/** What a page of ours has made itself, an exported book for example, may be saved; nothing else comes to the disk. */
export function refuseDownloads({ electron, devOrigin, logger }: GuardOptions): void {
  electron.onWillDownload((event, url) => {
    if (url.startsWith(blobScheme) && isOwnOrigin(url.slice(blobScheme.length), devOrigin)) return
    event.preventDefault()
    logger.warn({ security: true, scheme: URL.parse(url)?.protocol }, 'download refused')
  })
}

const blobScheme = 'blob:'
