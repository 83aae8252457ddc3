import { readContained } from './containedPath.ts'
import type { FileAccessCounts, FileState } from './detection/fileState.ts'
import { createProjectView, type ProjectView } from './detection/projectView.ts'
import { sha256Hex } from './hash.ts'
import { createThreadPoolWaker, type ThreadPoolWaker } from './threadPoolWaker.ts'

/**
 * Cache of values made from files of projects, and the one place that decides whether a file has changed. A check is
 * one `lstat`, on the calling thread; with a watcher on the project even that is omitted. Paths are project-relative
 * with forward slashes, `root` is the project's real path.
 */
export interface FileCache {
  /**
   * The result of `make` for a file or folder, cached under `use`: the same object for as long as the file has the
   * same bytes, the folder the same names. It is made again each time when anything on the way is a link. A failure
   * is not cached. Concurrent calls share one result. `units` bounds the memory: about how many UTF-16 units the
   * value takes.
   */
  of<T>(
    root: string,
    path: string,
    use: string,
    make: () => Promise<T>,
    units?: (value: T) => number,
  ): Promise<T>
  /**
   * The result of `find` over many files, each of which it must read by `of` or `state`. Requests that came before it
   * started share it, later ones while a watcher covers these paths. `use` names it.
   */
  getOrScan<T>(root: string, paths: readonly string[], use: string, find: () => Promise<T>): Promise<T>
  /** The present state of a file: the same object while no change is reported. */
  state(root: string, path: string): FileState
  /** Reads a file in the state of the latest check. @throws AppError as `readContained`. */
  read(
    root: string,
    path: string,
    maxBytes: number,
    state: FileState,
  ): Promise<{ readonly bytes: Buffer; readonly hash: string }>
  /** The app itself has written at or below this path: the next read checks it again. */
  wrote(root: string, path: string): void
  /**
   * For the length of a request: it uses no check from before it came, except where a watcher covers the files. No file
   * operation of it is forgotten by the thread pool.
   */
  during<T>(request: () => Promise<T>): Promise<T>
  /** The project's files, for its watcher. */
  view(root: string): ProjectView
  readonly counts: Readonly<FileAccessCounts>
}

interface CacheEntry {
  state: FileState
  readonly hash: string
  readonly value: unknown
  readonly units: number
}

const maxUnits = 8_000_000
const maxEntries = 20_000
const missingHash = 'missing'

export function createFileCache({
  now = Date.now,
  waker = createThreadPoolWaker(),
}: {
  readonly now?: () => number
  readonly waker?: ThreadPoolWaker
} = {}): FileCache {
  const entries = new Map<string, CacheEntry>()
  const making = new Map<string, { readonly state: FileState; readonly value: Promise<unknown> }>()
  const views = new Map<string, ProjectView>()
  const counts: FileAccessCounts = { checked: 0, opened: 0, swept: 0 }
  const epoch = { number: 0 }
  let requests = 0
  let units = 0
  let atWork = 0

  function view(root: string): ProjectView {
    const present = views.get(root)
    if (present) return present
    const created = createProjectView({ root, now, epoch, counts })
    views.set(root, created)
    return created
  }

  async function of<T>(
    root: string,
    path: string,
    use: string,
    make: () => Promise<T>,
    unitsOf: (value: T) => number = () => 64,
  ): Promise<T> {
    const key = `${use}\0${root}\0${path}`
    const state = view(root).state(path)
    const cached = entries.get(key)
    if (cached?.state === state && state.isStable && state.plain) return used(key, cached).value as T // stored below under this key, which names the use
    const under = making.get(key)
    if (under?.state === state) return under.value as Promise<T> // as above
    const value = compareOrMake(root, path, key, state, make, unitsOf)
    making.set(key, { state, value })
    try {
      return await value
    } finally {
      if (making.get(key)?.value === value) making.delete(key)
    }
  }

  async function compareOrMake<T>(
    root: string,
    path: string,
    key: string,
    state: FileState,
    make: () => Promise<T>,
    unitsOf: (value: T) => number,
  ): Promise<T> {
    if (!state.plain) return make()
    const hash = await hashOf(root, path, state)
    const cached = entries.get(key)
    if (cached && hash !== undefined && cached.hash === hash) {
      cached.state = state
      return used(key, cached).value as T // as above
    }
    const value = await make()
    // Of a file that was written meanwhile nobody knows which half was read.
    if (hash !== undefined && hash === (await hashOf(root, path, view(root).state(path))))
      store(key, { state, hash, value, units: unitsOf(value) })
    return value
  }

  const hashOf = async (root: string, path: string, state: FileState) =>
    state.kind === 'missing' ? missingHash : view(root).hashOf(path, state)

  function used(key: string, item: CacheEntry): CacheEntry {
    entries.delete(key)
    entries.set(key, item)
    return item
  }

  function store(key: string, item: CacheEntry): void {
    units += item.units - (entries.get(key)?.units ?? 0)
    used(key, item)
    for (const [oldest, { units: freed }] of entries) {
      if (units <= maxUnits && entries.size <= maxEntries) return
      entries.delete(oldest)
      units -= freed
    }
  }

  return {
    of,
    getOrScan: (root, paths, use, find) => view(root).getOrScan(paths, use, find),
    state: (root, path) => view(root).state(path),
    async read(root, path, maxBytes, state) {
      counts.opened += 1
      const bytes = await readContained(root, path, maxBytes)
      const hash = sha256Hex(bytes)
      if (state.plain) view(root).recordHash(state, hash)
      return { bytes, hash }
    },
    wrote: (root, path) => view(root).invalidate(path, true),
    async during(request) {
      requests += 1
      epoch.number = requests
      atWork += 1
      waker.start()
      try {
        return await request()
      } finally {
        atWork -= 1
        if (atWork === 0) {
          epoch.number = 0
          waker.stop()
        }
      }
    },
    view,
    counts,
  }
}
