import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'creonow-tests-'
/** A whole run has some 30 MB there at a time. */
const leastFreeBytes = 1 * 1024 ** 3
const leastMemoryBytes = 2 * 1024 ** 3

/**
 * Keeps the temporary folders of the tests in memory where there is room, as `/tmp` is on many systems: of what the
 * tests take, a third is the disk's, and a killed process, unlike a power cut, takes nothing from either. Removed when
 * this process ends; what one that was killed has left is removed here. Whoever sets TMPDIR has the say.
 */
export function keepTemporariesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true })
  const folder = join(memory, `${prefix}${process.pid}`)
  // Some tests run the product as another user, who must get through.
  mkdirSync(folder, { mode: 0o711, recursive: true })
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= leastFreeBytes && process.availableMemory() >= leastMemoryBytes
  } catch {
    return false // no such folder: another system
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
