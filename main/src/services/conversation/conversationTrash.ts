import { mkdir, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, resolveName } from '../../lib/containedPath.ts'
import { fileError, namesIn, readFileBounded, writeFileAtomically } from '../../lib/files.ts'
import { parseJson } from '../../lib/jsonPosition.ts'
import { createFileSynced, syncFolder } from '../../lib/moveFile.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { conversationFormat, conversationPath } from './conversationFile.ts'

/** The most that are listed, and whose titles are read. */
const listed = 100

/** A deleted conversation; `title` without secrets, empty when it has none or cannot be read. */
interface DeletedConversation {
  readonly id: string
  readonly title: string
  readonly deletedAt: string
}

export interface ConversationTrash {
  /** Removes a conversation's file; its bytes lie in the data folder. @throws AppError NOT_FOUND, CONFLICT. */
  take(projectId: string, id: string): Promise<void>
  /** Puts it back under its name. @throws AppError NOT_FOUND, CONFLICT when there is one of that name again. */
  restore(projectId: string, id: string): Promise<void>
  /** The newest hundred, newest first, and how many are older. */
  list(projectId: string): Promise<{ readonly conversations: DeletedConversation[]; readonly more: number }>
  /** Removes these for good; how many there were. */
  empty(projectId: string, ids: readonly string[]): Promise<number>
}

/** Deleted conversations of a project: `<its data folder>/trash/conversations/<id>.json`, as they were. */
export function createConversationTrash(options: {
  readonly rootOf: (projectId: string) => string
  readonly dataFolderOf: (projectId: string) => string
  readonly withFolderLock: WithFolderLock
  readonly redact: (text: string, projectId: string) => string
}): ConversationTrash {
  const { rootOf, dataFolderOf, withFolderLock, redact } = options
  const { maxBytes } = conversationFormat
  const folderOf = (projectId: string) => join(dataFolderOf(projectId), 'trash', 'conversations')
  const trashPathOf = (projectId: string, path: string) => join(folderOf(projectId), basename(path))
  const titleIn = async (path: string) =>
    titleOf(await readFileBounded(path, maxBytes).catch(() => new Uint8Array()))

  return {
    async take(projectId, id) {
      const root = rootOf(projectId)
      const path = conversationPath(id)
      const trashPath = trashPathOf(projectId, path)
      await withFolderLock(root, path, async () => {
        const bytes = await readContained(root, path, maxBytes).catch(rethrowMissing)
        await mkdir(dirname(trashPath), { recursive: true, mode: 0o700 })
        await writeFileAtomically(trashPath, bytes, { mode: 0o600 })
        await syncFolder(dirname(trashPath))
        // Another program may have written meanwhile: only the stored bytes may be removed.
        if (!bytes.equals(await readContained(root, path, maxBytes).catch(rethrowMissing)))
          throw new AppError(ErrorCode.CONFLICT, { why: 'conversationDelete' })
        const name = await resolveName(root, path)
        await unlink(name).catch((error: unknown) => {
          throw fileError(error)
        })
        await syncFolder(dirname(name))
      })
    },

    async restore(projectId, id) {
      const root = rootOf(projectId)
      const path = conversationPath(id)
      const trashPath = trashPathOf(projectId, path)
      await withFolderLock(root, path, async () => {
        const bytes = await readFileBounded(trashPath, maxBytes).catch(rethrowMissing)
        const home = await resolveContained(root, dirname(path))
        try {
          if (!(await createFileSynced(join(home, basename(path)), bytes)))
            throw new AppError(ErrorCode.CONFLICT, { why: 'conversationName' })
          await syncFolder(home)
        } catch (error) {
          throw fileError(error)
        }
        // It is back: a copy that cannot be removed stays listed as deleted, and is no failure.
        await rm(trashPath, { force: true }).catch(() => undefined)
      })
    },

    async list(projectId) {
      const folder = folderOf(projectId)
      const names = (await namesIn(folder)).filter((name) => name.endsWith('.json'))
      const entries = await Promise.all(
        names.map(async (name) => ({
          name,
          at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs,
        })),
      )
      const existing = entries.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
      existing.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
      const conversations: DeletedConversation[] = []
      for (const { name, at } of existing.slice(0, listed)) {
        const title = redact(await titleIn(join(folder, name)), projectId).slice(0, 200)
        conversations.push({
          id: name.slice(0, -'.json'.length),
          title,
          deletedAt: new Date(at).toISOString(),
        })
      }
      return { conversations, more: existing.length - conversations.length }
    },

    async empty(projectId, ids) {
      let removed = 0
      for (const id of ids) {
        const path = conversationPath(id)
        await withFolderLock(rootOf(projectId), path, async () => {
          await unlink(trashPathOf(projectId, path)).then(
            () => {
              removed += 1
            },
            (error: unknown) => {
              if (!isAppError(fileError(error), ErrorCode.NOT_FOUND)) throw fileError(error)
            },
          )
        })
      }
      return removed
    },
  }
}

/** Of a file as it was deleted, broken or not. */
function titleOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)?.text
  const json = text === undefined ? undefined : parseJson(text, conversationFormat.bounds)
  const value: unknown = json?.ok ? json.value : undefined
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : ''
  return typeof title === 'string' ? title : ''
}

function rethrowMissing(error: unknown): never {
  if (isAppError(fileError(error), ErrorCode.NOT_FOUND))
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'conversation' })
  throw fileError(error)
}
