import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAppError } from '../../lib/appError.ts'
import { fileError, readFileBounded, removeSpent, writeFileAtomically } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { syncFolder } from '../../lib/moveFile.ts'
import { discardedSchema } from '../manuscript/index.ts'

const hash = z.string().length(64)
const path = z.string().min(1).max(4096)

const schema = z.object({
  version: z.literal(1),
  /** Real path of the project's folder: a folder that only has the same id is not written to. */
  root: z.string().max(4096),
  /** `started`: to be finished. `taken back`: to be undone. */
  state: z.enum(['started', 'taken back']),
  /** The snapshot of the book as it was before. */
  replacedId: z.string().max(64),
  steps: z.array(z.object({ path, from: hash.nullable(), to: hash.nullable() })).max(200_000),
  /** sha256hex of `book.json` before and behind. */
  book: z.object({ from: hash, to: hash }),
  /** Chapters that go into the trash. */
  discarded: z
    .array(discardedSchema.extend({ trashId: z.string().max(64), path: path.nullable() }))
    .max(100_000),
})

/** A restoring that is being carried out. The texts are those of the two snapshots. */
export type RestoreRecord = Readonly<z.infer<typeof schema>>

const maxBytes = 256 * 1_048_576

/** `<data folder of the project>/snapshots/restore.json`, there while a restoring is not finished. */
export function createRestoreJournal(options: {
  readonly folderOf: (projectId: string) => string
  readonly logger: Logger
}) {
  const { folderOf, logger } = options
  const fileOf = (projectId: string) => join(folderOf(projectId), 'restore.json')

  /** Undefined: there is none, or it cannot be read, which is logged. */
  async function read(projectId: string): Promise<RestoreRecord | undefined> {
    try {
      return schema.parse(JSON.parse((await readFileBounded(fileOf(projectId), maxBytes)).toString('utf8')))
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) return undefined
      if (!(isAppError(error) || error instanceof SyntaxError || error instanceof z.ZodError)) throw error
      logger.warn({ projectId }, 'an unfinished restoring cannot be read')
      return undefined
    }
  }

  return {
    read,
    /** On disk when it resolves. */
    async write(projectId: string, record: RestoreRecord): Promise<void> {
      try {
        await mkdir(folderOf(projectId), { recursive: true, mode: 0o700 })
        await writeFileAtomically(fileOf(projectId), JSON.stringify(record), { mode: 0o600 })
        await syncFolder(folderOf(projectId))
      } catch (error) {
        throw fileError(error)
      }
    },
    remove: (projectId: string) => removeSpent(fileOf(projectId), logger),
    /** The texts that finishing or undoing it takes. */
    async texts(projectId: string): Promise<ReadonlySet<string>> {
      const record = await read(projectId)
      if (!record) return new Set()
      const hashes = [...record.steps, record.book].flatMap(({ from, to }) => [from, to])
      return new Set(hashes.filter((each) => each !== null))
    },
  }
}

export type RestoreJournal = ReturnType<typeof createRestoreJournal>
