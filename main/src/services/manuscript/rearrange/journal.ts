import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAppError, systemCode } from '../../../lib/appError.ts'
import { readFileBounded, removeSpent, writeFileAtomically } from '../../../lib/files.ts'
import type { Logger } from '../../../lib/logger.ts'
import { syncFolder } from '../../../lib/moveFile.ts'
import { type Step, stepSchema } from './step.ts'

export interface Journal {
  write(dataFolder: string, step: Step): Promise<void>
  /** One that cannot be removed is logged and comes up again. */
  remove(dataFolder: string, step: Step): Promise<void>
  /** Of the project at `root`, oldest first; a file that cannot be read as a step is logged and not changed. */
  all(dataFolder: string, root: string): Promise<readonly Step[]>
}

const maxSteps = 20
/** A split or merged chapter is in it twice. */
const maxBytes = 512 * 1_048_576

/** The steps of a project, one file each in `<data folder of the project>/undo/`. */
export function createJournal(logger: Logger): Journal {
  const fileOf = (dataFolder: string, { id }: Step) => join(dataFolder, 'undo', `${id}.json`)

  async function read(path: string): Promise<Step | undefined> {
    try {
      return stepSchema.parse(JSON.parse((await readFileBounded(path, maxBytes)).toString('utf8')))
    } catch (error) {
      const isExpected = isAppError(error) || error instanceof SyntaxError || error instanceof z.ZodError
      if (!isExpected) throw error
      logger.warn({ cause: error.name }, 'a stored step cannot be read')
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
