import { unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path/posix'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveName, writeContained } from '../../lib/containedPath.ts'
import { cutToBytes, fileNameStem, foldedName } from '../../lib/fileName.ts'
import { fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { createNameCheck, type NameCheck } from '../../lib/orphanedFiles.ts'
import { encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import { type CodexScan, maxEntryBytes } from './codexFiles.ts'
import { type CodexEntry, type EntryType, folderOfType } from './entry.ts'
import { writeEntryFile } from './entryFile.ts'

export interface SavedEntry {
  readonly id: string
  /** Project-relative path. */
  readonly path: string
  readonly hash: string
}

/**
 * Stores entries as new files, after one scan of the folder: `current`. @throws AppError CONFLICT (the id exists, or
 * was added before), INVALID_ARGUMENT, FILE_TOO_LARGE.
 */
export function createAdder(root: string, current: CodexScan): (entry: CodexEntry) => Promise<SavedEntry> {
  const ids = new Set(current.entries.map(({ entry }) => entry.id))
  const newPath = createEntryPaths(current.files.keys())
  return async (entry) => {
    if (ids.has(entry.id)) throw new AppError(ErrorCode.CONFLICT, { why: 'entryId', id: entry.id })
    ids.add(entry.id)
    // Names of files that the scan does not list (copies of sync programs, folders) are not used either.
    let path = newPath(entry)
    while (await exists(root, path)) path = newPath(entry)
    const bytes = bytesOf(writeEntryFile(entry, { path, type: entry.type }, undefined), false)
    const beforeRename = async () => {
      if (await exists(root, path)) throw new AppError(ErrorCode.CONFLICT, { why: 'entryFile' })
    }
    await writeContained(root, path, bytes, { beforeRename })
    return { id: entry.id, path, hash: sha256Hex(bytes) }
  }
}

/**
 * All of them or, when one cannot be stored or `signal` aborts, none. After a kill half-way, every existing file is
 * whole.
 */
export async function addAll(
  root: string,
  current: CodexScan,
  entries: readonly CodexEntry[],
  signal?: AbortSignal,
): Promise<void> {
  const add = createAdder(root, current)
  const saved: SavedEntry[] = []
  let next = 0
  const writeSome = async () => {
    try {
      for (let entry = entries[next++]; entry; entry = entries[next++]) {
        signal?.throwIfAborted()
        saved.push(await add(entry))
      }
    } catch (error) {
      next = entries.length
      throw error
    }
  }
  const writers = await Promise.allSettled(Array.from({ length: writersAtOnce }, writeSome))
  const failed = writers.find((writer) => writer.status === 'rejected')
  if (!failed) return
  for (const entry of saved) await takeBack(root, entry)
  throw failed.reason
}

/** Most of the time of a file is its sync, and syncs of several files run together. */
const writersAtOnce = 16

/** Deletes a file as it was stored; one that somebody changed meanwhile stays. */
async function takeBack(root: string, { path, hash }: SavedEntry): Promise<void> {
  try {
    if (sha256Hex(await readContained(root, path, maxEntryBytes)) === hash)
      await unlink(await resolveName(root, path))
  } catch (error) {
    // The reason why the entries were not stored is what the author needs to hear.
    if (!isAppError(fileError(error))) throw error
  }
}

async function exists(root: string, path: string): Promise<boolean> {
  try {
    await readContained(root, path, maxEntryBytes)
    return true
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return false
    if (isAppError(error, 'FILE_TOO_LARGE') || isAppError(error, 'IO_ERROR')) return true
    throw error
  }
}

/**
 * The bytes of an entry's file.
 * @throws AppError INVALID_ARGUMENT (half a surrogate pair), FILE_TOO_LARGE.
 */
export function bytesOf(text: string, bom: boolean): Buffer {
  if (loneSurrogateAt(text) >= 0) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'entryCharacters' })
  const bytes = encodeUtf8(text, bom)
  if (bytes.length > maxEntryBytes) throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'entry' })
  return bytes
}

const maxStemBytes = 76
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i

/** Gives a path that is in use by no file and that it has not given before. */
type NewEntryPath = (entry: { readonly name: string; readonly type: EntryType }) => string

/**
 * Paths for new entries, named after them: `.creonow/characters/许三娘.md`, then `许三娘-2.md`. Many entries of
 * one name do not try the same numbers over again.
 */
function createEntryPaths(usedPaths: Iterable<string>): NewEntryPath {
  const used = new Set(Array.from(usedPaths, foldedName))
  const checks = new Map<string, NameCheck>()
  const checkOf = (folder: string) => {
    const check =
      checks.get(folder) ??
      createNameCheck([...used].filter((path) => dirname(path) === folder).map((path) => basename(path)))
    checks.set(folder, check)
    return check
  }
  const attempts = new Map<string, number>()
  return ({ name, type }) => {
    const folder = `.creonow/${folderOfType[type]}`
    const stem = `${folder}/${cleanName(name)}`
    const check = checkOf(folder)
    for (let attempt = (attempts.get(foldedName(stem)) ?? 0) + 1; ; attempt += 1) {
      const path = `${stem}${attempt > 1 ? `-${attempt}` : ''}.md`
      if (used.has(foldedName(path)) || !check.accepts(basename(path))) continue
      used.add(foldedName(path))
      check.add(basename(path))
      attempts.set(foldedName(stem), attempt)
      return path
    }
  }
}

/** What Windows forbids is replaced by its full-width form; cut to 76 bytes of UTF-8 between characters. */
function cleanName(name: string): string {
  const plain = fileNameStem(name).replace(/^[.~#\s]+/, '')
  const stem = cutToBytes(plain, maxStemBytes).replace(/[. ~]+$/, '')
  return stem === '' || reserved.test(stem.split('.')[0] ?? '') ? `条目${stem}` : stem
}
