import { createHash } from 'node:crypto'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../appError.ts'
import { readWithoutFollowing } from '../files.ts'
import { sha256Hex } from '../hash.ts'
import { type FileAccessCounts, type FileState, readFileState } from './fileState.ts'
import { createSweep } from './sweep.ts'

/** Requests that run at the same time share checks: `number` grows with each that comes, 0 while there is none. */
export interface Epoch {
  number: number
}

interface FileWatcher {
  /** Whether the watcher hears of changes at this path (project-relative). */
  readonly covers: (path: string) => boolean
  /** A sweep has detected changes that the watcher did not report. */
  readonly onMissed: (paths: readonly string[]) => void
}

/** Cached states of one project's files. Paths are project-relative with forward slashes, '' is its folder. */
export interface ProjectView {
  /**
   * The present state; without a check while the watcher covers the path, or when a running request has just checked
   * it.
   */
  state(path: string): FileState
  /** By content, see `contentHash`; undefined when it is missing or was written meanwhile. */
  hashOf(path: string, state: FileState): Promise<string | undefined>
  /** Somebody has read the file as it was in this state; `hash` is sha256hex of its bytes. */
  recordHash(state: FileState, hash: string): void
  /** One answer for places of many files, made again when anything at or below them may be another. */
  getOrScan<T>(paths: readonly string[], use: string, find: () => Promise<T>): Promise<T>
  /** May have changed: the next read checks `path` again; `tree`: and everything below it. */
  invalidate(path: string, tree: boolean): void
  /** The same until `clearPending`: signals of a write may still be on their way. */
  open(path: string, tree: boolean): void
  /** What was opened at these paths before `before` (of `performance.now`) has been checked; all without paths. */
  clearPending(paths: Iterable<string> | undefined, before: number): void
  /** From now on a watcher reports every change, until `detachWatcher`: files are not checked. */
  attachWatcher(by: FileWatcher): void
  detachWatcher(): void
}

interface FileEntry {
  state: FileState
  readonly path: string
  covered: boolean
  checkedAt: number
  invalidatedAt: number
  epoch: number
}

interface ScanEntry {
  readonly paths: readonly string[]
  readonly at: number
  readonly epoch: number
  result: Promise<unknown>
  /** Every file of it was one that a stamp can speak for. */
  proven: boolean
}

/** The most that a state may be old when it is used, with or without a watcher. */
const trustedMs = 2000
/** The longest time for which a check is shared among running requests. */
const sharedMs = 250
const maxEntries = 200_000

