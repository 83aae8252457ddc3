import { readdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../lib/appError.ts'
import { isInside } from '../../lib/containedPath.ts'
import { fileError } from '../../lib/files.ts'
import { fromHome, isFolder, requireAbsolute } from './folder.ts'

const maxFolders = 5000

/**
 * Names of the folders in a folder below the user's home, for choosing one where there is no dialog of the system;
 * never a file. Hidden ones and links that lead out of the home are left out. Without a path: the home. @throws
 * AppError INVALID_ARGUMENT (a relative path), FORBIDDEN outside the home, by real path and whether it exists or not;
 * NOT_FOUND; READ_ONLY (no permission to read).
 */
export type FolderList = (path?: string) => Promise<{
  readonly path: string
  readonly parent: string | null
  readonly folders: readonly string[]
  readonly more: boolean
}>

export function createFolderList(homeFolder: string): FolderList {
  return async (given = homeFolder) => {
    try {
      const home = await realpath(homeFolder)
      const requested = fromHome(given)
      requireAbsolute(requested)
      // By name first: the disk is not read for a path outside.
      if (!isInside(homeFolder, resolve(requested)) && !isInside(home, resolve(requested)))
        throw outsideHome()
      const path = await realpath(requested)
      if (!isInside(home, path)) throw outsideHome()
      const names: string[] = []
      for (const entry of await readdir(path, { withFileTypes: true })) {
        if (entry.name.startsWith('.') || !entry.name.isWellFormed()) continue
        const linked = entry.isSymbolicLink() && (await leadsToFolder(home, join(path, entry.name)))
        if (entry.isDirectory() || linked) names.push(entry.name)
      }
      names.sort((a, b) => a.localeCompare(b, 'zh'))
      return {
        path,
        parent: path === home ? null : dirname(path),
        folders: names.slice(0, maxFolders),
        more: names.length > maxFolders,
      }
    } catch (error) {
      throw fileError(error)
    }
  }
}

async function leadsToFolder(home: string, link: string): Promise<boolean> {
  const real = await realpath(link).catch(() => undefined)
  return real !== undefined && isInside(home, real) && (await isFolder(real))
}

function outsideHome(): AppError {
  return new AppError('FORBIDDEN', { why: 'home' })
}
