import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/appError.ts'
import { sha256Hex } from '../../lib/hash.ts'

const maxAgeMs = 24 * 60 * 60 * 1000

const prefix = (projectId: string) => `.creonow-backup-${sha256Hex(projectId).slice(0, 16)}-`

/** A new name for a backup of a book that is being written; by it the app knows it as its own. */
export const temporaryName = (projectId: string): string =>
  `${prefix(projectId)}${randomBytes(4).toString('hex')}.tmp`

/**
 * Removes what backups of a book that were killed have left under temporary names, when it is a day old: another
 * computer may be writing there. What cannot be removed stays. `now`: in milliseconds since the epoch.
 */
export async function removeRemains(folder: string, projectId: string, now: number): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      if (!name.startsWith(prefix(projectId)) || !/-[0-9a-f]{8}\.tmp$/.test(name)) continue
      const stats = await lstat(join(folder, name))
      if (stats.isFile() && now - stats.mtimeMs > maxAgeMs) await rm(join(folder, name))
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}
