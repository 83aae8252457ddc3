import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ensureDataFolder } from '../dataFolder.ts'
import { createFileCache, type FileCache } from '../fileCache.ts'
import { withFileLock } from '../fileLock.ts'
import { createFileQueue } from '../files.ts'
import { sha256Hex } from '../hash.ts'
import type { Logger } from '../logger.ts'
import { type CachedFile, createCachedFile } from './cachedFile.ts'
import type { Format } from './format.ts'
import { createLastGood } from './lastGood.ts'
import { folderOfPlace, type Place, type writePlace } from './place.ts'
import { createVersionedFile, type VersionedFile } from './versionedFile.ts'

/** A task writes a whole book within it; a disk that does not answer for longer must not make everybody wait for ever. */
const longestPauseMs = 120_000

/** The files of an app that people edit too. Their locks and last good copies lie in the data folder. */
export interface VersionedFiles {
  of<T>(format: Format<T>): VersionedFile<T>
  /**
   * A file of a project; `root` is the real path of its folder, `path` starts there. Without `id` no last good copy
   * is stored.
   */
  inProject(project: { readonly id?: string | undefined; readonly root: string }, path: string): Place
  /** A small file of the data folder, available synchronously. */
  cached<T>(format: Format<T>, path: string): CachedFile<T>
  readonly withFolderLock: WithFolderLock
}

/**
 * Runs a task with an exclusive lock, across processes, on one folder of a project; `path` is a file of it, from the
 * real path `root`. A task must not lock its own folder again. @throws AppError CONFLICT when another process had the
 * lock for 10 s, IO_ERROR, also when the tasks of this one have stopped for two minutes, as `resolveContained`.
 */
export type WithFolderLock = <R>(root: string, path: string, task: () => Promise<R>) => Promise<R>

export function createVersionedFiles(options: {
  readonly dataFolder: string
  readonly logger: Logger
  readonly files?: FileCache | undefined
  readonly write?: typeof writePlace | undefined
}): VersionedFiles {
  const { logger, files = createFileCache(), write } = options
  const dataFolder = realpathSync(ensureDataFolder(options.dataFolder))
  const lastGood = createLastGood(logger)
  const queue = createFileQueue()

  /**
   * In the order of the calls. One lock per folder and not per file: a project with 10,000 conversations has not
   * as many locks.
   */
  function withFolderLock<R>(place: Place, task: () => Promise<R>): Promise<R> {
    const locked = async () => {
      const key = sha256Hex(await folderOfPlace(place)).slice(0, 32)
      return withFileLock(join(dataFolder, 'locks', `${key}.lock`), task)
    }
    return queue.run(join(place.root, dirname(place.path)), locked, longestPauseMs)
  }

  function of<T>(format: Format<T>): VersionedFile<T> {
    return createVersionedFile(format, { files, lastGood, logger, withFolderLock, ...(write && { write }) })
  }

  return {
    of,
    inProject: ({ id, root }, path) => ({
      root,
      path,
      copyPath: id === undefined ? undefined : join(dataFolder, 'projects', id, 'lastGood', path),
      contained: true,
    }),
    cached: (format, path) =>
      createCachedFile(of(format), {
        root: dataFolder,
        path,
        copyPath: join(dataFolder, dirname(path), 'lastGood', basename(path)),
        contained: false,
      }),
    withFolderLock: (root, path, task) => withFolderLock({ root, path, contained: true }, task),
  }
}
