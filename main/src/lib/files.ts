import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError, systemCode } from './appError.ts'
import type { Logger } from './logger.ts'

/** Opening flags that neither follow a link in the last place nor wait on a pipe. */
export const readWithoutFollowing =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export interface AtomicWriteOptions {
  /** Runs when all bytes are stored in the temporary file; throwing leaves the old file as it is. */
  readonly beforeRename?: () => Promise<void>
  /** Refuses when the target, or a folder above it, has become a link: `path` must then be a real path. */
  readonly realPath?: boolean
  /** Permission bits, for example 0o600; without it those of the old file, or the system's default. */
  readonly mode?: number
}

/**
 * Replaces a file as a whole: temporary file in its folder, fsync, rename. After a crash the old or the new bytes are
 * there, never a mixture. Mode and owner of an existing file do not change. The folder must exist. @throws AppError
 * PATH_OUTSIDE_PROJECT, READ_ONLY, NOT_FOUND (no folder), IO_ERROR (disk full and the like).
 */
export async function writeFileAtomically(
  path: string,
  bytes: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const target = resolve(path)
  try {
    const real = await realFileOf(target)
    if (options.realPath && real !== target) throw outsideProject()
    const temporary = temporaryPath(dirname(real))
    try {
      await writeTemporary(temporary, bytes, real, options)
      await options.beforeRename?.()
      await rename(temporary, real)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  } catch (error) {
    throw fileError(error)
  }
}

/**
 * Removes a file or folder that nobody needs any more. Where that fails it is logged, and no failure of what was done.
 */
export async function removeSpent(path: string, logger: Logger): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    logger.warn({ file: basename(path), cause: systemCode(error) }, 'what is not needed any more stays')
  }
}

/** Writes through links, as editors do: the file they lead to is replaced, not the link. */
async function realFileOf(target: string): Promise<string> {
  try {
    return await realpath(target)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return target
    throw error
  }
}

/**
 * Stores bytes under a name from `temporaryPath`, with mode and owner of the file `real` that it is to replace. Throws as
 * `open` and `writeFile`; AppError PATH_OUTSIDE_PROJECT.
 */
