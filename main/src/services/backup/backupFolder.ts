import type { BigIntStats } from 'node:fs'
import { lstat, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { isInside } from '../../lib/containedPath.ts'
import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import { readFileBounded } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { moveWithoutReplacing, syncFolder } from '../../lib/moveFile.ts'
import { isWhole, manifestOf, maxArchiveBytes } from './archive.ts'
import type { BackupManifest } from './manifest.ts'
import { removeRemains, temporaryName } from './remains.ts'

/** As the app names a backup: the book, the local date and time, and a number where the name was taken. */
const backupName = / \d{4}-\d{2}-\d{2} \d{2}\.\d{2}\.\d{2}(?: \(\d+\))?\.zip$/
const maxNameBytes = 150
const maxNames = 50

/** A backup of a book that is in the folder and whose manifest can be read. */
export interface StoredBackup {
  readonly fileName: string
  readonly manifest: BackupManifest
}

/** The folder of the author, as it was when it was opened. */
export interface BackupFolder {
  /** Those of one book, oldest first. What is damaged, of another book or of another program hides itself. */
  list(projectId: string): Promise<readonly StoredBackup[]>
  /** Whether a backup has every file that its manifest names, with its bytes. */
  isWhole(backup: StoredBackup): Promise<boolean>
  /**
   * Stores a backup under a name that nothing has: written, flushed, read back and compared, then renamed. @returns the
   * name. Throws the signal's reason before it has the name.
   */
  add(manifest: BackupManifest, bytes: Buffer, signal: AbortSignal): Promise<string>
  /** Removes backups from `list`; one that cannot be removed stays. */
  remove(backups: readonly StoredBackup[]): Promise<void>
}

/**
 * Opens the folder for backups of a book. `taken`: real paths of folders whose loss a backup is to survive. @throws
 * AppError INVALID_ARGUMENT (relative, or inside one of `taken`), NOT_FOUND, READ_ONLY, IO_ERROR.
 */
export async function openBackupFolder(
  path: string,
  taken: readonly string[],
  logger: Logger,
): Promise<BackupFolder> {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new AppError('INVALID_ARGUMENT', { why: 'backupFolder' })
  const { real, stats } = await folderAt(path)
  for (const other of taken)
    if (isInside(await realpath(other), real)) throw new AppError('INVALID_ARGUMENT', { why: 'backupInside' })

  /** @throws AppError NOT_FOUND: another folder, or none, has come to its place. */
  async function requireSame(): Promise<void> {
    const now = await folderAt(path)
    if (now.real !== real || now.stats.ino !== stats.ino || now.stats.dev !== stats.dev)
      throw new AppError('NOT_FOUND', { why: 'backupFolder' })
  }

  return {
    list: (projectId) =>
      inFolder(async () => {
        const backups: StoredBackup[] = []
        for (const fileName of (await readdir(real)).filter((name) => backupName.test(name))) {
          const manifest = await readOne(join(real, fileName))
          if (manifest?.projectId === projectId) backups.push({ fileName, manifest })
        }
        return backups.sort(
          (a, b) => a.manifest.madeAt - b.manifest.madeAt || (a.fileName < b.fileName ? -1 : 1),
        )
      }),
    isWhole: ({ fileName, manifest }) =>
      inFolder(async () => {
        try {
          return await isWhole(await readFileBounded(join(real, fileName), maxArchiveBytes), manifest)
        } catch (error) {
          if (!isAppError(error)) throw error
          return false
        }
      }),
    add: (manifest, bytes, signal) =>
      inFolder(async () => {
        const temporary = join(real, temporaryName(manifest.projectId))
        try {
          await write(temporary, bytes)
          signal.throwIfAborted()
          const written = await readFileBounded(temporary, bytes.length)
          if (!(await isWhole(written, manifest))) throw new AppError('IO_ERROR', { why: 'backupDamaged' })
          await requireSame()
          signal.throwIfAborted()
          for (let number = 1; number <= maxNames; number++) {
            const fileName = fileNameOf(manifest, number)
            if (!(await moveWithoutReplacing(temporary, join(real, fileName)))) continue
            await syncFolder(real)
            await removeRemains(real, manifest.projectId, manifest.madeAt)
            return fileName
          }
          throw new AppError('IO_ERROR', { why: 'backup' })
        } finally {
          await rm(temporary, { force: true }).catch(ignoreSystemError)
        }
      }),
    async remove(backups) {
      for (const { fileName, manifest } of backups) {
        try {
          // What has come to the name meanwhile is not ours.
          const present = await readOne(join(real, fileName))
          if (JSON.stringify(present) === JSON.stringify(manifest)) await rm(join(real, fileName))
        } catch (error) {
          if (systemCode(error) === undefined) throw error
          logger.warn({ fileName, cause: systemCode(error) }, 'old backup not removed')
        }
      }
    },
  }
}

async function folderAt(path: string): Promise<{ readonly real: string; readonly stats: BigIntStats }> {
  return inFolder(async () => {
    const real = await realpath(path)
    const stats = await stat(real, { bigint: true })
    if (!stats.isDirectory()) throw new AppError('NOT_FOUND', { why: 'backupFolder' })
    return { real, stats }
  })
}

/** Undefined: no backup, or one that cannot be read. Links are not followed. */
async function readOne(path: string): Promise<BackupManifest | undefined> {
  try {
    return (await lstat(path)).isFile() ? await manifestOf(path) : undefined
  } catch (error) {
    if (!isAppError(error) && systemCode(error) === undefined) throw error
    return undefined
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function fileNameOf({ name, madeAt }: BackupManifest, number: number): string {
  const at = new Date(madeAt)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
  const stem = cutToBytes(fileNameStem(name).replace(/^[. ]+/, ''), maxNameBytes).trim() || 'CreoNow'
  return `${stem} ${day} ${time}${number === 1 ? '' : ` (${number})`}.zip`
}

/** Runs what touches the folder; errors of the system become those about a backup. */
async function inFolder<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw backupError(error)
  }
}

function backupError(error: unknown): unknown {
  if (isAppError(error)) {
    const [cause, why] = [systemCode(error.cause), Object(error.details).why]
    return cause === undefined || String(why).startsWith('backup') ? error : backupError(error.cause)
  }
  const cause = { cause: error }
  switch (systemCode(error)) {
    case undefined:
      return error
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('READ_ONLY', { why: 'backup' }, cause)
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('IO_ERROR', { why: 'backupFull' }, cause)
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'ENXIO':
    case 'ESTALE':
    case 'ENOTCONN':
    case 'EHOSTDOWN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return new AppError('NOT_FOUND', { why: 'backupFolder' }, cause)
    default:
      return new AppError('IO_ERROR', { why: 'backup' }, cause)
  }
}

function ignoreSystemError(error: unknown): void {
  if (systemCode(error) === undefined) throw error
}
