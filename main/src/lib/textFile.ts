const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = '\uFEFF'

export interface DecodedText {
  /** The text without its byte order mark; every line ending as stored. */
  readonly text: string
  readonly bom: boolean
}

/** Decodes strict UTF-8; undefined when a byte is not valid, so that nothing is replaced silently. */
export function decodeUtf8(bytes: Uint8Array): DecodedText | undefined {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    // The only error a fatal decoder throws: not UTF-8, which is the caller's decision.
    return undefined
  }
  return text.startsWith(byteOrderMark) ? { text: text.slice(1), bom: true } : { text, bom: false }
}

/**
 * The bytes that `decodeUtf8` turns back into exactly this text. A text that itself starts with U+FEFF
 * gets a mark before it, because reading drops one. `text` must be well formed (no lone surrogate).
 */
export function encodeUtf8(text: string, bom: boolean): Buffer {
  return Buffer.from(bom || text.startsWith(byteOrderMark) ? byteOrderMark + text : text, 'utf8')
}

/** UTF-16 offset of the first half of a pair without its other half, or -1. */
export function loneSurrogateAt(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u)
}
