import { createHash } from 'node:crypto'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../appError.ts'
import { readWithoutFollowing } from '../files.ts'
import { sha256Hex } from '../hash.ts'

/**
 * What stands at an absolute path, by content: sha256hex of a file's bytes, read piece by piece; for a folder a hash
 * of its names, for a link where it leads. What cannot be read has its error as content. A pipe or device is never
 * opened. Undefined when nothing is there.
 */
export async function contentHash(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) return `link to ${await readlink(path)}`
    if (stats.isDirectory()) return sha256Hex((await readdir(path)).sort().join('\0'))
    if (!stats.isFile()) return 'no file'
    const hash = createHash('sha256')
    const handle = await open(path, readWithoutFollowing)
    await pipeline(handle.createReadStream(), hash)
    return hash.digest('hex')
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : code
  }
}
