import { startsLine } from '../../tokens/index.ts'
import type { BlockCounter } from './blockCounter.ts'
import { limit } from './layers.ts'
import { orderLayer } from './order.ts'
import { excerptOf } from './shrink.ts'
import type { Chunk, Placed } from './types.ts'

/** `inText`: where it arrived, for good. `behind`: behind the text before the cursor, which grows. */
export type AppendedPlacement = 'inText' | 'behind'

/**
 * New material in the form in which it is appended within the text, in the order of the layer. `totalTokens` is what the
 * prompt may contain.
 */
export const arrivals = (
  chunks: readonly Chunk[],
  totalTokens: number,
  counter: BlockCounter,
): readonly Placed[] => {
  const bounds = {
    excerptTokens: limit.excerptTokens,
    excerptUnits: limit.excerptUnits,
    headTokens: limit.arrivalShare * totalTokens,
  }
  return orderLayer(chunks).map((chunk) => excerptOf(chunk, bounds, counter))
}

/** Where each appended chunk is printed: where it was, or where it arrives now; what has no place yet is left out. */
export function placesIn(
  immediate: readonly Placed[],
  chunks: ReadonlySet<Chunk>,
  before: ReadonlyMap<Chunk, number> = new Map(),
): ReadonlyMap<Chunk, number> {
  const window = immediate.find(({ chunk, action }) => chunk.source.anchored && action !== 'dropped')
  if (!window) return new Map()
  const { start, chunk: cursorText } = window
  const arrival = arrivalPlace(cursorText.text, start)
  return new Map(
    [...chunks].flatMap((chunk) => {
      const place = before.get(chunk)
      const at = place !== undefined && isParagraphEnd(cursorText.text, place, start) ? place : arrival
      return at === undefined ? [] : [[chunk, at] as const]
    }),
  )
}

/**
 * Where material that arrives now is printed from now on: the last paragraph end before the cursor. What is written
 * later goes on behind it, so that it is sent once. Undefined while the window shows a single paragraph.
 */
export function arrivalPlace(text: string, windowStart: number): number | undefined {
  let end = text.lastIndexOf('\n')
  while (end >= windowStart) {
    if (isParagraphEnd(text, end + 1, windowStart)) return end + 1
    // A search from in front of the text would find its first character again.
    end = end === 0 ? -1 : text.lastIndexOf('\n', end - 1)
  }
  return undefined
}

/**
 * Behind a paragraph, in front of something visible, where counts of tokens add up; not in front of the first paragraph
 * that is shown.
 */
const isParagraphEnd = (text: string, at: number, windowStart: number): boolean =>
  at > windowStart && at < text.length && text.charAt(at - 1) === '\n' && startsLine(text, at)
