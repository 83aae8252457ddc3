import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isAppError } from './appError.ts'
import { checkProjectPath } from './containedPath.ts'

/**
 * What was made from files, kept while the files are the ones it was made from. A look at a file is one `lstat`
 * per level of its path, on the calling thread: some microseconds, where opening and reading takes a hundred.
 */
export interface FileCache {
  /**
   * What `make` gives for a file or folder of a project, or gave when it was last asked with the same `use`.
   * It is made again when size, times or inode are others, when anything on the way is a link, and as long as a
   * write so recent that it may repeat without a new time stamp could be missed. A failure is not kept. Requests
   * that are there together share the look, as with `look`.
   * `units` bounds the memory: about how many UTF-16 units the value holds.
   */
  of<T>(
    root: string,
    relativePath: string,
    use: string,
    make: () => Promise<T>,
    units?: (value: T) => number,
  ): Promise<T>
  /**
   * What `look` finds in a place of many files. Requests that were there before the look began share it; one
   * that comes later looks itself. Outside of requests nothing is shared.
   */
  look<T>(key: string, look: () => Promise<T>): Promise<T>
  /** Looks begun before this are old: the app itself has written. */
  expire(): void
  /** For the length of a request: it sees nothing that was looked at before it came. */
  during<T>(request: () => Promise<T>): Promise<T>
}

interface Kept {
  readonly stamp: string
  readonly value: unknown
  readonly units: number
}

/** A time stamp of a file may stand still this long while the file changes (network and FAT file systems). */
const settledMs = 2000
const maxUnits = 8_000_000
const maxKept = 20_000
/** A look is not shared for longer, whatever requests are still at work. */
const maxLookMs = 250

export function createFileCache({ now = Date.now }: { readonly now?: () => number } = {}): FileCache {
  const kept = new LRUCache<string, Kept>({
    max: maxKept,
    maxSize: maxUnits,
    sizeCalculation: ({ units }) => Math.max(1, units),
  })
  const looks = new Map<string, { readonly at: number; readonly found: Promise<unknown> }>()
  /** Real folders, as looked at for the requests at work. */
  const folders = new Set<string>()
  const stamps = new Map<string, string>()
  let stampsSince = 0
  let atWork = 0

  async function of<T>(
    root: string,
    relativePath: string,
    use: string,
    make: () => Promise<T>,
    unitsOf: (value: T) => number = () => 64,
  ): Promise<T> {
    const key = `${use}\0${root}\0${relativePath}`
    const stamp = lookedAt(root, relativePath)
    const known = kept.get(key)
    if (known && stamp !== undefined && known.stamp === stamp) return known.value as T // stored below under the same key, which names the use
    const value = await make()
    if (stamp !== undefined && stamp === stampOf(root, relativePath))
      kept.set(key, { stamp, value, units: unitsOf(value) })
    return value
  }

  function look<T>(key: string, find: () => Promise<T>): Promise<T> {
    if (atWork === 0) return find()
    const at = performance.now()
    const known = looks.get(key)
    if (known && at - known.at < maxLookMs) return known.found as Promise<T> // stored below under the same key
    const found = find()
    looks.set(key, { at, found })
    found.catch(() => looks.delete(key))
    return found
  }

  /** The stamp as it was looked up for the requests at work. */
  function lookedAt(root: string, relativePath: string): string | undefined {
    if (atWork === 0) return stampOf(root, relativePath)
    const now = performance.now()
    if (now - stampsSince > maxLookMs) {
      stamps.clear()
      stampsSince = now
    }
    const key = `${root}\0${relativePath}`
    const known = stamps.get(key)
    if (known !== undefined) return known
    const stamp = stampOf(root, relativePath)
    if (stamp !== undefined) stamps.set(key, stamp)
    return stamp
  }

  /** Undefined: looking proves nothing here, read it. */
  function stampOf(root: string, relativePath: string): string | undefined {
    if (!isProjectPath(relativePath)) return undefined
    const folder = folderAt(root, parentOf(relativePath))
    if (folder !== 'plain') return folder
    const path = join(root, relativePath)
    const stats = statOf(path)
    if (!stats) return absent(relativePath)
    if (stats.isSymbolicLink() || now() - Math.max(stats.mtimeMs, stats.ctimeMs) < settledMs) return undefined
    return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${stats.dev}`
  }

  /** Whether a folder is there with no link on the way; looked at once for the requests at work. */
  function folderAt(root: string, relativePath: string): 'plain' | 'missing' | undefined {
    const path = relativePath === '' ? root : join(root, relativePath)
    if (folders.has(path)) return 'plain'
    const above = relativePath === '' ? 'plain' : folderAt(root, parentOf(relativePath))
    if (above !== 'plain') return above
    const stats = statOf(path)
    if (!stats && relativePath !== '') return absent(relativePath)
    if (stats?.isDirectory() !== true) return undefined
    if (atWork > 0) folders.add(path)
    return 'plain'
  }

  function forget(): void {
    looks.clear()
    folders.clear()
    stamps.clear()
  }

  return {
    of,
    look,
    expire: forget,
    async during(request) {
      forget()
      atWork += 1
      try {
        return await request()
      } finally {
        atWork -= 1
        if (atWork === 0) forget()
      }
    },
  }
}

const parentOf = (relativePath: string) => relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')))

/** The same name composed and decomposed may be another file of the folder: then absence proves nothing. */
const absent = (relativePath: string) =>
  relativePath.normalize('NFC') === relativePath.normalize('NFD') ? 'missing' : undefined

function isProjectPath(relativePath: string): boolean {
  try {
    return checkProjectPath(relativePath).length > 0
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

/** Undefined when nothing is there, or nothing that can be looked at. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // What is wrong with the path is said by whoever reads it; a cache only declines to answer.
    return undefined
  }
}
