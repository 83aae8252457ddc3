import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, systemCode } from '../../../lib/appError.ts'
import { fileError, readFileBounded } from '../../../lib/files.ts'
import { zipLimits } from './zipLimits.ts'

/** The files of a folder, or of an archive of one. */
export interface FileTree {
  /** Paths with forward slashes from the folder; folders have none of their own. */
  readonly names: ReadonlySet<string>
  /** Undefined when there is none of that name, any more or that can be opened. @throws AppError FILE_TOO_LARGE, READ_ONLY, IO_ERROR, IMPORT_BROKEN. */
  read(name: string): Promise<Buffer | undefined>
}

const maxDepth = 32

/**
 * A folder on this computer. Links are not followed, so nothing outside is read; the number of files, their sizes and
 * the depth are bounded as those of an archive. @throws AppError NOT_FOUND, FILE_TOO_LARGE, READ_ONLY, IO_ERROR.
 */
export async function openFolder(path: string): Promise<FileTree> {
  const names = new Set<string>()
  async function list(folder: string, depth: number): Promise<void> {
    if (depth > maxDepth) throw tooMany()
    const entries = await readdir(join(path, folder), { withFileTypes: true })
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) await list(name, depth + 1)
      else if (entry.isFile()) names.add(name)
      if (names.size > zipLimits.maxEntries) throw tooMany()
    }
  }
  try {
    await list('', 0)
  } catch (error) {
    throw fileError(error)
  }
  let total = 0
  return {
    names,
    async read(name) {
      if (!names.has(name)) return undefined
      const file = join(path, name)
      // It may have become a link since it was listed; a name in an old encoding is listed, and leads nowhere.
      const stats = await lstat(file).catch(undefinedIfMissing)
      if (!stats?.isFile()) return undefined
      const bytes = await readFileBounded(file, zipLimits.maxEntryBytes)
      total += bytes.length
      if (total > zipLimits.maxTotalBytes) throw tooMany()
      return bytes
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw fileError(error)
}

const tooMany = () => new AppError('FILE_TOO_LARGE', { why: 'archive' })

/** The tree below the one folder that everything is in, as programs pack folders; else the tree itself. */
export function withoutTopFolder(tree: FileTree): FileTree {
  const names = [...tree.names].filter((name) => !/^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(name))
  const top = names[0]?.includes('/') ? names[0].slice(0, names[0].indexOf('/') + 1) : ''
  const isTop = top !== '' && names.every((name) => name.startsWith(top))
  const prefix = isTop ? top : ''
  return {
    names: new Set(names.map((name) => name.slice(prefix.length))),
    read: (name) => tree.read(prefix + name),
  }
}
