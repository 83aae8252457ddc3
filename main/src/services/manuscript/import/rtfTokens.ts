import { setImmediate as otherWork } from 'node:timers/promises'
import { AppError } from '../../../lib/appError.ts'
import { brokenMarkup } from './markup.ts'

/** What a file in the Rich Text Format consists of, in its order (RTF 1.9.1). */
export interface RtfHandlers {
  /** A group begins or ends: what is set in it is set for it alone. */
  open(): void
  close(): void
  /** A control word without its backslash, `fs`, and its number where it has one. */
  word(name: string, value: number | undefined): void
  /** A backslash and a sign that is no letter, except `\'hh`, which is a byte. */
  symbol(sign: string): void
  /** Text in the code page of its font. */
  bytes(bytes: Uint8Array): void
}

const tokensPerStep = 20_000
/** Word nests some thirty groups. */
const maxDepth = 1000
const maxWordLetters = 32
const maxDigits = 10

const [backslash, brace, endBrace, quote, minus] = [0x5c, 0x7b, 0x7d, 0x27, 0x2d]
const isLetter = (byte: number) => (byte | 32) >= 0x61 && (byte | 32) <= 0x7a
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39
const isLineEnd = (byte: number) => byte === 0x0d || byte === 0x0a

/**
 * Reads a file as tokens, in linear time and with pauses. Nothing behind its last group is read.
 * @throws AppError IMPORT_BROKEN (no RTF, torn, nested too deeply).
 */
export async function walkRtf(file: Uint8Array, handlers: RtfHandlers): Promise<void> {
  let at = 0
  let depth = 0
  let tokens = 0
  const byteAt = (index: number) => file[index] ?? 0
  // Some programs write a byte order mark before it.
  if (byteAt(0) === 0xef && byteAt(1) === 0xbb) at = 3
  // What does not say that it is RTF may end with its first group, and the rest would be lost.
  if (latin(file, at, at + 5) !== '{\\rtf') throw brokenMarkup()

  function control(): void {
    const first = byteAt(at)
    if (first === quote) {
      const code = Number.parseInt(String.fromCharCode(byteAt(at + 1), byteAt(at + 2)), 16)
      at += 3
      if (!Number.isNaN(code)) handlers.bytes(Uint8Array.of(code))
    } else if (!isLetter(first)) {
      at += 1
      handlers.symbol(String.fromCharCode(first))
    } else word()
  }

  function word(): void {
    const from = at
    while (isLetter(byteAt(at)) && at - from < maxWordLetters) at += 1
    const name = latin(file, from, at)
    const digits = at
    if (byteAt(at) === minus && isDigit(byteAt(at + 1))) at += 1
    while (isDigit(byteAt(at))) at += 1
    const value = at > digits ? Number(latin(file, digits, Math.min(at, digits + maxDigits))) : undefined
    if (byteAt(at) === 0x20) at += 1
    // As many bytes of anything follow, a picture mostly.
    if (name === 'bin') at += Math.max(0, value ?? 0)
    else handlers.word(name, value)
  }

  function text(): void {
    const from = at
    while (at < file.length) {
      const byte = byteAt(at)
      if (byte === backslash || byte === brace || byte === endBrace || isLineEnd(byte) || byte === 0) break
      at += 1
    }
    handlers.bytes(file.subarray(from, at))
  }

  while (at < file.length) {
    tokens += 1
    if (tokens % tokensPerStep === 0) await otherWork()
    const byte = byteAt(at)
    if (byte === brace) {
      at += 1
      depth += 1
      if (depth > maxDepth) throw new AppError('IMPORT_BROKEN', { why: 'depth' })
      handlers.open()
    } else if (byte === endBrace) {
      at += 1
      depth -= 1
      handlers.close()
      if (depth === 0) return
    } else if (byte === backslash) {
      at += 1
      control()
    } else if (isLineEnd(byte) || byte === 0) at += 1
    else text()
  }
  throw brokenMarkup()
}

const latin = (file: Uint8Array, from: number, to: number) =>
  Buffer.from(file.buffer, file.byteOffset + from, to - from).toString('latin1')
