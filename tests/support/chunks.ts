import type { Placed } from '../../main/src/services/context/serialise.ts'
import { keep } from '../../main/src/services/context/serialise.ts'
import type { Chunk } from '../../main/src/services/context/types.ts'

/** One token per code point: additive, so that expectations can be worked out by hand. */
export const countCodePoints = (text: string): number => [...text].length

/** A chunk with the dull fields filled in. */
export function chunkOf(part: Partial<Chunk> & Pick<Chunk, 'layer' | 'kind' | 'text'>): Chunk {
  return {
    projectId: 'p1',
    source: `.creonow/settings/${part.text.slice(0, 4)}.md`,
    label: 'label',
    tokenCount: countCodePoints(part.text),
    reason: 'test',
    ...part,
  }
}

export const kept = (chunks: readonly Chunk[]): Placed[] => chunks.map(keep)
