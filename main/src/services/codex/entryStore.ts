import { unlink } from 'node:fs/promises'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { readContained, resolveName, writeContained } from '../../lib/containedPath.ts'
import { fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { type CodexScan, codexLock, idOfBroken, maxEntryBytes } from './codexFiles.ts'
import type { CodexEntry, EntryType } from './entry.ts'
import { writeEntryFile } from './entryFile.ts'
import type { Fold } from './fold.ts'
import { type CardsResult, makeCards, type NewCard } from './newCards.ts'
import { addAll, bytesOf, type SavedEntry } from './newEntries.ts'

interface EntryStoreOptions {
  readonly rootOf: (projectId: string) => string
  readonly scan: (projectId: string) => Promise<CodexScan>
  /** A scan from before a write must not answer after it. */
  readonly wrote: (root: string, path: string) => void
  readonly withFolderLock: WithFolderLock
  /** As names in texts are compared. */
  readonly fold: Fold
  /** Ids of new entries. */
  readonly newId: () => string
}

const folder = '.creonow'

interface Place {
  readonly path: string
  readonly type: EntryType
}

/** Conflict-checked writing of entries, one writer per project in all processes. */
export function createEntryStore(options: EntryStoreOptions) {
  const { rootOf, scan, wrote, withFolderLock } = options
  /** One lock for the six folders: an id is the only one of its kind in all of them. */
  const inTurn = <R>(root: string, task: () => Promise<R>) => withFolderLock(root, codexLock, task)

  /** A scan from before the lock may be outdated: another process can have added an entry. */
  function fresh(projectId: string, root: string): Promise<CodexScan> {
    wrote(root, folder)
    return scan(projectId)
  }

  function save(projectId: string, entry: CodexEntry, baseHash?: string): Promise<SavedEntry> {
    const root = rootOf(projectId)
    return inTurn(root, async () => {
      if (baseHash === undefined) {
        const current = await fresh(projectId, root)
        const [saved] = await addAll(root, current, [entry])
        if (!saved) throw new TypeError('an entry was stored without an answer')
        wrote(root, saved.path)
        return saved
      }
      const existing = placeOf(await scan(projectId), entry.id)
      if (!existing) throw new AppError(ErrorCode.NOT_FOUND, { why: 'entry' })
      const old = await readContained(root, existing.path, maxEntryBytes)
      refuseOther(old, baseHash)
      const decoded = decodeUtf8(old)
      const bytes = bytesOf(writeEntryFile(entry, existing, decoded?.text), decoded?.bom ?? false)
      if (bytes.equals(old)) return { id: entry.id, path: existing.path, hash: baseHash }
      const beforeRename = async () =>
        refuseOther(await readContained(root, existing.path, maxEntryBytes), baseHash)
      await writeContained(root, existing.path, bytes, { beforeRename })
      wrote(root, existing.path)
      return { id: entry.id, path: existing.path, hash: sha256Hex(bytes) }
    })
  }

  function saveAll(projectId: string, entries: readonly CodexEntry[], signal?: AbortSignal): Promise<void> {
    const root = rootOf(projectId)
    return inTurn(root, async () => {
      const current = await fresh(projectId, root)
      await addAll(root, current, entries, signal).finally(() => wrote(root, folder))
    })
  }

  async function remove(projectId: string, id: string, baseHash: string): Promise<void> {
    const root = rootOf(projectId)
    await inTurn(root, async () => {
      const current = await scan(projectId)
      const existing = placeOf(current, id) ?? current.broken.find(({ path }) => idOfBroken(path) === id)
      if (!existing) throw new AppError(ErrorCode.NOT_FOUND, { why: 'entry' })
      refuseOther(await readContained(root, existing.path, maxEntryBytes), baseHash)
      try {
        await unlink(await resolveName(root, existing.path))
      } catch (error) {
        throw fileError(error)
      }
      wrote(root, existing.path)
    })
  }

  function createCards(projectId: string, cards: readonly NewCard[]): Promise<CardsResult> {
    const root = rootOf(projectId)
    return inTurn(root, async () => {
      const current = await fresh(projectId, root)
      return makeCards(root, current, cards, options).finally(() => wrote(root, folder))
    })
  }

  return { save, saveAll, createCards, delete: remove }
}

function placeOf({ entries, files }: CodexScan, id: string): Place | undefined {
  const path = entries.find(({ entry }) => entry.id === id)?.path
  return path === undefined ? undefined : files.get(path)
}

function refuseOther(current: Uint8Array, baseHash: string): void {
  const currentHash = sha256Hex(current)
  if (currentHash === baseHash) return
  throw new AppError(ErrorCode.CONFLICT, { why: 'entry', currentHash })
}
