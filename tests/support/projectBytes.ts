import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../main/src/lib/hash.ts'

/** sha256hex of every file below a folder, by path. */
export async function hashesBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    paths
      .sort()
      .filter(isNoBook)
      .map(async (path) => [path.slice(folder.length + 1), sha256Hex(await readFile(path))]),
  )
  return Object.fromEntries(hashes)
}

/** What the app says about the chapters, which is there once they were listed. */
const isNoBook = (path: string) => !/[\\/]\.creonow[\\/]book\.json$/.test(path)
