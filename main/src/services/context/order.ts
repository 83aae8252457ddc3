import { kindOrder, limit } from './layers.ts'
import { compareCodePoints } from './prefix.ts'
import { chunkKey } from './serialise.ts'
import type { Chunk, LayerName } from './types.ts'

/** Sorts a layer by keys that depend on nothing but its chunks: shuffled input, same prompt. */
export function orderLayer(layer: LayerName, chunks: readonly Chunk[], printed: readonly string[]): Chunk[] {
  const kinds = kindOrder[layer]
  const place = (a: Chunk, b: Chunk) =>
    compareCodePoints(a.source, b.source) ||
    (a.place ?? a.from ?? 0) - (b.place ?? b.from ?? 0) ||
    compareCodePoints(chunkKey(a), chunkKey(b)) ||
    compareCodePoints(a.text, b.text) ||
    compareCodePoints(a.label, b.label)
  if (layer === 'retrieved') {
    const earlier = new Map(printed.map((key, index) => [key, index]))
    const rank = (chunk: Chunk) => earlier.get(chunkKey(chunk)) ?? printed.length
    return chunks.toSorted((a, b) => rank(a) - rank(b) || place(a, b))
  }
  return chunks.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      (a.kind === 'constraint' ? constraints(a, b) : 0) ||
      // The skill's words, then the author's, wherever the skill is stored.
      (a.kind === 'instruction' ? (a.place ?? 0) - (b.place ?? 0) : 0) ||
      place(a, b),
  )
}

/** The user's before automatic ones, then by priority. */
function constraints(a: Chunk, b: Chunk): number {
  return Number(!!a.automatic) - Number(!!b.automatic) || (b.priority ?? 0) - (a.priority ?? 0)
}

export interface Selection {
  readonly chosen: readonly Chunk[]
  readonly left: readonly Chunk[]
  readonly overLimit: boolean
}

/** Leaves out of Retrieved what Immediate already shows, doubles, and whatever is beyond the best 200. */
export function selectRetrieved(retrieved: readonly Chunk[], immediate: readonly Chunk[]): Selection {
  const shown = immediate.filter(({ from, to }) => from !== undefined && to !== undefined)
  const overlaps = (chunk: Chunk) =>
    shown.some(
      ({ source, from = 0, to = 0 }) =>
        source === chunk.source &&
        chunk.from !== undefined &&
        chunk.from < to &&
        (chunk.to ?? chunk.from) > from,
    )
  // Best first before doubles leave, so that which of two stays does not depend on the order of sources.
  const byScore = retrieved.toSorted(
    (a, b) =>
      Number(!!b.pinned) - Number(!!a.pinned) ||
      (b.score ?? 0) - (a.score ?? 0) ||
      compareCodePoints(chunkKey(a), chunkKey(b)) ||
      compareCodePoints(a.text, b.text),
  )
  const seen = new Set<string>()
  const fresh = byScore.filter((chunk) => {
    // One source may hold many chunks; only the same text twice is a double.
    const identity = `${chunkKey(chunk)}\0${chunk.text}`
    const double = overlaps(chunk) || seen.has(identity)
    seen.add(identity)
    return !double
  })
  const chosen = new Set(fresh.slice(0, limit.retrievedChunks))
  return {
    chosen: [...chosen],
    left: byScore.filter((chunk) => !chosen.has(chunk)),
    overLimit: fresh.length > limit.retrievedChunks,
  }
}
