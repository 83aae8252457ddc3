import { compareCodePoints } from '../../../lib/text.ts'
import { limit } from './layers.ts'
import { type Chunk, chunkKey } from './types.ts'

/** Sorts a layer by keys that depend on nothing but its chunks: shuffled input, same prompt. */
export const orderLayer = (chunks: readonly Chunk[]): Chunk[] =>
  chunks.toSorted(
    (a, b) =>
      a.source.place - b.source.place ||
      (b.priority ?? 0) - (a.priority ?? 0) ||
      (a.order ?? 0) - (b.order ?? 0) ||
      compareCodePoints(a.ref.path, b.ref.path) ||
      positionOf(a) - positionOf(b) ||
      compareCodePoints(chunkKey(a), chunkKey(b)) ||
      compareCodePoints(a.text, b.text) ||
      compareCodePoints(a.label, b.label),
  )

const positionOf = ({ ref: { position, from } }: Chunk) => position ?? from ?? 0

export interface Selection {
  readonly selected: readonly Chunk[]
  readonly left: readonly Chunk[]
  readonly overLimit: boolean
}

/**
 * Leaves out of Retrieved what Immediate already shows, duplicates, and whatever is beyond the best 200. How much of
 * the chapter Immediate shows is decided only when everything has its place.
 */
export function selectRetrieved(retrieved: readonly Chunk[], immediate: readonly Chunk[]): Selection {
  const shown = immediate.filter(
    ({ ref, source }) => !source.anchored && ref.from !== undefined && ref.to !== undefined,
  )
  const overlaps = ({ ref: own }: Chunk) =>
    shown.some(
      ({ ref: { path, from = 0, to = 0 } }) =>
        path === own.path && own.from !== undefined && own.from < to && (own.to ?? own.from) > from,
    )
  // Best first before doubles leave, so that which of two stays does not depend on the order of sources.
  const byScore = retrieved.toSorted(
    (a, b) =>
      Number(!!b.pinned) - Number(!!a.pinned) ||
      (b.score ?? 0) - (a.score ?? 0) ||
      compareCodePoints(chunkKey(a), chunkKey(b)) ||
      compareCodePoints(a.text, b.text),
  )
  const visited = new Set<string>()
  const fresh = byScore.filter((chunk) => {
    // One source may have many chunks; only the same text twice is a duplicate.
    const identity = `${chunkKey(chunk)}\0${chunk.text}`
    const double = overlaps(chunk) || visited.has(identity)
    visited.add(identity)
    return !double
  })
  const selected = new Set(fresh.slice(0, limit.retrievedChunks))
  return {
    selected: [...selected],
    left: byScore.filter((chunk) => !selected.has(chunk)),
    overLimit: fresh.length > limit.retrievedChunks,
  }
}
