import { LRUCache } from 'lru-cache'
import type { SessionStateTable } from './tables/sessionState.ts'

export interface CachedState {
  read(key: string): unknown
  /** Stored after a pause, at the latest when the state is closed; what is read until then is this value. */
  write(key: string, value: object): void
  /** Another beginning for every key that begins with `from`. */
  renameKeys(from: string, to: string): void
  /** Stores what waits. */
  flush(): void
}

/** Values kept in memory; what is evicted is read from the table again. */
const maxCachedValues = 64
/** A crash forgets so much of what is only a memory of earlier requests. */
const pauseMs = 250

/**
 * Session state in front of its table: written behind the requests and read again only when another connection
 * has changed the file, so that neither costs a request anything.
 */
export function createCachedState(options: {
  readonly table: SessionStateTable
  /** Changes when another connection has written. */
  readonly version: () => number
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}): CachedState {
  const { table, version, now, onFailure } = options
  const cached = new LRUCache<string, object>({ max: maxCachedValues })
  const pendingWrites = new Map<string, object>()
  let cachedVersion = version()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const values = [...pendingWrites]
    pendingWrites.clear()
    try {
      for (const [key, value] of values) table.set(key, value, now())
    } catch (error) {
      onFailure(error)
    }
  }

  return {
    flush,
    read(key) {
      const current = version()
      if (current !== cachedVersion) cached.clear()
      cachedVersion = current
      const existing = pendingWrites.get(key) ?? cached.get(key)
      if (existing !== undefined) return existing
      const stored = table.get(key)
      if (typeof stored === 'object' && stored !== null) cached.set(key, stored)
      return stored
    },
    write(key, value) {
      cached.set(key, value)
      pendingWrites.set(key, value)
      timer ??= setTimeout(flush, pauseMs).unref()
    },
    renameKeys(from, to) {
      flush()
      cached.clear()
      table.renameKeys(from, to)
    },
  }
}
