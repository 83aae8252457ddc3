import { lstat } from 'node:fs/promises'
import { isAppError } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import type { MentionPorts } from './mentions.ts'

/** What the paths of one project lead to, by real path. `root`: the real path of its folder. */
export const statPathIn =
  (root: string): MentionPorts['statPath'] =>
  async (path) => {
    try {
      const stats = await lstat(await resolveContained(root, path))
      return stats.isFile() ? 'file' : 'other'
    } catch (error) {
      if (isAppError(error)) return isAppError(error, 'NOT_FOUND') ? 'missing' : 'outside'
      return 'missing'
    }
  }