/** Cached states of one project's files, with the rules for when a check can be omitted. */
export function createProjectView(options: {
  readonly root: string
  readonly now: () => number
  readonly epoch: Epoch
  readonly counts: FileAccessCounts
}): ProjectView {
  const { root, now, epoch, counts } = options
  const entries = new Map<string, FileEntry>()
  const hashes = new WeakMap<FileState, string>()
  const scans = new Map<string, ScanEntry>()
  /** Signalled changes that are not cleared yet: since when, and whether everything below is meant. */
  const signals = new Map<string, { readonly at: number; readonly tree: boolean }>()
  let watcher: (FileWatcher & { readonly since: number }) | undefined
  const sweep = createSweep({ root, entries, counts, onMissed })

  function onMissed(paths: readonly string[]): void {
    for (const path of paths) open(path, entries.get(path)?.state.kind === 'folder')
    watcher?.onMissed(paths)
  }

  function state(path: string): FileState {
    const entry = entries.get(path)
    if (entry && (isShared(entry.epoch, entry.checkedAt) || isTrusted(entry)))
      return markUnprovenScans(path, entry.state)
    const checkedAt = performance.now()
    counts.checked += 1
    const above = path === '' ? undefined : state(parentOf(path))
    const current = readFileState(root, path, above, entry?.state, now())
    if (entry) {
      entry.state = current
      entry.checkedAt = checkedAt
      entry.epoch = epoch.number
    } else {
      if (entries.size > maxEntries) entries.clear()
      const covered = watcher?.covers(path) ?? false
      entries.set(path, { state: current, path, covered, checkedAt, invalidatedAt: 0, epoch: epoch.number })
    }
    return markUnprovenScans(path, current)
  }

  /** A scan of files whose stamps prove nothing is valid for the running requests only. */
  function markUnprovenScans(path: string, current: FileState): FileState {
    if (current.isStable && current.plain) return current
    for (const scan of scans.values()) if (touches(path, false, scan.paths)) scan.proven = false
    return current
  }

  const isShared = (of: number, at: number) =>
    epoch.number > 0 && of === epoch.number && performance.now() - at < sharedMs

  function isTrusted({ state, path, covered, checkedAt, invalidatedAt: doubtedAt }: FileEntry): boolean {
    return (
      covered && state.isStable && state.plain && checkedAt > doubtedAt && isFresh(checkedAt) && !isOpen(path)
    )
  }

  /** Checked since the watcher was attached, by a request or a sweep of the last two seconds. */
  function isFresh(at: number): boolean {
    if (!watcher) return false
    sweep.prolong()
    const latest = Math.max(at, sweep.lastStart())
    return latest > watcher.since && performance.now() - latest < trustedMs
  }

  function isOpen(path: string): boolean {
    if (signals.size === 0) return false
    if (signals.has(path)) return true
    for (let above = path; above !== ''; ) {
      above = parentOf(above)
      if (signals.get(above)?.tree) return true
    }
    return false
  }

  function isOpenAt(paths: readonly string[]): boolean {
    for (const [path, { tree }] of signals) if (touches(path, tree, paths)) return true
    return false
  }

  function getOrScan<T>(paths: readonly string[], use: string, find: () => Promise<T>): Promise<T> {
    const before = scans.get(use)
    if (before && (isShared(before.epoch, before.at) || isReusable(before)))
      return before.result as Promise<T> // stored below under the same use
    const proven = paths.every((place) => watcher?.covers(place) ?? false)
    const at = performance.now()
    const entry: ScanEntry = { paths, at, epoch: epoch.number, result: Promise.resolve(), proven }
    // Registered before it starts, so that files that it reads can be recorded.
    scans.set(use, entry)
    const result = find()
    entry.result = result
    result.catch(() => {
      if (scans.get(use) === entry) scans.delete(use)
    })
    return result
  }

  const isReusable = ({ proven, at, paths }: ScanEntry) => proven && isFresh(at) && !isOpenAt(paths)

  function invalidate(path: string, tree: boolean): void {
    const at = performance.now()
    for (const each of [path, parentOf(path)]) mark(entries.get(each), at)
    if (tree) for (const entry of entries.values()) if (isBelow(entry.path, path)) mark(entry, at)
    for (const [use, { paths }] of scans) if (touches(path, tree, paths)) scans.delete(use)
  }

  function open(path: string, tree: boolean): void {
    invalidate(path, tree)
    signals.set(path, { at: performance.now(), tree: tree || signals.get(path)?.tree === true })
  }

  return {
    state,
    async hashOf(path, state) {
      const learned = hashes.get(state)
      if (learned !== undefined) return learned
      if (state.kind === 'missing' && !state.isLink) return undefined
      if (state.kind === 'file') counts.opened += 1
      const hash = await contentHash(join(root, path))
      const after = readFileState(root, path, undefined, undefined, now())
      const { size, mtimeMs, ctimeMs, ino } = after
      const isSame =
        size === state.size && mtimeMs === state.mtimeMs && ctimeMs === state.ctimeMs && ino === state.ino
      if (hash === undefined || (state.plain && !isSame)) return undefined
      hashes.set(state, hash)
      return hash
    },
    recordHash(state, hash) {
      hashes.set(state, hash)
    },
    getOrScan,
    invalidate,
    open,
    clearPending(paths, before) {
      for (const path of paths ?? [...signals.keys()])
        if ((signals.get(path)?.at ?? Number.POSITIVE_INFINITY) < before) signals.delete(path)
    },
    attachWatcher(by) {
      watcher = { ...by, since: performance.now() }
      for (const entry of entries.values()) entry.covered = by.covers(entry.path)
      scans.clear()
      sweep.start()
    },
    detachWatcher() {
      watcher = undefined
      signals.clear()
      scans.clear()
      sweep.stop()
    },
  }
}

function mark(entry: FileEntry | undefined, at: number): void {
  if (!entry) return
  entry.invalidatedAt = at
  entry.epoch = -1
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const isBelow = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/** Whether a change at `path`, or below it, affects a scan of one of these paths. */
const touches = (path: string, tree: boolean, paths: readonly string[]) =>
  paths.some((place) => path === place || isBelow(path, place) || (tree && isBelow(place, path)))

/**
 * A hash of the content at an absolute path: sha256hex of a file's bytes, read piece by piece; for a folder a hash of
 * its names, for a link of its target. Content that cannot be read is replaced by its error. A pipe or device is
 * never opened. Undefined when nothing is there.
 */
async function contentHash(path: string): Promise<string | undefined> {
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
