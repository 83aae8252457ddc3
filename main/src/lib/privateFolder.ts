import type { Dirent } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from './appError.ts'

const othersBits = 0o077
/** What this app puts into its data folder; `--data` may name a folder with other files in it. */
const ownNames =
  /^(?:projects|locks|imports|lastGood|cache|(?:settings|keys|keys\.safe|projects|models|calibration)\.json|session\.key)$/

/**
 * Removes the permissions of other users from the app's files outside the projects, also from files of earlier
 * versions. In a folder that is private already nothing is checked. Links are not followed; files of another owner
 * are not changed. Windows restricts such a folder to its user by itself.
 */
export async function makePrivate(dataFolder: string): Promise<void> {
  if (process.platform === 'win32') return
  const entries = await entriesOf(dataFolder)
  await Promise.all(
    entries.filter(({ name }) => ownNames.test(name)).map((entry) => close(dataFolder, entry)),
  )
}

async function close(folder: string, entry: Dirent): Promise<void> {
  if (!entry.isFile() && !entry.isDirectory()) return
  const path = join(folder, entry.name)
  try {
    const { mode } = await lstat(path)
    if ((mode & othersBits) === 0) return
    // The files first: a private folder means that its files are done.
    if (entry.isDirectory()) for (const inner of await entriesOf(path)) await close(path, inner)
    await chmod(path, mode & ~othersBits & 0o7777)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}
