import { createHash } from 'node:crypto'
import { type BigIntStats, createReadStream, type Dirent } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../../lib/appError.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { isWatchedFile, isWatchedFolder, originalOf } from './watchedPaths.ts'

export interface Looked {
  /** Project-relative paths of files whose bytes are not what they were, came or went. */
  readonly changed: readonly string[]
  /** Files to look at once more: written while they were read, or gone a moment ago. */
  readonly again: readonly string[]
}

export interface Snapshot {
  /**
   * Compares files, or everything below folders, with what is known. A file that is gone is believed at the
   * second look, because many editors save by deleting first; `certain` believes it at once.
   */
  look(paths: Iterable<string>, options?: { readonly certain?: boolean }): Promise<Looked>
  /** Takes this hash (sha256hex of the bytes) as known; false when it was already. */
  learn(path: string, hash: string): boolean
}

interface Known {
  /** Size and times; another stamp means: read again. Empty when the file was not read. */
  readonly stamp: string
  readonly hash: string
}

const filesAtOnce = 16
/** A larger file is hashed piece by piece. */
const maxWholeBytes = 4_194_304n

/** What the watched files of a project hold, by content: only another hash is a change. */
export function createSnapshot(root: string): Snapshot {
  const known = new Map<string, Known>()
  const doubtful = new Set<string>()

  async function look(paths: Iterable<string>, { certain = false } = {}): Promise<Looked> {
    const found = new Set<string>()
    const missing = new Set<string>()
    for (const path of paths) {
      await collect(path, found)
      for (const each of known.keys()) {
        if ((each === path || each.startsWith(`${path}/`)) && !found.has(each)) missing.add(each)
      }
    }
    const changed: string[] = []
    const again: string[] = []
    const waiting = [...found]
    const lookAtSome = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const verdict = await compare(path)
        if (verdict === 'missing') missing.add(path)
        else if (verdict === 'unsettled') again.push(path)
        else if (verdict === 'changed') changed.push(path)
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, lookAtSome))
    for (const path of missing) {
      if (!known.has(path)) continue
      if (certain || doubtful.delete(path)) {
        known.delete(path)
        changed.push(path)
      } else {
        doubtful.add(path)
        again.push(path)
      }
    }
    return { changed: changed.sort(), again }
  }

  /** The watched files at or below a path; nothing when it is gone. */
  async function collect(path: string, found: Set<string>): Promise<void> {
    if (!isWatchedFolder(path)) {
      if (isWatchedFile(path)) found.add(path)
      return
    }
    let entries: Dirent[]
    try {
      // A folder that is a link is not entered: it may lead out of the project.
      if (!(await lstat(join(root, path))).isDirectory()) {
        if (isWatchedFile(path)) found.add(path)
        return
      }
      entries = await readdir(join(root, path), { withFileTypes: true })
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return
    }
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (isWatchedFolder(child)) await collect(child, found)
      } else if (isWatchedFile(child)) found.add(child)
    }
  }

  async function compare(path: string): Promise<'same' | 'changed' | 'missing' | 'unsettled'> {
    const original = originalOf(path)
    if (original !== undefined && (await statOf(original)) !== undefined) return 'missing'
    const stats = await statOf(path)
    if (stats === undefined) return 'missing'
    doubtful.delete(path)
    const before = known.get(path)
    const stamp = stampOf(stats)
    if (before?.stamp === stamp) return 'same'
    const hash = await hashOf(path, stats)
    const after = await statOf(path)
    if (hash === undefined || after === undefined) return 'missing'
    if (stampOf(after) !== stamp) return 'unsettled'
    known.set(path, { stamp, hash })
    return before?.hash === hash ? 'same' : 'changed'
  }

  /** Undefined when there is no such file, or a folder stands there. */
  async function statOf(path: string): Promise<BigIntStats | undefined> {
    try {
      const stats = await lstat(join(root, path), { bigint: true })
      return stats.isDirectory() ? undefined : stats
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return undefined
    }
  }

  async function hashOf(path: string, stats: BigIntStats): Promise<string | undefined> {
    const file = join(root, path)
    try {
      if (stats.isSymbolicLink()) return `link to ${await readlink(file)}`
      if (!stats.isFile()) return 'no file'
      if (stats.size <= maxWholeBytes) return sha256Hex(await readFile(file))
      const hash = createHash('sha256')
      await pipeline(createReadStream(file), hash)
      return hash.digest('hex')
    } catch (error) {
      const code = systemCode(error)
      if (code === undefined) throw error
      return code === 'ENOENT' ? undefined : code
    }
  }

  return {
    look,
    learn(path, hash) {
      if (known.get(path)?.hash === hash) return false
      known.set(path, { stamp: '', hash })
      return true
    },
  }
}

function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`
}
