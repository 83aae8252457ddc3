import { isAppError, systemCode } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { carryOutFiles, inverseOf, type Rewritten } from './carryOut.ts'
import type { Journal, Step } from './journal.ts'

/** Something that stores chapter ids. */
export interface ReferenceHolder {
  /**
   * Old to new id wherever it is stored; `rewritten` are the chapters whose bytes changed with it. No new id is an
   * old one, so that the same call twice is the same as once. Throws when something is in the way.
   */
  renameDocuments(
    projectId: string,
    renamed: ReadonlyMap<string, string>,
    rewritten: readonly Rewritten[],
  ): Promise<void>
  /** Throws what a rename would throw because a file is broken. Nothing is written. */
  check?(projectId: string): Promise<unknown>
}

export interface StepsOptions {
  readonly manuscript: ManuscriptService
  readonly rootOf: (projectId: string) => string
  readonly referenceHolders: readonly ReferenceHolder[]
  readonly journal: Journal
  readonly logger: Logger
}

/** Carries steps out under their journal: wholly, or not at all; what a crash cuts short is finished later. */
export function createSteps({ manuscript, rootOf, referenceHolders, journal, logger }: StepsOptions) {
  /** Also when it fails, what was seen of the folder before is old. */
  const files = (projectId: string, step: Step, way: 'there' | 'back') =>
    carryOutFiles(rootOf(projectId), step, way).finally(() => manuscript.invalidate(projectId))

  async function finish(projectId: string, dataFolder: string, step: Step): Promise<readonly Rewritten[]> {
    const renamed = new Map(Object.entries(step.renames))
    const followed: ReferenceHolder[] = []
    let rewritten: readonly Rewritten[]
    try {
      rewritten = await files(projectId, step, 'there')
      for (const holder of referenceHolders) {
        await holder.renameDocuments(projectId, renamed, rewritten)
        followed.push(holder)
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      const back = { ...step, state: 'taken back' as const }
      await journal.write(dataFolder, back)
      await takeBack(projectId, dataFolder, back, followed)
      throw error
    }
    await journal.write(dataFolder, { ...step, state: 'done' })
    return rewritten
  }

  /** Leads back from a step as far as it got. A follower that is in the way now had nothing to take back. */
  async function takeBack(
    projectId: string,
    dataFolder: string,
    step: Step,
    followed: readonly ReferenceHolder[],
  ): Promise<void> {
    const back = inverseOf(step)
    const present = new Set((await manuscript.list(projectId)).map(({ documentId }) => documentId))
    const renames = Object.fromEntries(Object.entries(back.renames).filter(([from]) => present.has(from)))
    const rewritten = await files(projectId, { ...back, renames }, 'back')
    for (const holder of followed) {
      try {
        await holder.renameDocuments(projectId, new Map(Object.entries(back.renames)), rewritten)
      } catch (error) {
        if (!isAppError(error)) throw error
        logger.warn({ projectId, step: step.id, code: error.code }, 'a file could not follow the way back')
      }
    }
    await journal.remove(dataFolder, step)
  }

  return {
    /** @throws AppError as `Rearranging.rename`; everything is then as it was. */
    async carryOut(projectId: string, dataFolder: string, step: Step): Promise<readonly Rewritten[]> {
      for (const holder of referenceHolders) await holder.check?.(projectId)
      await journal.write(dataFolder, step)
      return finish(projectId, dataFolder, step)
    },

    /** What an earlier run began. What is in the way is logged, and tried again the next time. */
    async finishOld(projectId: string, dataFolder: string): Promise<void> {
      for (const step of await journal.all(dataFolder, rootOf(projectId))) {
        if (step.state === 'done') continue
        try {
          if (step.state === 'started') await finish(projectId, dataFolder, step)
          else await takeBack(projectId, dataFolder, step, referenceHolders)
          logger.info({ projectId, step: step.id }, 'step of an earlier run finished')
        } catch (error) {
          if (!isRefusal(error)) throw error
          const cause = isAppError(error) ? error.code : systemCode(error)
          logger.warn({ projectId, step: step.id, cause }, 'step of an earlier run not finished')
        }
      }
    },
  }
}

/** Whether an error says that something is in the way, and not that the program is wrong. */
export const isRefusal = (error: unknown): boolean => isAppError(error) || systemCode(error) !== undefined
