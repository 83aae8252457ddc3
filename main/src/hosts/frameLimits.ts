import { type FrameId, isFrameId } from '../contract/frames.ts'
import { contract } from '../contract/index.ts'
import type { Channel, LargeRequests } from '../contract/shared.ts'
import { type Bounds, excessOfJson } from '../lib/bounds.ts'

/** A frame up to this many bytes is read for every channel; above it as far as one declares `largeRequests`. */
export const usualFrameBytes = 2_000_000
/** Levels and values of a frame, counted before anything is parsed. */
const usualBounds: Bounds = { maxDepth: 64, maxValues: 100_000 }
/**
 * Of a large frame that is scanned before the rest is decoded: more than may be outside of its strings, and more than
 * `maxValues` members of 60 bytes take.
 */
const scannedFirstBytes = 16_000_000
const largeBounds: Bounds = { maxDepth: 64, maxValues: 250_000, maxUnitsOutside: 3_900_000 }
/** Beside its file an upload has some names and numbers. */
const uploadBounds: Bounds = { maxDepth: 64, maxValues: 1000 }
/** Of an upload: the names around the file may have some. */
const maxUploadEscapes = 10_000
const headUnits = 1024

const declared: Readonly<Record<string, Channel>> = contract

/** What a frame is before it is parsed: its text, or why it is refused and the id that its answer needs. */
export type FrameAdmission =
  | { readonly text: string; readonly channel?: string }
  | { readonly refused: 'frameLarge' | 'frameValues'; readonly id: FrameId | null }

/**
 * Judges a frame by its size, its first characters, and one pass over its brackets and commas, so that no text can make
 * the parser work for long. A large frame names its id and its channel in front of its input. `channel`: of a large
 * frame; the parsed one must have the same.
 */
export function admitFrame(frame: string | Buffer): FrameAdmission {
  const head = headOf(frame)
  if (frame.length <= usualFrameBytes) {
    const text = frame.toString()
    return excessOfJson(text, usualBounds) ? { refused: 'frameValues', id: head.id } : { text }
  }
  const limits = head.channel === undefined ? undefined : limitsOf(head.channel)
  if (head.channel === undefined || limits === undefined || frame.length > limits.maxBytes)
    return { refused: 'frameLarge', id: head.id }
  if (limits.isUpload && hasMore(frame, '\\', maxUploadEscapes))
    return { refused: 'frameValues', id: head.id }
  // Of UTF-8 and of UTF-16 alike brackets, commas and quotation marks are single units in Latin-1.
  const first = typeof frame === 'string' ? undefined : frame.toString('latin1', 0, scannedFirstBytes)
  const bounds = limits.isUpload ? uploadBounds : largeBounds
  if (first !== undefined && excessOfJson(first, bounds)) return { refused: 'frameValues', id: head.id }
  const text = frame.toString()
  if (excessOfJson(text, bounds)) return { refused: 'frameValues', id: head.id }
  return { text, channel: head.channel }
}

/** How many UTF-16 units are read of a line that starts like this: no more than show that it is too large. */
export function maxUnitsOf(head: string): number {
  const { channel } = headOf(head)
  return (channel === undefined ? usualFrameBytes : (limitsOf(channel)?.maxBytes ?? usualFrameBytes)) + 1
}

const limitsOf = (channel: string): LargeRequests | undefined =>
  Object.hasOwn(declared, channel) ? declared[channel]?.largeRequests : undefined

/** Whether a sign is there more often than `maxCount` times; no more than that are counted. */
function hasMore(frame: string | Buffer, sign: string, maxCount: number): boolean {
  let count = 0
  for (let at = frame.indexOf(sign); at >= 0; at = frame.indexOf(sign, at + 1)) {
    count += 1
    if (count > maxCount) return true
  }
  return false
}

const text = /"((?:[^"\\\p{Cc}]|\\["\\/]){1,128})"/u.source
const idMember = new RegExp(`"id"\\s*:\\s*(?:${text}|(-?\\d{1,16})(?![\\d.eE]))`, 'u')
const channelMember = new RegExp(`"channel"\\s*:\\s*${text}`, 'u')
const headPattern = new RegExp(
  `^\\s*\\{\\s*(?:${idMember.source}\\s*,\\s*)?(?:${channelMember.source})?`,
  'u',
)
const reversedPattern = new RegExp(`^\\s*\\{\\s*${channelMember.source}\\s*,\\s*${idMember.source}`, 'u')

function headOf(frame: string | Buffer): { readonly id: FrameId | null; readonly channel?: string } {
  const start = typeof frame === 'string' ? frame.slice(0, headUnits) : frame.toString('utf8', 0, headUnits)
  const reversed = reversedPattern.exec(start)
  const [, word, number, channel] = reversed
    ? [reversed[0], reversed[2], reversed[3], reversed[1]]
    : (headPattern.exec(start) ?? [])
  const id = word ?? (number === undefined ? undefined : Number(number))
  return { id: isFrameId(id) ? id : null, ...(channel !== undefined && { channel }) }
}
