import { setImmediate as otherWork } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { AppError } from '../../../lib/appError.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import { type DetectedEncoding, detectEncodings } from './detection.ts'

export interface DecodedSource {
  /** `utf-8`, `utf-16le`, `gb18030`, `big5`, `shift_jis`, `euc-jp`, `euc-kr`, `windows-1252` … */
  readonly encoding: string
  /** Without byte order mark; every line ending as in the file. */
  readonly text: string
  /** What else it may be, the likeliest first; empty when the encoding was given. */
  readonly guesses: readonly DetectedEncoding[]
}

/** More replacement or control characters than one in a thousand: not this encoding, or not a text. */
const maxDamagedShare = 0.001
const chunkBytes = 262_144
const chunkUnits = 131_072
const damage = /\uFFFD|(?![\t\n\r\f\v])\p{Cc}|\p{Surrogate}/gu

/**
 * Detects the encoding of a text file and decodes it, by the likeliest one. Yields between its steps and between
 * chunks of 256 KiB. @throws AppError DOCUMENT_ENCODING when more than 0.1 % of the characters would be replaced, or
 * the given encoding does not exist.
 */
export async function decodeSource(bytes: Uint8Array, encoding?: string): Promise<DecodedSource> {
  if (encoding !== undefined && !iconv.encodingExists(encoding))
    throw new AppError('DOCUMENT_ENCODING', { why: 'unknown', encoding })
  const guesses = encoding === undefined ? detectEncodings(bytes) : []
  const usedEncoding = encoding ?? guesses[0]?.encoding ?? 'utf-8'
  await otherWork()
  const strict = usedEncoding === 'utf-8' ? decodeUtf8(bytes)?.text : undefined
  const text = strict ?? (await decodeInSteps(bytes, usedEncoding))
  await otherWork()
  if ((await damagedShare(text)) > maxDamagedShare) throw unreadable(encoding)
  return { encoding: usedEncoding.toLowerCase(), text: text.replace(/^\uFEFF+/, '').toWellFormed(), guesses }
}

async function decodeInSteps(bytes: Uint8Array, encoding: string): Promise<string> {
  const decoder = iconv.getDecoder(encoding)
  let text = ''
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    text += decoder.write(Buffer.from(bytes.subarray(from, from + chunkBytes)))
    await otherWork()
  }
  return text + (decoder.end() ?? '')
}

async function damagedShare(text: string): Promise<number> {
  let damaged = 0
  for (let from = 0; from < text.length; ) {
    const isPair = (text.codePointAt(from + chunkUnits - 1) ?? 0) > 0xffff
    const to = from + chunkUnits + (isPair ? 1 : 0)
    for (const _ of text.slice(from, to).matchAll(damage)) damaged += 1
    from = to
    await otherWork()
  }
  return damaged / Math.max(1, text.length)
}

function unreadable(given: string | undefined): AppError {
  return given === undefined
    ? new AppError('DOCUMENT_ENCODING')
    : new AppError('DOCUMENT_ENCODING', { why: 'damaged', encoding: given })
}
