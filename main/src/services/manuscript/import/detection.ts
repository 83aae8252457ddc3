import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { decodeUtf8 } from '../../../lib/textFile.ts'

export interface DetectedEncoding {
  readonly encoding: string
  /** From 0 to 1. */
  readonly confidence: number
}

/** Below this the author decides. */
export const sureConfidence = 0.5
/** Less is not offered to the author. */
const leastLikely = 0.05
const sampleBytes = 65_536
const certain = (encoding: string): DetectedEncoding => ({ encoding, confidence: 1 })

const chinese =
  /[的一是不了在人有我他她这這个個来來上说說着著道们們时時出就第章回卷，。、？！：“”「」…\u3000]/g
/** Characters that any prose in it is full of, and mojibake is not, and the share of them in such prose. */
const asian: readonly (readonly [encoding: string, common: RegExp, share: number])[] = [
  ['gb18030', chinese, 0.22],
  ['big5', chinese, 0.22],
  ['shift_jis', /[\u3041-\u3096。、「」のはがにを]/g, 0.4],
  ['euc-jp', /[\u3041-\u3096。、「」のはがにを]/g, 0.4],
  ['euc-kr', /[이다는을를의에가은고하지그로한도서나기사있었아어자대니것으라]/g, 0.3],
]
const western = /^(?:windows-125\d|ISO-8859-\d+|KOI8-R)$/

/**
 * The encodings a text may be in, the likeliest first: byte order mark, strict UTF-8, UTF-16 without a mark, UTF-8
 * with a few damaged bytes, then the older encodings by how common their characters would be.
 */
export function detectEncodings(bytes: Uint8Array): readonly [DetectedEncoding, ...DetectedEncoding[]] {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return [certain('utf-8')]
  if (startsWith(bytes, 0xff, 0xfe)) return [certain('utf-16le')]
  if (startsWith(bytes, 0xfe, 0xff)) return [certain('utf-16be')]
  const sample = bytes.subarray(0, sampleBytes)
  const utf8 = decodeUtf8(bytes) !== undefined
  if (utf8 && !sample.includes(0)) return [certain('utf-8')]
  const wide = utf16WithoutMark(sample, bytes.length)
  if (wide) return [certain(wide)]
  return utf8 || isDamagedUtf8(sample) ? [certain('utf-8')] : olderEncodings(sample)
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
function isDamagedUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  const bad = text.match(/\uFFFD/g)?.length ?? 0
  const wide = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return wide > 4 * bad
}

function olderEncodings(sample: Uint8Array): readonly [DetectedEncoding, ...DetectedEncoding[]] {
  // Cut at a line's end: half a character at the end of the sample is no damage.
  const end = sample.length < sampleBytes ? sample.length : sample.lastIndexOf(10) + 1 || sample.length
  const bytes = Buffer.from(sample.subarray(0, end))
  const scores = asian.map(([encoding, common, share]) => {
    return { encoding, score: likelihood(iconv.decode(bytes, encoding), common, share) }
  })
  const best = scores.toSorted((a, b) => b.score - a.score)
  // What a Western code page would make of Chinese is no evidence against Chinese, so that only these compete.
  const rival = best[1]?.score ?? 0
  const high = bytes.filter((byte) => byte >= 0x80).length
  const detected = analyse(bytes).find(({ name }) => western.test(name))
  // Few accents and curly quotes among plain letters are the sign of a Western text.
  const few = high > 0 && high * 8 < bytes.length ? 0.6 : 0
  if (detected)
    best.push({
      encoding: westernName(detected.name),
      score: Math.max(few, Math.min(1, detected.confidence / 66)),
    })
  const [first, ...alternatives] = best.toSorted((a, b) => b.score - a.score).slice(0, 4)
  const lead = Math.min(1, 2 * (1 - rival / Math.max(0.01, first?.score ?? 0)))
  const toDetectedEncoding = (encoding: string, score: number) => ({
    encoding,
    confidence: Math.round(100 * score) / 100,
  })
  return [
    toDetectedEncoding(first?.encoding ?? 'gb18030', (first?.score ?? 0) * Math.max(0, lead)),
    ...alternatives
      .filter(({ score }) => score >= leastLikely)
      .map(({ encoding, score }) => toDetectedEncoding(encoding, score)),
  ]
}

/** Curly quotes lie where ISO 8859 has control characters, so that the Windows code page is always meant. */
function westernName(name: string): string {
  if (name === 'ISO-8859-1' || name === 'ISO-8859-9') return 'windows-1252'
  return name === 'ISO-8859-2' ? 'windows-1250' : name.toLowerCase()
}

function likelihood(text: string, common: RegExp, share: number): number {
  const foreign = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  if (foreign === 0) return 0
  const damaged = text.match(/[\uFFFD\p{Co}]|(?![\t\n\r\f\v])\p{Cc}/gu)?.length ?? 0
  const usual = (text.match(common)?.length ?? 0) / foreign
  const score = Math.min(1, usual / share) - (5 * damaged) / foreign
  // A few letters prove little.
  return Math.max(0, score) * (foreign / (foreign + 3))
}

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
