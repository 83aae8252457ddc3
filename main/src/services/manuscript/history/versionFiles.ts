import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { AppError, systemCode } from '../../../lib/appError.ts'
import { fileError, readFileBounded, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { syncFolder } from '../../../lib/moveFile.ts'
import { maxDocumentBytes } from '../scan.ts'
import { fileOfVersion, type Version, versionOf, versionOfFile } from './version.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Half of a text goes at a tenth of the time that the best quality takes. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The versions in a folder, oldest first; none when there is no folder. */
export async function versionsIn(folder: string): Promise<Version[]> {
  return (await namesIn(folder))
    .flatMap((name) => versionOfFile(name) ?? [])
    .sort((version, other) => version.savedAt - other.savedAt)
}

/** The names in a folder; none when there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw fileError(error)
  }
}

/**
 * Stores the bytes of a chapter, compressed; content that one of `known` has is stored once, under both names.
 * Synced before it resolves. @throws AppError IO_ERROR, READ_ONLY.
 */
export async function storeVersion(
  folder: string,
  bytes: Uint8Array,
  fields: Omit<Version, 'versionId' | 'bytes'>,
  existing: readonly Version[],
): Promise<Version> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const same = existing.find(({ hash }) => hash === fields.hash)
    const again = same && versionOf({ ...fields, bytes: same.bytes })
    if (
      same &&
      again &&
      (await linked(join(folder, fileOfVersion(same)), join(folder, fileOfVersion(again))))
    )
      return again
    const content = await compress(bytes, quality)
    const version = versionOf({ ...fields, bytes: content.length })
    await writeFileAtomically(join(folder, fileOfVersion(version)), content, { mode: 0o600 })
    await syncFolder(folder)
    return version
  } catch (error) {
    throw fileError(error)
  }
}

/** The bytes of a version. @throws AppError NOT_FOUND, IO_ERROR when they are not those that were kept. */
export async function readVersion(folder: string, version: Version): Promise<Buffer> {
  const content = await readFileBounded(join(folder, fileOfVersion(version)), maxDocumentBytes)
  const bytes = await decompress(content, { maxOutputLength: maxDocumentBytes }).catch(broken)
  return sha256Hex(bytes) === version.hash ? bytes : broken()
}

export async function removeVersions(folder: string, versions: readonly Version[]): Promise<void> {
  for (const version of versions) await rm(join(folder, fileOfVersion(version)), { force: true })
}

/** Moves a folder; into one that is there already, file by file. Done twice it is done once. */
export async function moveFolder(from: string, to: string): Promise<void> {
  const names = await namesIn(from)
  if (names.length === 0) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) await rename(join(from, name), join(to, name))
  await rm(from, { recursive: true, force: true })
}

/** The same files in another folder, without taking more room where the system knows links. */
export async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(from)) {
    if (versionOfFile(name) === undefined) continue
    if (!(await linked(join(from, name), join(to, name)))) await copyFile(join(from, name), join(to, name))
  }
}

/** False where there are no hard links, or no file. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return true
    if (systemCode(error) === undefined) throw error
    return false
  }
}

const broken = (): never => {
  throw new AppError('IO_ERROR', '这一版的文件损坏了，读不出来；正文没有改动。', { data: { why: 'version' } })
}
