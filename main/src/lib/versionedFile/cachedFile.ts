import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'
import type { Edit, Reading, VersionedFile } from './versionedFile.ts'

/** A small file of the data folder, cached in memory because one request reads it dozens of times. */
export interface CachedFile<T> {
  /** At once; follows what other processes and people write within some 20 ms. Never throws because of the file. */
  current(): Reading<T>
  /** The same after checking the file's state on disk. */
  fresh(): Reading<T>
  /** As `VersionedFile.update`. */
  update<R>(edit: (current: T) => Edit<T, R>): Promise<R>
  /** As `VersionedFile.replaceBroken`. */
  replaceBroken(make: (copy: T | undefined) => T): Promise<T>
}

const recheckMs = 20
/** A file's time stamp may not change for this long although the file does (network and FAT file systems). */
const stableAfterMs = 2000

export function createCachedFile<T>(file: VersionedFile<T>, place: Place): CachedFile<T> {
  let cached: { readonly stamp: string; readonly reading: Reading<T> } | undefined
  let checkedAt = Number.NEGATIVE_INFINITY

  function fresh(): Reading<T> {
    checkedAt = performance.now()
    // Read before the content: a write in between leads to another stamp at the next check.
    const stamp = stampOf(join(place.root, place.path))
    if (stamp === undefined || cached?.stamp !== stamp)
      cached = { stamp: stamp ?? '', reading: file.readAtOnce(place) }
    return cached.reading
  }

  return {
    fresh,
    current: () => (cached && performance.now() - checkedAt < recheckMs ? cached.reading : fresh()),
    async update(edit) {
      const result = await file.update(place, edit)
      cached = undefined
      return result
    },
    async replaceBroken(make) {
      const value = await file.replaceBroken(place, make)
      cached = undefined
      return value
    },
  }
}

/** Undefined: the stamp proves nothing, read the file. */
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (Date.now() - Number(stats.mtimeMs) < stableAfterMs) return undefined
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}
