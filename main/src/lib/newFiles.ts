import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, systemCode } from './appError.ts'
import { checkProjectPath, resolveContained } from './containedPath.ts'
import { fileError, outsideProject } from './files.ts'
import { createFile, syncFolder } from './moveFile.ts'

/** A folder of a project in which many files are made, resolved and listed once. */
export interface NewFiles {
  /** Everything that was in it when it was opened. */
  readonly names: readonly string[]
  /**
   * Makes a file; false when there is one of that name, or a folder, already. Its bytes are on disk when the answer
   * comes, its name after `sync`. @throws AppError as `writeContained`.
   */
  create(name: string, bytes: Uint8Array): Promise<boolean>
  /** Makes the names of all files last through a power cut, where the system can do that. */
  sync(): Promise<void>
}

/** Makes the folder if need be. @throws AppError as `resolveContained`, READ_ONLY, IO_ERROR. */
export async function openNewFiles(rootRealPath: string, relativeFolder: string): Promise<NewFiles> {
  try {
    await mkdir(await resolveContained(rootRealPath, relativeFolder), { recursive: true })
    const folder = await resolveContained(rootRealPath, relativeFolder)
    const names = await readdir(folder)
    return { names, create: (name, bytes) => createIn(folder, name, bytes), sync: () => syncFolder(folder) }
  } catch (error) {
    // A file has the folder's name.
    if (systemCode(error) === 'EEXIST') throw new AppError('IO_ERROR', {}, { cause: error })
    throw fileError(error)
  }
}

async function createIn(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
  if (checkProjectPath(name).length !== 1) throw outsideProject()
  try {
    return await createFile(join(folder, name), bytes, async (temporary) => {
      // The folder, or one above it, may have become a link since it was opened.
      if ((await realpath(temporary)) !== temporary) throw outsideProject()
    })
  } catch (error) {
    throw fileError(error)
  }
}
