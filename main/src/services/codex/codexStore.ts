import { unlink } from 'node:fs/promises'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, writeContained } from '../../lib/containedPath.ts'
import { createFileQueue, fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import { type CodexScan, idOfBroken, maxEntryBytes } from './codexFiles.ts'
import type { CodexEntry, EntryType } from './entry.ts'
import { writeEntryFile } from './entryFile.ts'
import { newEntryPath } from './entryFileName.ts'
import { renameInEntry } from './renameInEntry.ts'

export interface EntryStoreOptions {
  readonly rootOf: (projectId: string) => string
  readonly scan: (projectId: string) => Promise<CodexScan>
  /** A look at the folder that began before a write must not answer after it. */
  readonly forget: (projectId: string) => void
}

interface Place {
  readonly path: string
  readonly type: EntryType
}

/** Conflict-checked writing of entries, one writer per project. */
export function createEntryStore({ rootOf, scan, forget }: EntryStoreOptions) {
  const queue = createFileQueue()

  async function save(projectId: string, entry: CodexEntry, baseHash?: string) {
    const root = rootOf(projectId)
    return queue.run(root, async () => {
      const current = await scan(projectId)
      const known = placeOf(current, entry.id)
      if (baseHash === undefined) {
        if (known) throw new AppError(ErrorCode.CONFLICT, `已经有编号为 ${entry.id} 的条目了。`)
        const taken = new Set([...current.files.keys()].map((path) => path.normalize('NFC').toLowerCase()))
        const path = await freePath(root, entry, taken)
        const bytes = bytesOf(writeEntryFile(entry, { path, type: entry.type }, undefined), false)
        const beforeRename = () => refuseExisting(root, path)
        await writeContained(root, path, bytes, { beforeRename })
        forget(projectId)
        return { id: entry.id, path, hash: sha256Hex(bytes) }
      }
      if (!known) throw new AppError(ErrorCode.NOT_FOUND, '没有这个条目，它可能已被删除。')
      const old = await readContained(root, known.path, maxEntryBytes)
      refuseOther(old, baseHash)
      const decoded = decodeUtf8(old)
      const bytes = bytesOf(writeEntryFile(entry, known, decoded?.text), decoded?.bom ?? false)
      if (bytes.equals(old)) return { id: entry.id, path: known.path, hash: baseHash }
      const beforeRename = async () =>
        refuseOther(await readContained(root, known.path, maxEntryBytes), baseHash)
      await writeContained(root, known.path, bytes, { beforeRename })
      forget(projectId)
      return { id: entry.id, path: known.path, hash: sha256Hex(bytes) }
    })
  }

  async function remove(projectId: string, id: string, baseHash: string): Promise<void> {
    const root = rootOf(projectId)
    await queue.run(root, async () => {
      const current = await scan(projectId)
      const known = placeOf(current, id) ?? current.broken.find(({ path }) => idOfBroken(path) === id)
      if (!known) throw new AppError(ErrorCode.NOT_FOUND, '没有这个条目，它可能已被删除。')
      refuseOther(await readContained(root, known.path, maxEntryBytes), baseHash)
      try {
        await unlink(await resolveContained(root, known.path))
      } catch (error) {
        throw fileError(error)
      }
      forget(projectId)
    })
  }

  async function renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): Promise<void> {
    const root = rootOf(projectId)
    await queue.run(root, async () => {
      for (const { path, entry } of (await scan(projectId)).files.values()) {
        const names = entry?.progressions.some(
          ({ from, to }) => renamed.has(from) || (to !== undefined && renamed.has(to)),
        )
        if (!entry || !names) continue
        const old = await readContained(root, path, maxEntryBytes)
        const decoded = decodeUtf8(old)
        if (!decoded) continue
        const bytes = bytesOf(renameInEntry(decoded.text, path, entry.progressions, renamed), decoded.bom)
        const beforeRename = async () =>
          refuseOther(await readContained(root, path, maxEntryBytes), sha256Hex(old))
        await writeContained(root, path, bytes, { beforeRename })
      }
      forget(projectId)
    })
  }

  return { save, delete: remove, renameDocuments }
}

function placeOf({ entries, files }: CodexScan, id: string): Place | undefined {
  const path = entries.find(({ entry }) => entry.id === id)?.path
  return path === undefined ? undefined : files.get(path)
}

/** Names taken by files the scan does not list (leftovers, folders) are passed over too. */
async function freePath(root: string, entry: CodexEntry, taken: Set<string>): Promise<string> {
  for (;;) {
    const path = newEntryPath(entry.name, entry.type, taken)
    if (!(await exists(root, path))) return path
    taken.add(path.normalize('NFC').toLowerCase())
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

async function refuseExisting(root: string, path: string): Promise<void> {
  if (await exists(root, path)) throw new AppError(ErrorCode.CONFLICT, '同名的条目文件刚刚出现，没有覆盖它。')
}

function bytesOf(text: string, bom: boolean): Buffer {
  if (loneSurrogateAt(text) >= 0)
    throw new AppError(ErrorCode.INVALID_ARGUMENT, '条目里有坏掉的字符，无法原样保存。')
  const bytes = encodeUtf8(text, bom)
  if (bytes.length > maxEntryBytes)
    throw new AppError(ErrorCode.FILE_TOO_LARGE, '这个条目超过 4 MB，请拆成几个。')
  return bytes
}

function refuseOther(current: Uint8Array, baseHash: string): void {
  const currentHash = sha256Hex(current)
  if (currentHash === baseHash) return
  throw new AppError(ErrorCode.CONFLICT, '这个条目在别处被改过，没有覆盖。', { data: { currentHash } })
}
