import { type Chunk, include, type Placed } from '../../main/src/services/context/core/types.ts'
import { draftOf, type Planted, realSource } from './planted.ts'

/** One token per code point: additive, so that expectations can be worked out by hand. */
export const countCodePoints = (text: string): number => [...text].length

/** A chunk as the engine would make it of sound material, counted by code points. */
export function chunkOf(planted: Planted): Chunk {
  const { storeId, score, whole: _whole, of: _of, ...rest } = draftOf(planted)
  return {
    ...rest,
    source: realSource(planted.source),
    projectId: storeId,
    tokenCount: countCodePoints(planted.text),
    ...(score === undefined ? {} : { score }),
    replacements: [],
    redaction: [],
  }
}

export const kept = (chunks: readonly Chunk[]): Placed[] => chunks.map(include)
