import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { AppError } from './appError.ts'

const inflate = promisify(inflateRaw)

/** A zip file in memory, read entry by entry. Names use forward slashes; folders are left out. */
export interface ZipFile {
  readonly names: ReadonlySet<string>
  /**
   * One entry's bytes; undefined when there is none of that name. Inflates off the main thread.
   * @throws AppError IMPORT_BROKEN (damaged, encrypted, or not what its header says), FILE_TOO_LARGE.
   */
  read(name: string): Promise<Buffer | undefined>
}

export interface ZipLimits {
  readonly maxEntries: number
  /** Bytes of one entry and of all entries read, inflated. */
  readonly maxEntryBytes: number
  readonly maxTotalBytes: number
}

interface Entry {
  readonly encrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

const maxRatio = 200
/** Small entries of one repeated letter may pack better than any text; they harm nobody. */
const ratioFreeBytes = 1024 * 1024
const endBytes = 22

/**
 * Reads the central directory (APPNOTE.TXT 4.3.12) from the end, so a zip behind a picture opens too.
 * Sizes are believed in neither place: inflating stops at the declared size, and that size, the ratio and
 * the sum are bounded first. Own code because zip libraries inflate on the main thread or past the
 * declared size.
 * @throws AppError IMPORT_BROKEN (no zip, hostile names), FILE_TOO_LARGE (too many entries).
 */
export function openZip(bytes: Buffer, limits: ZipLimits): ZipFile {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const base = end - bytes.readUInt32LE(end + 12) - bytes.readUInt32LE(end + 16)
  if (count > limits.maxEntries) throw new AppError('FILE_TOO_LARGE', '压缩包里的文件太多，没有导入。')
  if (base < 0) throw broken()
  const entries = new Map<string, Entry>()
  let at = base + bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw broken()
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const name = safeName(bytes.toString('utf8', at + 46, nameEnd))
    const entry = {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      offset: base + bytes.readUInt32LE(at + 42),
    }
    if (!name.endsWith('/')) entries.set(name, entry)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  let total = 0

  async function read(name: string): Promise<Buffer | undefined> {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.encrypted) throw new AppError('IMPORT_UNSUPPORTED', '这个文件加了密码，无法导入。')
    total += entry.bytes
    const swollen = entry.bytes > ratioFreeBytes && entry.bytes > entry.packedBytes * maxRatio
    if (entry.bytes > limits.maxEntryBytes || total > limits.maxTotalBytes || swollen)
      throw new AppError('FILE_TOO_LARGE', '文件展开以后太大，没有导入。')
    const content = await unpack(bytes, entry)
    if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw broken()
    return content
  }

  return { names: new Set(entries.keys()), read }
}

async function unpack(bytes: Buffer, entry: Entry): Promise<Buffer> {
  const at = entry.offset
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw broken()
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (from + entry.packedBytes > bytes.length) throw broken()
  const packed = bytes.subarray(from, from + entry.packedBytes)
  if (entry.method === 0) return packed
  if (entry.method !== 8) throw broken()
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, entry.bytes) })
  } catch (error) {
    throw broken(error)
  }
}

function findEnd(bytes: Buffer): number {
  const last = bytes.length - endBytes
  for (let at = last; at >= 0 && at >= last - 65_535; at--)
    if (bytes.readUInt32LE(at) === 0x06054b50) return at
  throw broken()
}

/** Nothing is written under these names, but a name that climbs is a sign of a file made to do harm. */
function safeName(raw: string): string {
  const name = raw.replaceAll('\\', '/')
  if (name === '' || /^\/|^[a-z]:|\0/i.test(name) || name.split('/').includes('..')) throw broken()
  return name
}

function broken(cause?: unknown): AppError {
  return new AppError('IMPORT_BROKEN', '这个文件损坏了，或者不是它的扩展名所说的格式，没有导入。', { cause })
}
