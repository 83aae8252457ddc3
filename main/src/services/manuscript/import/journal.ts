import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isAppError, systemCode } from '../../../lib/appError.ts'
import { withFileLock } from '../../../lib/fileLock.ts'
import { readFileBounded, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'

/** The folder in the project that holds the chapters of an import until they are moved. */
export const stagingName = /^\.creonow-import-\d{1,10}-[0-9a-f]{1,32}$/

const schema = z.strictObject({
  version: z.literal(1),
  /** Real path of the project's folder. */
  root: z.string(),
  staging: z.string().regex(stagingName),
  /** `staging`: none is in its place; `moving`: all are stored, and some or all are in their places. */
  state: z.enum(['staging', 'moving']),
  /** sha256hex of each new file, by its name. */
  files: z.record(z.string().regex(/^[^/\\\0]{1,255}$/), z.string().regex(/^[0-9a-f]{64}$/)),
})

/** One import as it is kept in the data folder while it is under way. */
export type ImportStep = z.infer<typeof schema>

const maxBytes = 64 * 1_048_576

/**
 * What imports are under way, `<data folder>/imports/<hash of the project's real path>.json`. It lies outside every
 * project, so that no folder of somebody else can say what is to be moved or removed.
 */
export function createImportJournal(dataFolder: string, logger: Logger) {
  const pathOf = (root: string, ending: string) =>
    join(dataFolder, 'imports', `${sha256Hex(root).slice(0, 32)}.${ending}`)

  return {
    /** Runs as the only import into this folder of all processes. @throws AppError CONFLICT after `waitMs`. */
    withImportLock: <T>(root: string, task: () => Promise<T>, waitMs?: number) =>
      withFileLock(pathOf(root, 'lock'), task, waitMs === undefined ? {} : { waitMs }),

    async write(step: ImportStep): Promise<void> {
      const path = pathOf(step.root, 'json')
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFileAtomically(path, JSON.stringify(step), { mode: 0o600 })
    },

    /**
     * What an import into this folder has left: `cleared` when it is done and only the empty file is there. One that
     * makes no sense is logged and counts as none. @throws AppError READ_ONLY, IO_ERROR.
     */
    async read(root: string): Promise<ImportStep | 'cleared' | undefined> {
      try {
        const bytes = await readFileBounded(pathOf(root, 'json'), maxBytes)
        if (bytes.length === 0) return 'cleared'
        const step = schema.parse(JSON.parse(bytes.toString('utf8')))
        return step.root === root ? step : undefined
      } catch (error) {
        if (isAppError(error, 'NOT_FOUND')) return undefined
        const isSenseless = error instanceof SyntaxError || error instanceof z.ZodError
        if (!(isSenseless || isAppError(error, 'FILE_TOO_LARGE'))) throw error
        logger.warn({ cause: error.name }, 'the journal of an import cannot be read')
        return undefined
      }
    },

    /**
     * There is no import under way any more. Emptied and synced before it goes: were only the name removed, a power
     * cut could bring it back, and an import that was answered would be taken back.
     */
    async clear(root: string): Promise<void> {
      const path = pathOf(root, 'json')
      try {
        const handle = await open(path, 'r+')
        try {
          await handle.truncate()
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rm(path, { force: true })
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error
      }
    },
  }
}

export type ImportJournal = ReturnType<typeof createImportJournal>
