import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'
import type { Edit, Reading, VersionedFile } from './versionedFile.ts'

/** A small file of the data folder, in memory and asked about dozens of times in a request. */
export interface CachedFile<T> {
  /** At once; follows what other processes and people write within some 20 ms. Never throws because of the file. */
  current(): Reading<T>
  /** The same with a look at the file now. */
  fresh(): Reading<T>
  /** As `VersionedFile.update`. */
  update<R>(edit: (current: T) => Edit<T, R>): Promise<R>
}

const recheckMs = 20
/** A time stamp of a file may stand still this long while the file changes (network and FAT file systems). */
const stableAfterMs = 2000

export function createCachedFile<T>(file: VersionedFile<T>, place: Place): CachedFile<T> {
  let cached: { readonly stamp: string; readonly reading: Reading<T> } | undefined
  let checkedAt = Number.NEGATIVE_INFINITY

  function fresh(): Reading<T> {
    checkedAt = performance.now()
    // Taken before reading: what is written meanwhile has another stamp at the next look.
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
  }
}

/** Undefined: looking proves nothing, read it. */
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (Date.now() - Number(stats.mtimeMs) < stableAfterMs) return undefined
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}
