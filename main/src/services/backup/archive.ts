import { Zip, type ZipInputFile } from 'fflate'
import { isAppError } from '../../lib/appError.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { openZip, readZipEntry, unixEntry, type ZipLimits } from '../../lib/zipFile.ts'
import { type PackedFile, pack } from './bookFiles.ts'
import { type BackupManifest, manifestName, readManifest, writeManifest } from './manifest.ts'

/** Of a backup that this app has made: more than any book has. */
const limits: ZipLimits = {
  maxEntries: 65_535,
  maxEntryBytes: 256 * 1_048_576,
  maxTotalBytes: 4096 * 1_048_576,
}
export const maxArchiveBytes = 2048 * 1_048_576
/** The first day of a date in a zip, anywhere on earth. */
const firstMtime = Date.UTC(1980, 0, 2)

/** The bytes of a backup: the manifest, then the files under their names. */
export async function writeArchive(manifest: BackupManifest, files: readonly PackedFile[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const mtime = Math.max(manifest.madeAt, firstMtime)
  for (const { path, bytes, crc, compression, packed } of [
    await pack(manifestName, writeManifest(manifest)),
    ...files,
  ]) {
    const entry: ZipInputFile = { filename: path, size: bytes, crc, compression, mtime, ...unixEntry }
    zip.add(entry)
    entry.ondata?.(null, new Uint8Array(packed), true)
  }
  zip.end()
  return Buffer.concat(chunks)
}

/** Whether every file that the manifest names is there with its bytes, and nothing else. */
export async function isWhole(bytes: Buffer, manifest: BackupManifest): Promise<boolean> {
  try {
    const zip = await openZip(bytes, limits)
    const stored = await zip.read(manifestName)
    if (!stored?.equals(writeManifest(manifest)) || zip.names.size !== manifest.files.length + 1) return false
    for (const { path, hash } of manifest.files) {
      const file = await zip.read(path)
      if (!file || sha256Hex(file) !== hash) return false
    }
    return true
  } catch (error) {
    if (!isAppError(error)) throw error
    return false
  }
}

/** The manifest of a zip on disk, without reading the rest. Undefined: it is no backup. @throws AppError as `openZip`. */
export async function manifestOf(path: string): Promise<BackupManifest | undefined> {
  const bytes = await readZipEntry(path, manifestName, limits)
  return bytes && readManifest(bytes)
}
