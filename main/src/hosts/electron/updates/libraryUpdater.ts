import {
  AppImageUpdater,
  type AppUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater'
import { AppError, isAppError } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import { createFeedReader, type FeedReader } from './feedReader.ts'
import type { PackageKind } from './packageKind.ts'
import { copyOfProgram } from './programCopy.ts'
import type { UpdateFeed } from './updateFeed.ts'

/** Finds, fetches and installs new versions of this program. */
export interface Updater {
  /** A newer version that this computer may have; undefined: there is none. @throws AppError as `FeedReader`. */
  check(): Promise<string | undefined>
  /** Fetches what `check` has found. @throws AppError as `FeedReader`, UPDATE_NOT_INSTALLED. */
  download(onProgress: (ratio: number) => void): Promise<void>
  /** Installs what was fetched, ends this program and starts the new one. @throws AppError UPDATE_NOT_INSTALLED. */
  install(): Promise<never>
}

/** What the library is given of this program. */
export interface UpdaterOptions {
  readonly feed: UpdateFeed
  /** How this program was installed. */
  readonly kind: PackageKind
  /** The AppImage that runs, absolute; absent: it is none. */
  readonly program?: string | undefined
  /** Of this program, as semver. */
  readonly version: string
  /** electron-builder's `app-update.yml`, absolute. */
  readonly configFile: string
  /** Where downloads, and the number that decides on staged versions, are; absolute. */
  readonly folder: string
  /** How long an answer, and each part of one, is waited for, in milliseconds. */
  readonly waitMs: number
  quit(): void
  relaunch(): void
  readonly logger: Logger
}

/** What of the library's executor is called when nothing is downloaded in parts. */
interface Executor {
  download(url: URL, path: string): Promise<string>
}

const updaterOf = {
  appImage: AppImageUpdater,
  deb: DebUpdater,
  mac: MacUpdater,
  nsis: NsisUpdater,
}

/**
 * `electron-updater`: which file this program needs, which version is newer, whom a staged one reaches, and how it is
 * installed. What it takes from the network comes from `FeedReader`: the library itself verifies a signature on Windows
 * and macOS only, waits for ever in Electron and follows redirects without end.
 */
export function createLibraryUpdater(options: UpdaterOptions): Updater {
  const { feed, kind, program, logger } = options
  const reader = createFeedReader(feed, options.waitMs)
  const updater = makeUpdater(options)
  let onProgress: (ratio: number) => void = () => {}
  /** By URL, of the version that was found. */
  let files: ReadonlyMap<string, ResolvedUpdateFileInfo> = new Map()

  const resolved = (info: Pick<UpdateInfo, 'files'>) =>
    info.files.map((file) => ({ url: new URL(file.url, feed.url), info: file }))
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: signedProvider(reader, (info) => {
      const all = resolved(info)
      files = new Map(all.map((file) => [file.url.href, file]))
      return all
    }),
  })
  const executor: Executor = {
    async download(url, path) {
      const { sha512, size = 0 } = files.get(url.href)?.info ?? { sha512: '' }
      await reader.download({ url, sha512, size }, path, (bytes) => onProgress(bytes / size))
      return path
    },
  }
  Object.assign(updater, { httpExecutor: executor })

  return {
    async check() {
      const result = await asOurs(updater.checkForUpdates())
      return result?.isUpdateAvailable === true ? result.updateInfo.version : undefined
    },
    async download(report) {
      onProgress = report
      await asOurs(updater.downloadUpdate())
    },
    install: () =>
      new Promise((_resolve, reject) => {
        const copy = program === undefined ? undefined : copyOfProgram(program)
        updater.once('error', (cause) => {
          copy?.restore()
          reject(notInstalled(cause))
        })
        logger.info({ kind }, 'a new version is installed')
        updater.quitAndInstall(false, true)
        copy?.remove()
      }),
  }
}

function makeUpdater(options: UpdaterOptions): AppUpdater {
  const { kind, version, configFile, folder, logger } = options
  const adapter = {
    ...{ version, name: 'CreoNow', isPackaged: true, appUpdateConfigPath: configFile },
    ...{ userDataPath: folder, baseCachePath: folder, quit: options.quit, relaunch: options.relaunch },
    whenReady: async () => {},
    onQuit: () => {},
  }
  const updater = new updaterOf[kind](undefined, adapter)
  // Nothing is fetched or installed before the author wants it, nor an older version ever.
  Object.assign(updater, { autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false })
  // Parts of a file are verified by nobody until they are put together.
  Object.assign(updater, { disableDifferentialDownload: true, disableWebInstaller: true })
  const log = (message: unknown) => logger.info({ message: String(message) }, 'updater')
  updater.logger = { info: log, warn: log, error: log }
  return updater
}

function signedProvider(
  reader: FeedReader,
  resolve: (info: Pick<UpdateInfo, 'files'>) => ResolvedUpdateFileInfo[],
) {
  class SignedProvider extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: unknown) {
      super(runtime as never) // the library's own, handed through
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      const newest = await reader.newest(`${this.getDefaultChannelName()}.yml`)
      const { version, files, stagingPercentage = 100, minimumSystemVersion = '' } = newest
      return {
        ...{ version, files, stagingPercentage, minimumSystemVersion },
        ...{ path: '', sha512: '', releaseDate: '' },
      }
    }
    resolveFiles = resolve
  }
  return SignedProvider
}

async function asOurs<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw isAppError(error) ? error : notInstalled(error)
  }
}

function notInstalled(cause: unknown): AppError {
  return new AppError('UPDATE_NOT_INSTALLED', {}, { cause })
}
