import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, systemCode } from './appError.ts'
import { checkProjectPath, resolveContained } from './containedPath.ts'
import { fileError, outsideProject, temporaryPath } from './files.ts'

/** A folder of a project in which many files are made, resolved and listed once. */
export interface NewFiles {
  /** Everything that was in it when it was opened. */
  readonly names: readonly string[]
  /**
   * Makes a file, which is on disk when the answer comes; false when there is one of that name, or a folder, already.
   * @throws AppError as `writeContained`.
   */
  create(name: string, bytes: Uint8Array): Promise<boolean>
}

/** Makes the folder if need be. @throws AppError as `resolveContained`, READ_ONLY, IO_ERROR. */
export async function openNewFiles(rootRealPath: string, relativeFolder: string): Promise<NewFiles> {
  try {
    await mkdir(await resolveContained(rootRealPath, relativeFolder), { recursive: true })
    const folder = await resolveContained(rootRealPath, relativeFolder)
    return { names: await readdir(folder), create: (name, bytes) => createIn(folder, name, bytes) }
  } catch (error) {
    // A file has the folder's name.
    if (systemCode(error) === 'EEXIST') throw new AppError('IO_ERROR', {}, { cause: error })
    throw fileError(error)
  }
}

async function createIn(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
  if (checkProjectPath(name).length !== 1) throw outsideProject()
  const [target, temporary] = [join(folder, name), temporaryPath(folder)]
  try {
    try {
      const handle = await open(temporary, 'wx')
      try {
        // The folder, or one above it, may have become a link since it was opened.
        if ((await realpath(temporary)) !== temporary) throw outsideProject()
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      if (await isThere(target)) {
        await rm(temporary, { force: true })
        return false
      }
      await rename(temporary, target)
      return true
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  } catch (error) {
    throw fileError(error)
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}
