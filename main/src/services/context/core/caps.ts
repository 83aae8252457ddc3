import type { Allocation } from './allocate.ts'
import type { BlockCounter } from './blockCounter.ts'
import { fitLayer } from './layerFit.ts'
import type { Chunk, LayerName, Placed } from './types.ts'

type Parts = Pick<Allocation, 'preferences' | 'longTerm' | 'retrieval'>

/**
 * Limits retrieved material to the parts of a profile: preferences, earlier exchanges, and the rest of Retrieved. A
 * cap in addition to the layers' shares: it never enlarges anything.
 */
export function applyPartLimits(
  layer: Extract<LayerName, 'settings' | 'retrieved'>,
  placed: readonly Placed[],
  parts: Parts | undefined,
  counter: BlockCounter,
): readonly Placed[] {
  if (!parts) return placed
  const after = new Map<Placed['chunk'], Placed>()
  for (const [part, items] of Map.groupBy(placed, (item) => partOf(layer, item))) {
    const fitted = part ? fitLayer({ layer, placed: items, spaceTokens: parts[part], counter }).placed : items
    for (const item of fitted) after.set(item.chunk, item)
  }
  return placed.map((item) => after.get(item.chunk) ?? item)
}

/** Whether reused material is more than its parts allow. */
export function exceedsParts(
  placed: readonly Placed[],
  parts: Parts | undefined,
  counter: BlockCounter,
): boolean {
  if (!parts) return false
  const groups = [...Map.groupBy(placed, (item) => partOf('retrieved', item))]
  return groups.some(([part, items]) => part !== undefined && counter.layer('retrieved', items) > parts[part])
}

/** True for a chunk of Retrieved that is paid from the part of retrieval: no earlier exchange. */
export const isRetrieved = ({ source }: Pick<Chunk, 'source'>): boolean => source.part === undefined

function partOf(layer: LayerName, { chunk: { source } }: Placed): keyof Parts | undefined {
  return source.part ?? (layer === 'retrieved' ? 'retrieval' : undefined)
}
