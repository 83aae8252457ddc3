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

/** UTF-16 units: how far in front of the last paragraph end an earlier one may be, and how much text should follow it. */
const reachUnits = 600
const restUnits = 60

/**
 * Where material that arrives now is printed from now on: a paragraph end close to the cursor. What is written later
 * goes on behind it, so that it is sent once. The best one is where the text rests: behind a whole sentence, in front of
 * no reply, not within verse, with enough text behind it to write on from; else one with whole sentences and enough
 * text, else the last. Undefined while the window shows a single paragraph.
 */
export function arrivalPlace(text: string, windowStart: number): number | undefined {
  const last = paragraphEndBefore(text, text.length, windowStart)
  let at = last
  /** Behind a whole sentence, with enough text behind it. */
  let whole: number | undefined
  while (last !== undefined && at !== undefined && last - at <= reachUnits) {
    const [before, after] = paragraphsAt(text, at)
    if (text.slice(at).trim().length >= restUnits && wholeSentence.test(before)) {
      if (!reply.test(after) && Math.max(before.length, after.length) > verseUnits) return at
      whole ??= at
    }
    at = paragraphEndBefore(text, at - 1, windowStart)
  }
  return whole ?? last
}

const wholeSentence = /[。！？…．.!?][」』”’"')）]*$/
const reply = /^[「『“‘"']/
/** Two neighbours that are no longer are lines of a poem, or of quick talk. */
const verseUnits = 20

function paragraphsAt(text: string, at: number): readonly [string, string] {
  const from = text.lastIndexOf('\n', at - 2) + 1
  const end = text.indexOf('\n', at)
  return [text.slice(from, at).trim(), text.slice(at, end < 0 ? undefined : end).trim()]
}

function paragraphEndBefore(text: string, offset: number, windowStart: number): number | undefined {
  let end = offset <= 0 ? -1 : text.lastIndexOf('\n', offset - 1)
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
