import { unlink } from 'node:fs/promises'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveName } from '../../lib/containedPath.ts'
import { cutToBytes, fileNameStem, foldedName } from '../../lib/fileName.ts'
import { fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type NewFiles, openNewFiles } from '../../lib/newFiles.ts'
import { createNameCheck } from '../../lib/orphanedFiles.ts'
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

/** Stores entries as new files, each by itself; throws as `addAll`. */
export interface EntryAdder {
  /** Opens the folder of a type, as `add` does by itself. @throws AppError READ_ONLY, PATH_OUTSIDE_PROJECT, IO_ERROR. */
  open(type: EntryType): Promise<unknown>
  /** The file is whole on disk when the answer comes. */
  add(entry: CodexEntry): Promise<SavedEntry>
  /** Behind the last: makes the names of the files last. */
  sync(): Promise<void>
}

/** After one scan of the folder: `current`. */
export function createAdder(root: string, current: CodexScan): EntryAdder {
  const ids = new Set(current.entries.map(({ entry }) => entry.id))
  const folders = new Map<EntryType, Promise<EntryFolder>>()
  const folderOf = (type: EntryType) => {
    const folder = folders.get(type) ?? openFolder(root, folderOfType[type])
    folders.set(type, folder)
    return folder
  }
  const add = async (entry: CodexEntry): Promise<SavedEntry> => {
    if (ids.has(entry.id)) throw new AppError(ErrorCode.CONFLICT, { why: 'entryId', id: entry.id })
    ids.add(entry.id)
    const { path: folder, files, newName } = await folderOf(entry.type)
    const name = newName(entry.name)
    const path = `${folder}/${name}`
    const bytes = bytesOf(writeEntryFile(entry, { path, type: entry.type }, undefined), false)
    if (!(await files.create(name, bytes))) throw new AppError(ErrorCode.CONFLICT, { why: 'entryFile' })
    return { id: entry.id, path, hash: sha256Hex(bytes) }
  }
  const sync = async () => {
    // One that could not be opened has no new files.
    for (const folder of await Promise.allSettled(folders.values()))
      if (folder.status === 'fulfilled') await folder.value.files.sync()
  }
  return { open: folderOf, add, sync }
}

interface EntryFolder {
  /** Project-relative. */
  readonly path: string
  readonly files: NewFiles
  /** The name of a file that neither the folder has nor was given before. */
  readonly newName: (entryName: string) => string
}

async function openFolder(root: string, name: string): Promise<EntryFolder> {
  const path = `.creonow/${name}`
  const files = await openNewFiles(root, path)
  return { path, files, newName: createFileNames(files.names) }
}

/**
 * Stores entries as new files, after one scan of the folder: `current`. All of them or, when one cannot be stored or
 * `signal` aborts, none; after a kill half-way, every existing file is whole. Answers in no order. @throws AppError
 * CONFLICT (an id exists, or comes twice), INVALID_ARGUMENT, FILE_TOO_LARGE.
 */
export async function addAll(
  root: string,
  current: CodexScan,
  entries: readonly CodexEntry[],
  signal?: AbortSignal,
): Promise<readonly SavedEntry[]> {
  const { add, sync } = createAdder(root, current)
  const saved: SavedEntry[] = []
  try {
    await forAll(entries, async (entry) => {
      signal?.throwIfAborted()
      saved.push(await add(entry))
    })
    await sync()
    return saved
  } catch (error) {
    await forAll(saved, (entry) => takeBack(root, entry))
    throw error
  }
}

/** Most of the time of a file is its sync, and syncs of several files run together. */
const filesAtOnce = 16

/** Several items at a time; after the first failure none is begun, and those that have begun are finished. */
export async function forAll<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    try {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await task(item)
    } catch (error) {
      next = items.length
      throw error
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: filesAtOnce }, work))
  const failed = workers.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
}

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

/**
 * Names of files for new entries, after the entries: `许三娘.md`, then `许三娘-2.md`. Many entries of one name do not
 * try the same numbers over again.
 */
function createFileNames(usedNames: readonly string[]): (entryName: string) => string {
  const used = new Set(Array.from(usedNames, foldedName))
  const check = createNameCheck(used)
  const attempts = new Map<string, number>()
  return (entryName) => {
    const stem = cleanName(entryName)
    for (let attempt = (attempts.get(foldedName(stem)) ?? 0) + 1; ; attempt += 1) {
      const name = `${stem}${attempt > 1 ? `-${attempt}` : ''}.md`
      if (used.has(foldedName(name)) || !check.accepts(name)) continue
      used.add(foldedName(name))
      check.add(name)
      attempts.set(foldedName(stem), attempt)
      return name
    }
  }
}

/** What Windows forbids is replaced by its full-width form; cut to 76 bytes of UTF-8 between characters. */
function cleanName(name: string): string {
  const plain = fileNameStem(name).replace(/^[.~#\s]+/, '')
  const stem = cutToBytes(plain, maxStemBytes).replace(/[. ~]+$/, '')
  return stem === '' || reserved.test(stem.split('.')[0] ?? '') ? `条目${stem}` : stem
}
