import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { withFileLock } from '../../../lib/fileLock.ts'
import { fileError, makerOfTemporary, readFileBounded, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'
import { moveWithoutReplacing, syncFolder } from '../../../lib/moveFile.ts'
import { manuscriptFolder } from '../scan.ts'

export interface NewFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const writersAtOnce = 8
/** More than the largest import can become in UTF-8. */
const maxStagedBytes = 512 * 1_048_576

/**
 * Puts many new files into `manuscript/` all together: they are written into a folder next to it and then moved,
 * under a journal in the data folder. An import is done when its journal is cleared; one that fails or that a crash
 * cuts short is undone by its journal, now or before the chapters are next listed. No file of a project decides what
 * is removed, and only files that still are as the import wrote them are removed.
 */
export function createImportWriter(dataFolder: string, logger: Logger) {
  const journal = createImportJournal(dataFolder, logger)

  async function undo(step: ImportStep): Promise<void> {
    if (step.state === 'moving') await takeBack(step)
    await discard(step)
    await journal.clear(step.root)
  }

  async function undoUnfinished(root: string): Promise<void> {
    const step = await journal.read(root)
    if (!step) return
    if (step === 'cleared') return journal.clear(root)
    await undo(step)
    logger.info({ state: step.state }, 'unfinished import taken back')
  }

  return {
    /**
     * A cancelled or failed import leaves nothing. @throws AppError CONFLICT when a name is in use,
     * PATH_OUTSIDE_PROJECT, READ_ONLY, IO_ERROR; IMPORT_NOT_UNDONE when it failed and cannot be undone now; the
     * reason of the signal.
     */
    async writeTogether(root: string, files: readonly NewFile[], signal?: AbortSignal): Promise<void> {
      const hashes = Object.fromEntries(files.map(({ name, bytes }) => [name, sha256Hex(bytes)]))
      const staging = `.creonow-import-${process.pid}-${randomBytes(6).toString('hex')}`
      const staged: ImportStep = { version: 1, root, staging, state: 'staging', files: hashes }
      const moving: ImportStep = { ...staged, state: 'moving' }
      await journal
        .withImportLock(root, async () => {
          await undoUnfinished(root)
          await journal.write(staged)
          let step = staged
          try {
            await mkdir(join(root, staging))
            await writeStaged(join(root, staging), files, signal)
            signal?.throwIfAborted()
            await refuseExisting(root, files)
            step = moving
            await journal.write(step)
            if (!(await becomes(root, staging))) await moveIn(step)
            await discard(step)
            await journal.clear(root)
          } catch (error) {
            await undo(step).catch((cause: unknown) => {
              logger.warn({ cause: String(cause) }, 'a failed import is not taken back yet')
              throw step === moving ? notUndone(error) : error
            })
            throw error
          }
        })
        .catch((error: unknown) => {
          throw fileError(error)
        })
    },

    /** To be called before a folder's chapters are listed; an import of another process is left to it. */
    async takeBackAbandoned(root: string): Promise<void> {
      const left = await journal.read(root)
      if (!left) return
      try {
        await journal.withImportLock(root, () => undoUnfinished(root), 0)
      } catch (error) {
        if (isAppError(error, 'CONFLICT')) return
        if (left !== 'cleared') throw error
        logger.warn({ cause: String(error) }, 'the empty journal of an import stays')
      }
    },

    /** Folders like those of imports that no journal knows: an earlier version's, or somebody else's. */
    async strays(root: string): Promise<readonly string[]> {
      const own = await journal.read(root)
      const isOwn = (name: string) => typeof own === 'object' && name === own.staging
      return (await readdir(root)).filter((name) => stagingName.test(name) && !isOwn(name))
    },
  }
}

export type ImportWriter = ReturnType<typeof createImportWriter>

async function writeStaged(folder: string, files: readonly NewFile[], signal?: AbortSignal): Promise<void> {
  const queued = [...files]
  const writeSome = async () => {
    try {
      for (let file = queued.shift(); file; file = queued.shift()) {
        signal?.throwIfAborted()
        await writeFileAtomically(join(folder, file.name), file.bytes)
      }
    } catch (error) {
      queued.length = 0
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

async function refuseExisting(root: string, files: readonly NewFile[]): Promise<void> {
  const present = new Set(await readdir(await chaptersOf(root)))
  if (files.some(({ name }) => present.has(name))) throw nameInUse()
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

/** Moves the staged files that still are as the import wrote them. @throws AppError CONFLICT when a name is in use. */
async function moveIn(step: ImportStep): Promise<void> {
  const target = await chaptersOf(step.root)
  for (const { name, path } of await stagedFiles(step))
    if (!(await moveWithoutReplacing(path, join(target, name)))) throw nameInUse()
  await syncFolder(target)
}

/**
 * Removes files that the import has moved into place. A chapter that was changed since stays, and so does a file of
 * the same name that was there before ours, which then is still in its folder.
 */
async function takeBack(step: ImportStep): Promise<void> {
  const target = await chaptersOf(step.root)
  const staged = new Map((await stagedFiles(step)).map(({ name, path }) => [name, path]))
  for (const [name, hash] of Object.entries(step.files)) {
    const path = join(target, name)
    if (!(await isOurs(path, hash))) continue
    const other = staged.get(name)
    if (other === undefined || (await isSameFile(path, other))) await unlink(path)
  }
  await syncFolder(target)
}

/** Two names of one file: it was being moved. */
async function isSameFile(file: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([file, other].map((path) => lstat(path, { bigint: true })))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
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
  const files: { readonly name: string; readonly path: string }[] = []
  for (const name of folder === undefined ? [] : (await readdir(folder)).sort()) {
    const path = join(folder ?? '', name)
    if (Object.hasOwn(step.files, name) && (await isOurs(path, step.files[name]))) files.push({ name, path })
  }
  return files
}

/** Undefined when it is missing, or has become a link to somewhere else. */
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

const nameInUse = () => new AppError('CONFLICT', { why: 'importName' })
const notUndone = (cause: unknown) => new AppError('IMPORT_NOT_UNDONE', {}, { cause })

/** The folder in the project for the chapters of an import until they are moved. */
const stagingName = /^\.creonow-import-\d{1,10}-[0-9a-f]{1,32}$/

const schema = z.strictObject({
  version: z.literal(1),
  /** Real path of the project's folder. */
  root: z.string(),
  staging: z.string().regex(stagingName),
  /** `staging`: none is in its place; `moving`: all are stored, and some or all are in their places. */
  state: z.enum(['staging', 'moving']),
  /** sha256hex of each new file, by its name. */
  files: z.record(z.string().regex(/^[^/\\\0]{1,255}$/), z.string().regex(/^[0-9a-f]{64}$/)),
})

/** The journal of one import in the data folder while it is under way. */
type ImportStep = z.infer<typeof schema>

const maxBytes = 64 * 1_048_576

/**
 * Journals of imports under way, `<data folder>/imports/<hash of the project's real path>.json`. Outside every
 * project, so that no folder from elsewhere can decide what is moved or removed.
 */
function createImportJournal(dataFolder: string, logger: Logger) {
  const pathOf = (root: string, ending: string) =>
    join(dataFolder, 'imports', `${sha256Hex(root).slice(0, 32)}.${ending}`)

  return {
    /** Runs as the only import into this folder of all processes. @throws AppError CONFLICT after `waitMs`. */
    withImportLock: <T>(root: string, task: () => Promise<T>, waitMs?: number) =>
      withFileLock(pathOf(root, 'lock'), task, waitMs === undefined ? {} : { waitMs }),

    async write(step: ImportStep): Promise<void> {
      const path = pathOf(step.root, 'json')
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFileAtomically(path, JSON.stringify(step), { mode: 0o600 })
    },

    /**
     * What an import into this folder has left: `cleared` when it is done and only the empty file is there. One that
     * makes no sense is logged and counts as none. @throws AppError READ_ONLY, IO_ERROR.
     */
    async read(root: string): Promise<ImportStep | 'cleared' | undefined> {
      try {
        const bytes = await readFileBounded(pathOf(root, 'json'), maxBytes)
        if (bytes.length === 0) return 'cleared'
        const step = schema.parse(JSON.parse(bytes.toString('utf8')))
        return step.root === root ? step : undefined
      } catch (error) {
        if (isAppError(error, 'NOT_FOUND')) return undefined
        const isSenseless = error instanceof SyntaxError || error instanceof z.ZodError
        if (!(isSenseless || isAppError(error, 'FILE_TOO_LARGE'))) throw error
        logger.warn({ cause: error.name }, 'the journal of an import cannot be read')
        return undefined
      }
    },

    /**
     * Ends an import. The journal is emptied and synced before it is removed: were only the name removed, a power cut
     * could bring it back, and an import that was answered would be undone.
     */
    async clear(root: string): Promise<void> {
      const path = pathOf(root, 'json')
      try {
        const handle = await open(path, 'r+')
        try {
          await handle.truncate()
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rm(path, { force: true })
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error
      }
    },
  }
}