export async function writeTemporary(
  temporary: string,
  bytes: string | Uint8Array,
  real: string,
  { realPath, mode }: AtomicWriteOptions,
): Promise<void> {
  const old = await stat(real).catch(() => undefined)
  const targetMode = mode ?? (old && old.mode & 0o7777)
  const handle = await open(temporary, 'wx', targetMode)
  try {
    if (realPath && (await realpath(temporary)) !== temporary) throw outsideProject()
    await handle.writeFile(bytes)
    if (old) await preserveOwner(handle, old)
    // After the owner: a change of owner may take bits away. The process's mask does not count here.
    if (targetMode !== undefined) await handle.chmod(targetMode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Only the superuser can give a file away; for anybody else the new file is their own. */
async function preserveOwner(handle: FileHandle, { uid, gid }: Stats): Promise<void> {
  try {
    await handle.chown(uid, gid)
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error
  }
}

/**
 * A new name for a file that is about to be renamed. It contains the process id, so that one left by a kill can be
 * distinguished from one in use, and from anything an author may have named.
 */
export function temporaryPath(folder: string): string {
  return join(folder, `.creonow-${process.pid}-${randomBytes(4).toString('hex')}.tmp`)
}

/** The process that made a file with such a name; undefined for every other name. */
export function makerOfTemporary(name: string): number | undefined {
  const pid = /^\.creonow-(\d{1,10})-[0-9a-f]{8}\.tmp$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/**
 * Reads a whole regular file of at most `maxBytes` bytes.
 * @throws AppError NOT_FOUND, FILE_TOO_LARGE, READ_ONLY, IO_ERROR.
 */
export async function readFileBounded(path: string, maxBytes: number): Promise<Buffer> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    return await readHandleBounded(handle, maxBytes)
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle?.close()
  }
}

/** The same for an open file; what grows beyond the limit while it is read is refused too. */
export async function readHandleBounded(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const stats = await handle.stat()
  if (!stats.isFile()) throw new AppError('NOT_FOUND', { why: 'notFile' })
  if (stats.size > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let length = 0
  for (;;) {
    const readSize = Math.min(Math.max(stats.size - length, 0) + 4096, maxBytes + 1 - length)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(readSize), 0, readSize, length)
    if (bytesRead === 0) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    length += bytesRead
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(buffer.subarray(0, bytesRead))
  }
}

/** The names in a folder, unsorted; none when there is no folder. @throws AppError READ_ONLY, IO_ERROR. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw fileError(error)
  }
}

/** Turns an error of the file system into one a writer understands; an AppError passes unchanged. */
export function fileError(error: unknown): unknown {
  switch (systemCode(error)) {
    case 'ENOENT':
      return new AppError('NOT_FOUND', { why: 'file' }, { cause: error })
    case 'ENOTDIR':
      return new AppError('NOT_FOUND', { why: 'notFolder' }, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('READ_ONLY', {}, { cause: error })
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('IO_ERROR', { why: 'full' }, { cause: error })
    case 'ELOOP':
      return outsideProject(error)
    case 'ENAMETOOLONG':
      return new AppError('PATH_INVALID', { why: 'long' }, { cause: error })
    case 'EIO':
    case 'EBUSY':
    case 'EMFILE':
    case 'ENFILE':
    case 'EISDIR':
      return new AppError('IO_ERROR', {}, { cause: error })
    default:
      return error
  }
}

export function outsideProject(cause?: unknown): AppError {
  return new AppError('PATH_OUTSIDE_PROJECT', {}, { cause })
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('FILE_TOO_LARGE', {
    why: 'read',
    maxBytes,
    megabytes: Math.round(maxBytes / 1_048_576),
  })
}

/** Runs tasks on one file one after another, tasks on different files side by side. */
export interface FileQueue {
  /**
   * `longestPauseMs`: when for so long no task in front has begun or ended, this one is refused and never runs; without
   * it, it waits as long as they take. @throws AppError IO_ERROR {why: 'unanswered'}; what the task throws.
   */
  run<T>(path: string, task: () => Promise<T>, longestPauseMs?: number): Promise<T>
}

interface Line {
  /** Resolves when the last task of the line has ended. */
  tail: Promise<void>
  /** When a task began or ended last, of `performance.now`. */
  movedAt: number
}

export function createFileQueue(): FileQueue {
  const lines = new Map<string, Line>()

  function run<T>(path: string, task: () => Promise<T>, longestPauseMs?: number): Promise<T> {
    const line = lines.get(path) ?? { tail: Promise.resolve(), movedAt: performance.now() }
    const previous = line.tail
    const turn =
      longestPauseMs === undefined || !lines.has(path) ? previous : whileMoving(line, longestPauseMs)
    lines.set(path, line)
    const result = turn.then(() => {
      line.movedAt = performance.now()
      return task()
    })
    // The next task starts whether this one failed or not; its failure belongs to its own caller. One that was refused
    // leaves those in front of it in their place.
    const tail = result
      .then(ignore, ignore)
      .then(() => previous)
      .then(() => {
        line.movedAt = performance.now()
        if (line.tail === tail) lines.delete(path)
      })
    line.tail = tail
    return result
  }

  return { run }
}

/** Resolves when all tasks of a line have ended; rejects when none has begun or ended for so long. */
function whileMoving(line: Line, longestPauseMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const check = () => {
      const leftMs = line.movedAt + longestPauseMs - performance.now()
      if (leftMs > 0) timer = setTimeout(check, leftMs)
      else reject(new AppError('IO_ERROR', { why: 'unanswered' }))
    }
    void line.tail.then(() => {
      clearTimeout(timer)
      resolve()
    })
    check()
  })
}

function ignore(): void {}
