import { AppError } from './appError.ts'

/** Limits of an answer from outside; more ends it, before anything parses it. */
export interface ResponseLimits {
  readonly maxBytes: number
  /** Of one frame of an event stream, from one blank line to the next. */
  readonly maxFrameBytes: number
  /** Of objects and arrays inside each other. */
  readonly maxDepth: number
}

export type ResponseKind = 'stream' | 'json'

const [lineFeed, carriageReturn, quote, backslash] = [0x0a, 0x0d, 0x22, 0x5c]
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d

/** Why an answer ends here, and how many bytes of the chunk before it are whole frames. */
export interface Overflow {
  readonly error: AppError
  readonly completeBytes: number
}

/**
 * Reads the bytes of an answer as they come and reports the first limit that is exceeded, as AI_RESPONSE_TOO_LARGE
 * `{why, most}`. Brackets inside strings of JSON do not count; no string spans two lines. One pass, no memory.
 */
export function createResponseMeter(
  limits: ResponseLimits,
  kind: ResponseKind,
): (chunk: Uint8Array) => Overflow | undefined {
  let bytes = 0
  let frame = 0
  let lineIsEmpty = true
  let depth = 0
  let inString = false
  let escaped = false

  function endLine(): void {
    if (lineIsEmpty) frame = 0
    lineIsEmpty = true
    inString = false
    escaped = false
    if (kind === 'stream') depth = 0
  }

  function read(byte: number): void {
    lineIsEmpty = false
    if (escaped) escaped = false
    else if (inString) {
      if (byte === backslash) escaped = true
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (isOpening(byte)) depth += 1
    else if (isClosing(byte) && depth > 0) depth -= 1
  }

  return (chunk) => {
    let completeBytes = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      bytes += 1
      frame += 1
      if (byte === lineFeed) endLine()
      else if (byte !== carriageReturn) read(byte)
      if (bytes > limits.maxBytes) return { error: tooLarge('bytes', limits.maxBytes), completeBytes }
      if (depth > limits.maxDepth) return { error: tooLarge('depth', limits.maxDepth), completeBytes }
      if (kind === 'json') continue
      if (frame > limits.maxFrameBytes)
        return { error: tooLarge('frame', limits.maxFrameBytes), completeBytes }
      if (frame === 0) completeBytes = at + 1
    }
    return undefined
  }
}

/** `most` counts bytes, levels or UTF-16 units. */
export function tooLarge(why: 'bytes' | 'frame' | 'depth' | 'characters', max: number): AppError {
  return new AppError('AI_RESPONSE_TOO_LARGE', { why, most: max })
}
