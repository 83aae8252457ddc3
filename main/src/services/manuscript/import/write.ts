import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { fileError, makerOfTemporary, readFileBounded, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'
import { moveWithoutReplacing, syncFolder } from '../../../lib/moveFile.ts'
import { manuscriptFolder } from '../scan.ts'
import { createImportJournal, type ImportStep, stagingName } from './journal.ts'

export interface NewFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const writersAtOnce = 8
/** More than the largest import can become in UTF-8. */
const maxStagedBytes = 512 * 1_048_576

/**
 * Puts many new files into `manuscript/` all together: they are written beside it and then moved, under a journal
 * in the data folder. What a crash cuts short is finished or taken away by what that journal says; nothing that lies
 * in a project says what is removed, and nothing is removed but files that still are what the import wrote.
 */
export function createImportWriter(dataFolder: string, logger: Logger) {
  const journal = createImportJournal(dataFolder, logger)

  /** Finishes what an earlier import into this folder has begun to move; what was only being written goes. */
  async function finishUnlocked(root: string): Promise<void> {
    const step = await journal.read(root)
    if (!step) return
    if (step.state === 'moving') await moveIn(step, 'beside')
    await discard(step)
    await journal.remove(root)
    logger.info({ state: step.state }, 'import of an earlier run finished')
  }

  return {
    /**
     * A cancelled or failed import leaves nothing. @throws AppError CONFLICT when a name is taken, PATH_OUTSIDE_PROJECT,
     * READ_ONLY, IO_ERROR; the reason of the signal.
     */
    async writeTogether(root: string, files: readonly NewFile[], signal?: AbortSignal): Promise<void> {
      const hashes = Object.fromEntries(files.map(({ name, bytes }) => [name, sha256Hex(bytes)]))
      const staging = `.creonow-import-${process.pid}-${randomBytes(6).toString('hex')}`
      const step: ImportStep = { version: 1, root, staging, state: 'staging', files: hashes }
      await journal
        .alone(root, async () => {
          await finishUnlocked(root)
          await journal.write(step)
          try {
            await mkdir(join(root, staging))
            await stage(join(root, staging), files, signal)
            signal?.throwIfAborted()
            await refuseTaken(root, files)
            await journal.write({ ...step, state: 'moving' })
            if (!(await becomes(root, staging))) await moveIn(step, 'refuse')
          } finally {
            await discard(step)
            await journal.remove(root)
          }
        })
        .catch((error: unknown) => {
          throw fileError(error)
        })
    },

    /** To be called before a folder's chapters are listed; an import of another process is left to it. */
    async finishAbandoned(root: string): Promise<void> {
      if (!(await journal.read(root))) return
      try {
        await journal.alone(root, () => finishUnlocked(root), 0)
      } catch (error) {
        if (!isAppError(error, 'CONFLICT')) throw error
      }
    },

    /** Folders like those of imports that no journal knows: an earlier version's, or somebody else's. */
    async strays(root: string): Promise<readonly string[]> {
      const own = (await journal.read(root))?.staging
      return (await readdir(root)).filter((name) => stagingName.test(name) && name !== own)
    },
  }
}

export type ImportWriter = ReturnType<typeof createImportWriter>

async function stage(folder: string, files: readonly NewFile[], signal?: AbortSignal): Promise<void> {
  const waiting = [...files]
  const writeSome = async () => {
    try {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        signal?.throwIfAborted()
        await writeFileAtomically(join(folder, file.name), file.bytes)
      }
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const writers = await Promise.allSettled(Array.from({ length: writersAtOnce }, writeSome))
  const failed = writers.find((writer) => writer.status === 'rejected')
  if (failed) throw failed.reason
}

/** The real folder of the chapters, made when there is none. @throws AppError PATH_OUTSIDE_PROJECT. */
async function chaptersOf(root: string): Promise<string> {
  await mkdir(await resolveContained(root, manuscriptFolder), { recursive: true })
  return resolveContained(root, manuscriptFolder)
}

async function refuseTaken(root: string, files: readonly NewFile[]): Promise<void> {
  const present = new Set(await readdir(await chaptersOf(root)))
  if (files.some(({ name }) => present.has(name))) throw taken()
}

/** One rename of the whole folder, when the target is empty. */
async function becomes(root: string, staging: string): Promise<boolean> {
  const target = await chaptersOf(root)
  try {
    await rmdir(target)
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false
    throw error
  }
  await rename(join(root, staging), target)
  return true
}

/**
 * Moves the staged files that still are what the import wrote. Where a name was taken meanwhile, an import under way
 * is taken back, and one that a crash cut short gets the next free name.
 */
async function moveIn(step: ImportStep, whenTaken: 'refuse' | 'beside'): Promise<void> {
  const target = await chaptersOf(step.root)
  const moved: string[] = []
  try {
    for (const { name, path } of await stagedFiles(step)) {
      if (await moveWithoutReplacing(path, join(target, name))) moved.push(name)
      else if (whenTaken === 'refuse') throw taken()
      else await moveBeside(path, target, name)
    }
    await syncFolder(target)
  } catch (error) {
    if (whenTaken === 'refuse') await takeBack(step, target, moved)
    throw error
  }
}

async function moveBeside(path: string, target: string, name: string): Promise<void> {
  const stem = name.slice(0, name.length - extname(name).length)
  for (let copy = 2; ; copy++)
    if (await moveWithoutReplacing(path, join(target, `${stem}-${copy}${extname(name)}`))) return
}

/** Back beside the manuscript; a chapter that somebody has changed since stays where it is. */
async function takeBack(step: ImportStep, target: string, moved: readonly string[]): Promise<void> {
  for (const name of moved) {
    const path = join(target, name)
    if (await isOurs(path, step.files[name]))
      await moveWithoutReplacing(path, join(step.root, step.staging, name))
  }
}

/** Removes what the import wrote and did not move; the folder goes when nothing else is in it. */
async function discard(step: ImportStep): Promise<void> {
  const folder = await stagingFolder(step)
  if (folder === undefined) return
  for (const { path } of await stagedFiles(step)) await unlink(path)
  for (const name of await readdir(folder))
    if (makerOfTemporary(name) !== undefined) await unlink(join(folder, name))
  try {
    await rmdir(folder)
  } catch (error) {
    // Somebody has put a file of their own into it: it stays, and is listed.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error) ?? '')) throw error
  }
}

async function stagedFiles(step: ImportStep) {
  const folder = await stagingFolder(step)
  const found: { readonly name: string; readonly path: string }[] = []
  for (const name of folder === undefined ? [] : (await readdir(folder)).sort()) {
    const path = join(folder ?? '', name)
    if (Object.hasOwn(step.files, name) && (await isOurs(path, step.files[name]))) found.push({ name, path })
  }
  return found
}

/** Undefined when it is gone, or has become a link to somewhere else. */
async function stagingFolder({ root, staging }: ImportStep): Promise<string | undefined> {
  const folder = join(root, staging)
  try {
    return (await realpath(folder)) === folder ? folder : undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a file still has exactly the bytes that the import wrote. */
async function isOurs(path: string, hash: string | undefined): Promise<boolean> {
  try {
    return sha256Hex(await readFileBounded(path, maxStagedBytes)) === hash
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

const taken = () => new AppError('CONFLICT', '正文文件夹里已经有同名的章节，没有导入。')
