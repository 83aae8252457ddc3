import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'
import type { Edit, Reading, VersionedFile } from './versionedFile.ts'

/** A small file of the data folder, in memory and asked about dozens of times in a request. */
export interface HeldFile<T> {
  /** At once; follows what other processes and people write within some 20 ms. Never throws because of the file. */
  current(): Reading<T>
  /** The same with a look at the file now. */
  fresh(): Reading<T>
  /** As `VersionedFile.update`. */
  update<R>(edit: (current: T) => Edit<T, R>): Promise<R>
}

const betweenLooksMs = 20
/** A time stamp of a file may stand still this long while the file changes (network and FAT file systems). */
const settledMs = 2000

export function createHeldFile<T>(file: VersionedFile<T>, place: Place): HeldFile<T> {
  let held: { readonly stamp: string; readonly reading: Reading<T> } | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  function fresh(): Reading<T> {
    lookedAt = performance.now()
    // Taken before reading: what is written meanwhile has another stamp at the next look.
    const stamp = stampOf(join(place.root, place.path))
    if (stamp === undefined || held?.stamp !== stamp)
      held = { stamp: stamp ?? '', reading: file.readAtOnce(place) }
    return held.reading
  }

  return {
    fresh,
    current: () => (held && performance.now() - lookedAt < betweenLooksMs ? held.reading : fresh()),
    async update(edit) {
      const result = await file.update(place, edit)
      held = undefined
      return result
    },
  }
}

/** Undefined: looking proves nothing, read it. */
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (Date.now() - Number(stats.mtimeMs) < settledMs) return undefined
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}
