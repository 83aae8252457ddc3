import { setImmediate as otherWork } from 'node:timers/promises'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { AppError } from '../../../lib/appError.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'

export interface DecodedSource {
  /** `utf-8`, `utf-16le`, `utf-16be`, `gb18030`, `big5` or `windows-1252`. */
  readonly encoding: string
  /** Without byte order mark; every line ending as in the file. */
  readonly text: string
}

/** More replacement or control characters than one in a thousand: not this encoding, or not a text. */
const maxDamagedShare = 0.001
const sampleBytes = 65_536
const chunkBytes = 262_144
const chunkUnits = 131_072
const damage = /\uFFFD|(?![\t\n\r\f\v])\p{Cc}|\p{Surrogate}/gu

/**
 * Finds the encoding of a text file and decodes it: byte order mark, strict UTF-8, UTF-16 without a mark,
 * UTF-8 with a few damaged bytes, then the legacy encodings. Yields between its steps and between chunks
 * of 256 KiB.
 * @throws AppError DOCUMENT_ENCODING when more than 0.1 % of the characters would be replaced.
 */
export async function decodeSource(bytes: Uint8Array, encoding?: string): Promise<DecodedSource> {
  if (encoding !== undefined && !iconv.encodingExists(encoding)) throw unreadable()
  const found = encoding ?? detect(bytes)
  await otherWork()
  const strict = found === 'utf-8' ? decodeUtf8(bytes)?.text : undefined
  const text = strict ?? (await decodeInSteps(bytes, found))
  await otherWork()
  if ((await damagedShare(text)) > maxDamagedShare) throw unreadable()
  return { encoding: found.toLowerCase(), text: text.replace(/^\uFEFF+/, '').toWellFormed() }
}

function detect(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const utf8 = decodeUtf8(bytes) !== undefined
  if (utf8 && !sample.includes(0)) return 'utf-8'
  const wide = utf16WithoutMark(sample, bytes.length)
  if (wide) return wide
  return utf8 || looksLikeDamagedUtf8(sample) ? 'utf-8' : legacy(bytes)
}

/** UTF-16 shows by nearly every unit being an ordinary letter in one byte order only. */
function utf16WithoutMark(sample: Uint8Array, length: number): 'utf-16le' | 'utf-16be' | undefined {
  if (length % 2 !== 0 || length < 4) return undefined
  const even = sample.subarray(0, sample.length & ~1)
  const little = ordinaryShare(iconv.decode(Buffer.from(even), 'utf-16le', { stripBOM: false }))
  const big = ordinaryShare(iconv.decode(Buffer.from(even), 'utf-16be', { stripBOM: false }))
  if (Math.max(little, big) < 0.95) return undefined
  return little >= big ? 'utf-16le' : 'utf-16be'
}

function ordinaryShare(text: string): number {
  const ordinary = text.match(/[\t\n\r\u0020-\u007e\u2010-\u2027\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e]/g)
  return (ordinary?.length ?? 0) / text.length
}

/** Mostly whole multi-byte characters with a few bad bytes: damaged UTF-8, not another encoding. */
function looksLikeDamagedUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  const bad = text.match(/\uFFFD/g)?.length ?? 0
  const wide = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return wide > 4 * bad
}

function legacy(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.subarray(0, sampleBytes))
  const highBytes = sample.filter((byte) => byte >= 0x80).length
  const guess = analyse(sample)[0]?.name ?? ''
  // Curly quotes of a Western text would be read as rare Chinese characters.
  if (highBytes < sample.length / 10 && /^(?:windows-125[02]|ISO-8859-[19]5?)$/.test(guess))
    return 'windows-1252'
  const chinese = commonShare(iconv.decode(sample, 'gb18030'))
  const traditional = commonShare(iconv.decode(sample, 'big5'))
  return traditional > chinese ? 'big5' : 'gb18030'
}

/** Share of characters so common that any Chinese prose is full of them, and mojibake is not. */
function commonShare(text: string): number {
  const common = text.match(/[的一是不了在人有我他她这這个個来來上说說着著道，。、？！：“”「」\u3000]/g)
  return (common?.length ?? 0) / Math.max(1, text.length)
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

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

function unreadable(): AppError {
  return new AppError('DOCUMENT_ENCODING', '看不出这个文件的编码，请另存为 UTF-8 后再导入。')
}
