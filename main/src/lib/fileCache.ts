import { readContained } from './containedPath.ts'
import type { FileAccessCounts, FileState } from './detection/fileState.ts'
import { createProjectView, type ProjectView } from './detection/projectView.ts'
import { sha256Hex } from './hash.ts'

/**
 * Knows of every project which of its files are still the ones that something was made from: the one place that
 * decides whether a file has changed. A look is one `lstat`, on the calling thread; a watcher that vouches for a
 * project saves even that. Paths are project-relative with forward slashes, `root` is the project's real path.
 */
export interface FileCache {
  /**
   * What `make` gives for a file or folder, or gave when it was last asked with the same `use`: the same object for
   * as long as the file holds the same bytes, the folder the same names. It is made again each time when anything on
   * the way is a link. A failure is not kept. Who asks while it is made shares it.
   * `units` bounds the memory: about how many UTF-16 units the value holds.
   */
  of<T>(
    root: string,
    path: string,
    use: string,
    make: () => Promise<T>,
    units?: (value: T) => number,
  ): Promise<T>
  /**
   * What `find` finds in places of many files, every one of which it must ask for by `of` or `state`. Requests that
   * were there before it began share it, later ones while a watcher vouches for these places. `use` names it.
   */
  getOrScan<T>(root: string, paths: readonly string[], use: string, find: () => Promise<T>): Promise<T>
  /** How a file stands now: the same object while nothing says that it changed. */
  state(root: string, path: string): FileState
  /** Reads a file in the state it was just found in. @throws AppError as `readContained`. */
  read(
    root: string,
    path: string,
    maxBytes: number,
    state: FileState,
  ): Promise<{ readonly bytes: Buffer; readonly hash: string }>
  /** The app itself has written at or below this path: it is looked at before it is believed again. */
  wrote(root: string, path: string): void
  /** For the length of a request: it sees nothing that was looked at before it came, but for what is vouched for. */
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

export function createFileCache({ now = Date.now }: { readonly now?: () => number } = {}): FileCache {
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
      try {
        return await request()
      } finally {
        atWork -= 1
        if (atWork === 0) epoch.number = 0
      }
    },
    view,
    counts,
  }
}
