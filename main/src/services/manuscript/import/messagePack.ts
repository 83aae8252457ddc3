import { AppError } from '../../../lib/appError.ts'

/** A value of a packed document: keyed containers are maps, what has no meaning for a text is undefined. */
export type Packed = string | number | boolean | null | undefined | readonly Packed[] | PackedMap
export type PackedMap = ReadonlyMap<Packed, Packed>

const maxValues = 3_000_000
const maxDepth = 100

/** Extensions behind whose tag an ordinary value follows: classes of NovelAI, sets, errors, expressions. */
const taggedValues = new Set([20, 30, 31, 40, 41, 42, 0x65, 0x73, 0x78])

interface Shape {
  readonly keys: readonly Packed[]
  /** Shapes with numbers above 31 take two bytes. */
  readonly high: number | undefined
}

/** Strings of a document that lie together at its end, as one of Latin letters and one of others. */
interface Bundle {
  readonly texts: readonly [string, string]
  readonly end: number
  readonly at: [number, number]
}

/**
 * Reads MessagePack as msgpackr writes it, with its shapes of records and its bundled strings
 * (https://github.com/kriszyp/msgpackr). Linear; depth and number of values are bounded.
 * @throws AppError IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export function readMessagePack(bytes: Buffer): Packed {
  const shapes = new Map<number, Shape>()
  let bundle: Bundle | undefined
  let at = 0
  let values = 0
  let depth = 0

  const need = (count: number): number => {
    const from = at
    at += count
    if (count < 0 || at > bytes.length) throw broken()
    return from
  }
  const byte = () => bytes.readUInt8(need(1))
  const text = (count: number) => {
    const from = need(count)
    return bytes.toString('utf8', from, at)
  }

  function list(count: number): Packed[] {
    const items: Packed[] = []
    for (let index = 0; index < count; index += 1) items.push(read())
    return items
  }

  function map(count: number): PackedMap {
    const entries = new Map<Packed, Packed>()
    for (let index = 0; index < count; index += 1) {
      const key = read()
      entries.set(key, read())
    }
    return entries
  }

  const record = ({ keys }: Shape): PackedMap => new Map(keys.map((key) => [key, read()]))

  function defineShape(first: number, high?: number): PackedMap {
    const keys = read()
    if (!Array.isArray(keys)) throw broken()
    const shape: Shape = { keys, high }
    shapes.set(shapeNumber(first, high ?? 0), shape)
    return record(shape)
  }

  function extension(count: number): Packed {
    const type = byte()
    const from = need(count)
    if (type !== 0x62 || count !== 4) return undefined
    const body = at
    at = from + bytes.readUInt32BE(from)
    need(0)
    const texts = [read(), read()]
    if (typeof texts[0] !== 'string' || typeof texts[1] !== 'string') throw broken()
    bundle = { texts: [texts[0], texts[1]], end: at, at: [0, 0] }
    at = body
    return read()
  }

  /** A number of UTF-16 units, below zero for the first of the two strings. */
  function bundled(): string {
    const count = read()
    if (!bundle || typeof count !== 'number') throw broken()
    const index = count > 0 ? 1 : 0
    const from = bundle.at[index]
    bundle.at[index] = from + Math.abs(count)
    return bundle.texts[index].slice(from, bundle.at[index])
  }

  function numbered(token: number): Packed {
    const first = token & 0x3f
    const shape = shapes.get(shapeNumber(first, 0))
    if (!shape) return token
    const high = shape.high === undefined ? 0 : byte()
    return record(high === 0 ? shape : (shapes.get(shapeNumber(first, high)) ?? fail()))
  }

  const integer = (value: bigint) =>
    value >= -0x1fffffffffffffn && value <= 0x1fffffffffffffn ? Number(value) : String(value)

  function tagged(): Packed {
    const type = byte()
    if (type === 0x72) return defineShape(byte() & 0x3f)
    need(1)
    return taggedValues.has(type) ? read() : undefined
  }

  const byToken: Readonly<Record<number, () => Packed>> = {
    192: () => null,
    193: bundled,
    194: () => false,
    195: () => true,
    196: () => void need(byte()),
    197: () => void need(bytes.readUInt16BE(need(2))),
    198: () => void need(bytes.readUInt32BE(need(4))),
    199: () => extension(byte()),
    200: () => extension(bytes.readUInt16BE(need(2))),
    201: () => extension(bytes.readUInt32BE(need(4))),
    202: () => bytes.readFloatBE(need(4)),
    203: () => bytes.readDoubleBE(need(8)),
    204: byte,
    205: () => bytes.readUInt16BE(need(2)),
    206: () => bytes.readUInt32BE(need(4)),
    207: () => integer(bytes.readBigUInt64BE(need(8))),
    208: () => bytes.readInt8(need(1)),
    209: () => bytes.readInt16BE(need(2)),
    210: () => bytes.readInt32BE(need(4)),
    211: () => integer(bytes.readBigInt64BE(need(8))),
    212: tagged,
    213() {
      if (bytes[at] !== 0x72) return extension(2)
      at += 1
      const first = byte() & 0x3f
      return defineShape(first, byte())
    },
    214: () => extension(4),
    215: () => extension(8),
    216: () => extension(16),
    217: () => text(byte()),
    218: () => text(bytes.readUInt16BE(need(2))),
    219: () => text(bytes.readUInt32BE(need(4))),
    220: () => list(bytes.readUInt16BE(need(2))),
    221: () => list(bytes.readUInt32BE(need(4))),
    222: () => map(bytes.readUInt16BE(need(2))),
    223: () => map(bytes.readUInt32BE(need(4))),
  }

  function value(): Packed {
    const token = byte()
    if (token < 0x40) return token
    if (token < 0x80) return numbered(token)
    if (token < 0x90) return map(token & 0x0f)
    if (token < 0xa0) return list(token & 0x0f)
    if (token < 0xc0) return text(token & 0x1f)
    if (token > 0xdf) return token - 256
    return (byToken[token] ?? fail)()
  }

  function read(): Packed {
    values += 1
    depth += 1
    if (values > maxValues) throw new AppError('FILE_TOO_LARGE', { why: 'jsonValues' })
    if (depth > maxDepth) throw new AppError('IMPORT_BROKEN', { why: 'depth' })
    const packed = value()
    depth -= 1
    return packed
  }

  return read()
}

const shapeNumber = (first: number, high: number) => high * 64 + first

const broken = () => new AppError('IMPORT_BROKEN', { why: 'content' })

function fail(): never {
  throw broken()
}
