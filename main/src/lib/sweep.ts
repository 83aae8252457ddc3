import type { Dirent } from 'node:fs'
import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from './appError.ts'
import { makerOfTemporary } from './files.ts'

const maxAgeMs = 60 * 60 * 1000
const maxDepth = 6

/**
 * Removes temporary files of atomic writes that were killed: only names of our own form, made by a process that no
 * longer runs or more than an hour ago. Links are not followed. What cannot be read or removed stays. @returns how
 * many were removed.
 */
export async function sweepTemporaries(
  folder: string,
  { now = Date.now, alive = isAlive }: { now?: () => number; alive?: (pid: number) => boolean } = {},
): Promise<number> {
  async function isLeft(path: string, pid: number): Promise<boolean> {
    if (pid !== process.pid && !alive(pid)) return true
    return now() - (await lstat(path)).mtimeMs > maxAgeMs
  }

  async function sweep(path: string, depth: number): Promise<number> {
    let removed = 0
    for (const entry of await entriesOf(path)) {
      const inner = join(path, entry.name)
      const pid = makerOfTemporary(entry.name)
      if (entry.isDirectory() && depth < maxDepth) removed += await sweep(inner, depth + 1)
      else if (entry.isFile() && pid !== undefined) removed += Number(await attempt(inner, pid))
    }
    return removed
  }

  async function attempt(path: string, pid: number): Promise<boolean> {
    try {
      if (!(await isLeft(path, pid))) return false
      await unlink(path)
      return true
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return false
    }
  }

  const top = await lstat(folder).catch(() => undefined)
  return top?.isDirectory() ? sweep(folder, 0) : 0
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return systemCode(error) !== 'ESRCH'
  }
}
