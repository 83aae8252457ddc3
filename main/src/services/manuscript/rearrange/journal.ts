import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAppError, systemCode } from '../../../lib/appError.ts'
import { readFileBounded, removeSpent, writeFileAtomically } from '../../../lib/files.ts'
import type { Logger } from '../../../lib/logger.ts'
import { syncFolder } from '../../../lib/moveFile.ts'

const documentId = z.string().min(1).max(1024)
const line = z.string().max(30_000)
const schema = z.object({
  version: z.literal(1),
  id: z.string().regex(/^\d{13}-[0-9a-f]{8}$/),
  /** Real path of the project's folder; steps of earlier versions do not say. */
  root: z.string().max(4096).optional(),
  /** `started`: to be finished; `taken back`: to be undone; `done`: may be undone by the author. */
  state: z.enum(['started', 'done', 'taken back']),
  /** The chapter that was renamed or moved, by its new id. */
  documentId,
  /** Old to new id of every file that gets another name; no new id is an old one. */
  renames: z.record(documentId, documentId),
  /** The title line of `documentId`, when it changes with the name. */
  heading: z.object({ from: line, to: line }).optional(),
  /** What chapters, by their new ids, begin with and are to begin with: the lines of volumes. */
  starts: z
    .array(z.object({ documentId, from: line, to: line }))
    .max(10)
    .optional(),
})

/** A renaming or moving of chapters, or a change of their volumes, as it is kept in the data folder. */
export type Step = z.infer<typeof schema>

export interface Journal {
  write(dataFolder: string, step: Step): Promise<void>
  /** One that cannot be removed is logged: it is found again. */
  remove(dataFolder: string, step: Step): Promise<void>
  /** Of the project at `root`, oldest first; a file that cannot be read as a step is logged and left alone. */
  all(dataFolder: string, root: string): Promise<readonly Step[]>
}

const maxSteps = 20
const maxBytes = 64 * 1_048_576

/** The steps of a project, one file each in `<data folder of the project>/undo/`. */
export function createJournal(logger: Logger): Journal {
  const fileOf = (dataFolder: string, { id }: Step) => join(dataFolder, 'undo', `${id}.json`)

  async function read(path: string): Promise<Step | undefined> {
    try {
      return schema.parse(JSON.parse((await readFileBounded(path, maxBytes)).toString('utf8')))
    } catch (error) {
      const isExpected = isAppError(error) || error instanceof SyntaxError || error instanceof z.ZodError
      if (!isExpected) throw error
      logger.warn({ cause: error.name }, 'a kept step cannot be read')
      return undefined
    }
  }

  /** A folder that only carries the id of another project must not be rearranged by that one's steps. */
  async function all(dataFolder: string, root: string): Promise<readonly Step[]> {
    const steps: Step[] = []
    for (const name of await namesIn(join(dataFolder, 'undo'))) {
      const step = await read(join(dataFolder, 'undo', name))
      if (step && (step.root === undefined || step.root === root)) steps.push(step)
    }
    return steps
  }

  return {
    all,
    async write(dataFolder, step) {
      await mkdir(join(dataFolder, 'undo'), { recursive: true, mode: 0o700 })
      await writeFileAtomically(fileOf(dataFolder, step), `${JSON.stringify(step)}\n`, { mode: 0o600 })
      await syncFolder(join(dataFolder, 'undo'))
      if (step.state !== 'done') return
      const finished = (await all(dataFolder, step.root ?? '')).filter(({ state }) => state === 'done')
      for (const old of finished.slice(0, -maxSteps)) await removeSpent(fileOf(dataFolder, old), logger)
    },
    remove: (dataFolder, step) => removeSpent(fileOf(dataFolder, step), logger),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^\d{13}-[0-9a-f]{8}\.json$/.test(name)).sort()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}
