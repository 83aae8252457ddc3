import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import {
  type ZipFile as Archive,
  type Entry,
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
} from 'yauzl'
import { AppError } from './appError.ts'

/** A zip file in memory, read entry by entry. Names use forward slashes; folders are left out. */
export interface ZipFile {
  readonly names: ReadonlySet<string>
  /**
   * One entry's bytes; undefined when there is none of that name. Inflates off the main thread. @throws AppError
   * IMPORT_BROKEN (damaged, or different from its header), IMPORT_UNSUPPORTED (encrypted), FILE_TOO_LARGE.
   */
  read(name: string): Promise<Buffer | undefined>
}

export interface ZipLimits {
  readonly maxEntries: number
  /** Bytes of one entry and of all entries read, inflated. */
  readonly maxEntryBytes: number
  readonly maxTotalBytes: number
}

/**
 * How a zip of this app marks its entries, for fflate: a file of Unix that its owner may write. Marked as one of DOS,
 * unzip on Debian and its kin reads the name in an old code page, for all the mark that says UTF-8.
 */
export const unixEntry = { os: 3, attrs: 0o100644 * 0x10000 } as const

const maxRatio = 200
/** Small entries of one repeated letter may pack better than any text; they harm nobody. */
const ratioFreeBytes = 1024 * 1024

/**
 * Reads the list of entries; zip64 and a zip behind a picture open too. Sizes are not believed: what an entry
 * declares, its ratio and the sum are bounded before anything is inflated, and yauzl stops at the declared size.
 * @throws AppError IMPORT_BROKEN (no zip, hostile names), IMPORT_UNSUPPORTED (encrypted), FILE_TOO_LARGE (too
 * many entries).
 */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<ZipFile> {
  const start = startOfZip(bytes)
  return readArchive(
    await orBroken(fromBufferPromise(bytes.subarray(start), { decodeStrings: false })),
    limits,
  )
}

/**
 * One entry of a zip on disk, of which no more than the list of entries and that one is read. `path`: a regular file.
 * @throws AppError as `openZip` and `read`.
 */
export async function readZipEntry(
  path: string,
  name: string,
  limits: ZipLimits,
): Promise<Buffer | undefined> {
  const zip = await orBroken(openPromise(path, { decodeStrings: false, autoClose: false }))
  try {
    return await (await readArchive(zip, limits)).read(name)
  } finally {
    zip.close()
  }
}

async function readArchive(zip: Archive, limits: ZipLimits): Promise<ZipFile> {
  if (zip.entryCount > limits.maxEntries) throw new AppError('FILE_TOO_LARGE', { why: 'archive' })
  const entries = await orBroken(readEntries(zip))
  let total = 0

  async function read(name: string): Promise<Buffer | undefined> {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.isEncrypted()) throw encrypted()
    const { uncompressedSize: size, compressedSize: packed } = entry
    total += size
    const swollen = size > ratioFreeBytes && size > packed * maxRatio
    if (size > limits.maxEntryBytes || total > limits.maxTotalBytes || swollen)
      throw new AppError('FILE_TOO_LARGE', { why: 'unpacked' })
    const content = await orBroken(zip.openReadStreamPromise(entry).then(buffer))
    if (crc32(content) !== entry.crc32) throw broken()
    return content
  }

  return { names: new Set(entries.keys()), read }
}

async function readEntries(zip: Archive): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = safeName(entry)
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  return entries
}

/**
 * Where the zip starts in a file that has something before it: offsets count from there (APPNOTE.TXT 4.3.16),
 * while yauzl counts from the start of the file.
 */
function startOfZip(bytes: Buffer): number {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 20 > bytes.length) return 0
  const start = end - bytes.readUInt32LE(end + 12) - bytes.readUInt32LE(end + 16)
  return Math.max(0, start)
}

/** Nothing is written under these names, but a name that climbs is a sign of a file made to do harm. */
function safeName(entry: Entry): string {
  const name = decodeName(entry).replaceAll('\\', '/')
  if (name === '' || name.includes('\0') || validateFileName(name) !== null) throw broken()
  return name
}

/** Many programs write UTF-8 without saying so; only what is no UTF-8 is read as the format prescribes. */
function decodeName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw)
  } catch {
    // Bytes of code page 437, or of another one with the name repeated in UTF-8 among the extra fields.
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  }
}

async function orBroken<T>(task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw error instanceof Error && /encryption/.test(error.message) ? encrypted() : broken(error)
  }
}

function encrypted(): AppError {
  return new AppError('IMPORT_UNSUPPORTED', { why: 'password' })
}

function broken(cause?: unknown): AppError {
  return new AppError('IMPORT_BROKEN', {}, { cause })
}
