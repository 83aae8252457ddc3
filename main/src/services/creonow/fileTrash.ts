import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { readContained, resolveName } from '../../lib/containedPath.ts'
import { readFileBounded, writeFileAtomically } from '../../lib/files.ts'
import { syncFolder } from '../../lib/moveFile.ts'

const schema = z.object({ path: z.string().min(1).max(4096), removedAt: z.string().max(40) })
const idPattern = /^\d{13}-[0-9a-f]{8}$/
const maxNoteBytes = 65_536
const maxListed = 1000
const ownerOnly = { mode: 0o600 }

export interface RemovedFile {
  readonly trashId: string
  /** Where it lay, project-relative. */
  readonly path: string
  readonly removedAt: string
}

/**
 * Deleted files of `.creonow`: `<data folder of the project>/trash/files/<trashId>/`, the bytes and a note about
 * them that is written last. Nothing is removed from it but what has come back.
 */
export function createFileTrash(now: () => Date) {
  const homeOf = (dataFolder: string) => join(dataFolder, 'trash', 'files')
  const folderOf = (dataFolder: string, trashId: string) => {
    if (!idPattern.test(trashId)) throw notThere()
    return join(homeOf(dataFolder), trashId)
  }

  async function find(dataFolder: string, trashId: string): Promise<RemovedFile> {
    try {
      const note = await readFileBounded(join(folderOf(dataFolder, trashId), 'note.json'), maxNoteBytes)
      return { trashId, ...schema.parse(JSON.parse(note.toString('utf8'))) }
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError || isAppError(error, 'NOT_FOUND'))
        throw notThere()
      throw error
    }
  }

  return {
    find,

    /** Newest first. */
    async list(dataFolder: string): Promise<readonly RemovedFile[]> {
      const removed: RemovedFile[] = []
      for (const trashId of (await idsIn(homeOf(dataFolder))).slice(0, maxListed)) {
        try {
          removed.push(await find(dataFolder, trashId))
        } catch (error) {
          if (!isAppError(error, 'NOT_FOUND')) throw error
        }
      }
      return removed
    },

    /** @throws AppError NOT_FOUND; CONFLICT when it is written meanwhile: it then stays where it is. */
    async take(root: string, dataFolder: string, path: string, maxBytes: number): Promise<string> {
      const bytes = await readContained(root, path, maxBytes)
      const at = now()
      const trashId = `${String(at.getTime()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`
      const folder = folderOf(dataFolder, trashId)
      const note = { path, removedAt: at.toISOString() }
      // The name itself, not where it leads when it is a link inside the project.
      const name = await resolveName(root, path)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFileAtomically(join(folder, 'text'), bytes, ownerOnly)
        await writeFileAtomically(join(folder, 'note.json'), `${JSON.stringify(note, null, 2)}\n`, ownerOnly)
        for (const each of [folder, dirname(folder)]) await syncFolder(each)
        if (!bytes.equals(await readContained(root, path, maxBytes)))
          throw new AppError(ErrorCode.CONFLICT, '这个文件刚刚在别处改过，没有删除。')
        await unlink(name)
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      await syncFolder(dirname(name))
      return trashId
    },

    bytes: (dataFolder: string, trashId: string): Promise<Buffer> =>
      readFileBounded(join(folderOf(dataFolder, trashId), 'text'), Number.MAX_SAFE_INTEGER),

    remove: (dataFolder: string, trashId: string) =>
      rm(folderOf(dataFolder, trashId), { recursive: true, force: true }),
  }
}

async function idsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => idPattern.test(name))
      .sort()
      .toReversed()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

const notThere = () => new AppError(ErrorCode.NOT_FOUND, '回收处没有这个文件，它可能已经放回去了。')
