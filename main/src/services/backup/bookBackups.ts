import { join } from 'node:path'
import { AppError, isAppError } from '../../lib/appError.ts'
import { createBackground } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import { withFileLock } from '../../lib/fileLock.ts'
import { createFileQueue } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { untilAborted } from '../../lib/until.ts'
import type { ManuscriptService } from '../manuscript/index.ts'
import { writeArchive } from './archive.ts'
import { type BackupFolder, openBackupFolder, type StoredBackup } from './backupFolder.ts'
import { readBookFiles } from './bookFiles.ts'
import { hashOfFiles } from './manifest.ts'

const secondMs = 1000
const dayMs = 24 * 60 * 60 * 1000
/** What the end of the app waits for backups. */
const defaultEndMs = 5000

/** What the author has set. */
interface BackupSettings {
  /** Absolute path of a folder that exists. */
  readonly folder: string
  /** Which openings make one: the first after a day, or each. */
  readonly when: 'daily' | 'opening'
  /** As many of each book stay, from 1. */
  readonly copies: number
}

/** How it is with the backups of a book. */
interface BackupStatus {
  /** When the newest was made, in milliseconds since the epoch; null: there is none, or it is out of reach. */
  readonly madeAt: number | null
  /** Of the newest in the folder; null as `madeAt`. */
  readonly fileName: string | null
  /** Project-relative paths of files that were too large for the newest. */
  readonly leftOut: readonly string[]
  /** Why there is no newer one; absent: nothing is wrong. */
  readonly error?: AppError
}

/** A backup that was made, or the newest, which has the same book. */
interface MadeBackup {
  readonly fileName: string
  readonly madeAt: number
  /** False: nothing has changed since that one. */
  readonly isNew: boolean
  readonly leftOut: readonly string[]
}

export interface BookBackupsOptions {
  readonly manuscript: Pick<ManuscriptService, 'outline' | 'book'>
  readonly projects: {
    rootOf(projectId: string): string
    dataFolderOf(projectId: string): string
    profile(projectId: string): Promise<{ readonly name: string }>
  }
  /** Of the app. */
  readonly dataFolder: string
  /** Undefined: off. */
  readonly settings: () => BackupSettings | undefined
  /** Called when a backup in the background has ended, well or not. */
  readonly onEnded: (projectId: string) => void
  readonly clock: Clock
  readonly logger: Logger
  /** What the end of the app waits, in milliseconds. */
  readonly endMs?: number
}

/** Copies of whole books in a folder of the author. */
export interface BookBackups {
  /**
   * Makes one, unless the newest has the same book. `folder`: another one than that of the settings; nothing is removed
   * from it. @throws AppError INVALID_ARGUMENT (no folder is set, a wrong one), NOT_FOUND, READ_ONLY, IO_ERROR, CONFLICT.
   */
  make(projectId: string, folder?: string, signal?: AbortSignal): Promise<MadeBackup>
  /** Reads the folder. Never rejects for what is wrong with it. */
  status(projectId: string): Promise<BackupStatus>
  /** A window that may write the book has opened it: one is made in the background if it is time. */
  opened(projectId: string): void
  /** The book is closed: one is made in the background if it has changed. */
  closed(projectId: string): void
  /** Makes those of the books that are open, and gives up after a bound. */
  dispose(): Promise<void>
}

