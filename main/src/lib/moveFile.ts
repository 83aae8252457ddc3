import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './appError.ts'
import { temporaryPath } from './files.ts'

/** What a file system answers that knows no hard links: exFAT, some network drives. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'])

/**
 * Moves a file within one folder tree without ever replacing another: false when something else has the name.
 * Killed half-way, the file has both names, and the same call finishes. Throws as `link`, `rename`, `unlink`;
 * ENOENT when there is nothing to move and nothing was moved.
 */
export async function moveWithoutReplacing(from: string, to: string): Promise<boolean> {
  const outcome = await giveName(from, to)
  if (outcome === 'both') await unlink(from)
  return outcome !== 'taken'
}

/** Gives a file a name that nothing else has: beside its own (`both`), or instead of it where there are no links. */
async function giveName(from: string, to: string): Promise<'both' | 'moved' | 'taken'> {
  try {
    await link(from, to)
    return 'both'
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'EEXIST') return (await finish(from, to)) ? 'moved' : 'taken'
    if (!withoutLinks.has(code)) throw error
    if (await exists(to)) return 'taken'
    await rename(from, to)
    return 'moved'
  }
}

/** Whether both names are already one file, of which the old name then goes. */
async function finish(from: string, to: string): Promise<boolean> {
  const [old, target] = await Promise.all([from, to].map((path) => lstat(path, { bigint: true })))
  if (old === undefined || old.ino !== target?.ino || old.dev !== target.dev) return false
  // One entry under two spellings, on a file system that ignores case: unlinking it would lose the file.
  if (old.nlink < 2n) await rename(from, to)
  else await unlink(from)
  return true
}

/** Makes renames in a folder last through a power cut, where the system can do that. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    // Windows cannot open a folder, some network drives cannot sync one: the renames are done in any case.
    if (systemCode(error) === undefined) throw error
  } finally {
    await handle?.close()
  }
}

/** Stores bytes on disk under a name that nobody else may have; false when somebody has it. */
export async function createFileSynced(path: string, bytes: Uint8Array): Promise<boolean> {
  const isCreated = await createFile(path, bytes)
  if (isCreated) await syncFolder(dirname(path))
  return isCreated
}

/**
 * The same for one of many files: who makes them syncs the folder once, behind the last. `check` runs when the
 * temporary file is open in the folder; throwing leaves no file.
 */
export async function createFile(
  path: string,
  bytes: Uint8Array,
  check?: (temporary: string) => Promise<void>,
): Promise<boolean> {
  const temporary = temporaryPath(dirname(path))
  const handle = await open(temporary, 'wx')
  try {
    try {
      await check?.(temporary)
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return (await giveName(temporary, path)) !== 'taken'
  } finally {
    // The file is stored, or its failure is what counts: a temporary name that cannot be removed is swept later.
    await unlink(temporary).catch(ignoreSystemError)
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

function ignoreSystemError(error: unknown): void {
  if (systemCode(error) === undefined) throw error
}
