import { mkdir, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, resolveName } from '../../lib/containedPath.ts'
import { fileError, readFileBounded, writeFileAtomically } from '../../lib/files.ts'
import { createFileSynced, syncFolder } from '../../lib/moveFile.ts'
import type { Alone } from '../../lib/versionedFile/index.ts'
import { conversationFormat, conversationPath } from './conversationFile.ts'

export interface ConversationTrash {
  /** Removes a conversation's file; its bytes lie in the data folder. @throws AppError NOT_FOUND, CONFLICT. */
  take(projectId: string, id: string): Promise<void>
  /** Puts it back under its name. @throws AppError NOT_FOUND, CONFLICT when there is one of that name again. */
  restore(projectId: string, id: string): Promise<void>
}

/** Deleted conversations of a project: `<its data folder>/trash/conversations/<id>.json`, as they were. */
export function createConversationTrash(options: {
  readonly rootOf: (projectId: string) => string
  readonly dataFolderOf: (projectId: string) => string
  readonly alone: Alone
}): ConversationTrash {
  const { rootOf, dataFolderOf, alone } = options
  const { maxBytes } = conversationFormat
  const keptAt = (projectId: string, path: string) =>
    join(dataFolderOf(projectId), 'trash', 'conversations', basename(path))

  return {
    async take(projectId, id) {
      const root = rootOf(projectId)
      const path = conversationPath(id)
      const kept = keptAt(projectId, path)
      await alone(root, path, async () => {
        const bytes = await readContained(root, path, maxBytes).catch(rethrowMissing)
        await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
        await writeFileAtomically(kept, bytes, { mode: 0o600 })
        await syncFolder(dirname(kept))
        // Another program may have written meanwhile: what is removed is what was kept.
        if (!bytes.equals(await readContained(root, path, maxBytes).catch(rethrowMissing)))
          throw new AppError(ErrorCode.CONFLICT, '这段对话刚刚在别处改过，没有删除。')
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
      const kept = keptAt(projectId, path)
      await alone(root, path, async () => {
        const bytes = await readFileBounded(kept, maxBytes).catch(rethrowMissing)
        const home = await resolveContained(root, dirname(path))
        if (!(await createFileSynced(join(home, basename(path)), bytes)))
          throw new AppError(ErrorCode.CONFLICT, '已经有一段同名的对话，没有放回。')
        await syncFolder(home)
        await rm(kept, { force: true })
      })
    },
  }
}

function rethrowMissing(error: unknown): never {
  if (isAppError(fileError(error), ErrorCode.NOT_FOUND))
    throw new AppError(ErrorCode.NOT_FOUND, '没有这段对话，也许已经删除。')
  throw fileError(error)
}