export function createBookBackups(options: BookBackupsOptions): BookBackups {
  const { manuscript, projects, dataFolder, settings, onEnded, clock, logger, endMs = defaultEndMs } = options
  const queue = createFileQueue()
  const background = createBackground()
  const ending = new AbortController()
  /** Opened by a window since the start; another window may have one that was closed. */
  const openBooks = new Set<string>()
  /** Why the last one in the background, or by hand, was not made. */
  const failures = new Map<string, { readonly folder: string; readonly error: AppError }>()

  const open = (projectId: string, folder: string) =>
    openBackupFolder(folder, [projects.rootOf(projectId), dataFolder], logger)

  /** One at a time in all processes. */
  const inTurn = <T>(projectId: string, task: () => Promise<T>) =>
    queue.run(projectId, () => withFileLock(join(projects.dataFolderOf(projectId), 'backup.lock'), task))

  /** `isDue`: whether it is time, by the newest one. Undefined: it is not. */
  async function makeInTurn(
    projectId: string,
    { target, copies }: { readonly target: BackupFolder; readonly copies: number | undefined },
    signal: AbortSignal,
    isDue: (newest: StoredBackup | undefined) => boolean = () => true,
  ): Promise<MadeBackup | undefined> {
    const stored = await target.list(projectId)
    const newest = stored.at(-1)
    if (!isDue(newest)) return undefined
    const root = projects.rootOf(projectId)
    const { files, leftOut } = await readBookFiles({ manuscript, projectId, root, signal })
    const removeOld = (fresh: readonly StoredBackup[]) =>
      copies === undefined ? undefined : target.remove(fresh.slice(0, Math.max(0, fresh.length - copies)))
    if (
      newest &&
      hashOfFiles(newest.manifest.files) === hashOfFiles(files) &&
      (await target.isWhole(newest))
    ) {
      await removeOld(stored)
      return { fileName: newest.fileName, madeAt: newest.manifest.madeAt, isNew: false, leftOut }
    }
    const { name } = await projects.profile(projectId)
    const manifest = {
      ...{ version: 1 as const, projectId, name },
      // After a clock that was wrong the newest is still the last in the list, under a name of its own.
      madeAt: Math.max(Math.round(clock.now()), newest ? newest.manifest.madeAt + secondMs : 0),
      files: files.map(({ path, hash, bytes }) => ({ path, hash, bytes })),
      leftOut: [...leftOut],
    }
    const bytes = await writeArchive(manifest, files)
    signal.throwIfAborted()
    const fileName = await target.add(manifest, bytes, signal)
    await removeOld([...stored, { fileName, manifest }])
    return { fileName, madeAt: manifest.madeAt, isNew: true, leftOut }
  }

  async function make(
    projectId: string,
    { folder, copies }: { readonly folder: string; readonly copies: number | undefined },
    signal: AbortSignal,
    isDue?: (newest: StoredBackup | undefined) => boolean,
  ): Promise<MadeBackup | undefined> {
    try {
      // Before the lock has its file: what is refused writes nothing.
      const target = await open(projectId, folder)
      const result = await inTurn(projectId, () => makeInTurn(projectId, { target, copies }, signal, isDue))
      failures.delete(projectId)
      return result
    } catch (error) {
      if (isAppError(error) && !signal.aborted) failures.set(projectId, { folder, error })
      throw error
    }
  }

  async function inBackground(
    projectId: string,
    isDue: (newest: StoredBackup | undefined, chosen: BackupSettings) => boolean,
  ): Promise<void> {
    const chosen = settings()
    if (!chosen) return
    try {
      await make(projectId, chosen, ending.signal, (newest) => isDue(newest, chosen))
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'no backup was made')
    }
    onEnded(projectId)
  }

  const isTime = (newest: StoredBackup | undefined, { when }: BackupSettings) =>
    // A time to come is that of a clock that was wrong.
    !newest || when === 'opening' || Math.abs(clock.now() - newest.manifest.madeAt) >= dayMs

  return {
    async make(projectId, folder, signal = ending.signal) {
      const chosen = settings()
      const target = folder === undefined ? chosen : { folder, copies: undefined }
      if (!target) throw new AppError('INVALID_ARGUMENT', { why: 'backupOff' })
      const result = await make(projectId, target, signal)
      if (!result) throw new AppError('INTERNAL')
      return result
    },
    async status(projectId) {
      const none = { madeAt: null, fileName: null, leftOut: [] }
      const chosen = settings()
      if (!chosen) return none
      try {
        const newest = (await (await open(projectId, chosen.folder)).list(projectId)).at(-1)
        const failure = failures.get(projectId)
        const error = failure?.folder === chosen.folder ? failure.error : undefined
        if (!newest) return { ...none, ...(error && { error }) }
        const { madeAt, leftOut } = newest.manifest
        return { madeAt, fileName: newest.fileName, leftOut, ...(error && { error }) }
      } catch (error) {
        if (!isAppError(error)) throw error
        return { ...none, error }
      }
    },
    opened(projectId) {
      openBooks.add(projectId)
      background.run(() => inBackground(projectId, isTime))
    },
    closed(projectId) {
      if (openBooks.has(projectId)) background.run(() => inBackground(projectId, () => true))
    },
    async dispose() {
      for (const projectId of openBooks) background.run(() => inBackground(projectId, () => true))
      openBooks.clear()
      const timer = setTimeout(() => ending.abort(new AppError('CANCELLED', {})), endMs)
      try {
        await untilAborted(background.dispose(), ending.signal)
      } catch (error) {
        if (!isAppError(error, 'CANCELLED')) throw error
        logger.warn({}, 'the app ended before the backups did')
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
