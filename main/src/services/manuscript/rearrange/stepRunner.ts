import { randomBytes } from 'node:crypto'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Logger } from '../../../lib/logger.ts'
import { nameWithoutPrefix } from '../describe.ts'
import type { ChapterHistory } from '../history/chapterHistory.ts'
import type { VersionCause } from '../history/version.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { nameOf } from '../scan.ts'
import type { ChapterText, StartChange } from '../volumeText.ts'
import { carryOutFiles, type Rewritten } from './carryOut.ts'
import type { Journal } from './journal.ts'
import { bookBehind, inverseOf, isEmptyPlan, type Plan, type Step } from './step.ts'

export interface StepRunnerOptions {
  readonly manuscript: ManuscriptService
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  /** Stores a version of a chapter before its words change. */
  readonly history: Pick<ChapterHistory, 'beforeEdit'>
  /** Runs when chapters came, went or have other words: what is derived from them follows. */
  readonly onRearranged: (projectId: string, what: Rearrangement) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** What a step changed, but for the order. */
interface Rearrangement {
  /** Chapters with other bytes. */
  readonly rewritten?: readonly Rewritten[]
  /** Ids of chapters that went into the trash. */
  readonly removed?: readonly string[]
}

/** A chapter, and the name of the step that changed it; none where nothing had to be changed. */
export interface Stepped {
  readonly documentId: string
  readonly stepId?: string
}

/** A chapter with the path of its file. */
export interface ChapterFileText extends ChapterText {
  readonly documentId: string
  readonly path: string
}

export type StepRunner = ReturnType<typeof createStepRunner>

/**
 * Carries steps out under their journal: wholly, or not at all; what a crash cuts short is finished later. The files of
 * the chapters named, then one write of the book.
 */
export function createStepRunner(options: StepRunnerOptions & { readonly journal: Journal }) {
  const { manuscript, projects, history, journal, clock, logger } = options

  const newId = () => `${String(clock.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`

  /** Also when it fails, what was scanned of the folder before is old. */
  const files = (projectId: string, step: Step, way: 'there' | 'back') =>
    carryOutFiles(projects.rootOf(projectId), step, way).finally(() => manuscript.invalidate(projectId))

  const changeBook = (projectId: string, step: Step) =>
    manuscript.changeBook(projectId, (book) => bookBehind(book, step))

  async function finish(projectId: string, step: Step): Promise<readonly Rewritten[]> {
    const dataFolder = projects.dataFolderOf(projectId)
    let rewritten: readonly Rewritten[]
    try {
      rewritten = await files(projectId, step, 'there')
      await changeBook(projectId, step)
      await options.onRearranged(projectId, { rewritten })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const back = { ...step, state: 'taken back' as const }
      await journal.write(dataFolder, back)
      await takeBack(projectId, back)
      throw error
    }
    await journal.write(dataFolder, { ...step, state: 'done' })
    return rewritten
  }

  /** Leads back from a step as far as it got. The book is then as it was, also when it could not be written. */
  async function takeBack(projectId: string, step: Step): Promise<void> {
    const back = inverseOf(step)
    await files(projectId, back, 'back')
    try {
      await changeBook(projectId, back)
    } catch (error) {
      if (!isAppError(error)) throw error
      logger.warn({ projectId, step: step.id, code: error.code }, 'the book could not follow the way back')
    }
    await journal.remove(projects.dataFolderOf(projectId), step)
  }

  /** Inside the chapters' lock. Nothing is done, and nothing can be undone, where nothing changes. */
  async function runStep(projectId: string, plan: Plan, cause: VersionCause = 'volume'): Promise<Step> {
    const root = projects.rootOf(projectId)
    const step: Step = { version: 2, id: newId(), root, state: 'started', ...plan }
    if (isEmptyPlan(step)) return step
    const { starts = [], texts = [] } = step
    for (const { path } of [...starts, ...texts.filter(({ from, to }) => from !== null && to !== null)])
      await history.beforeEdit(projectId, pathBefore(step, path), cause)
    await journal.write(projects.dataFolderOf(projectId), step)
    const rewritten = await finish(projectId, step)
    for (const { documentId, path } of rewritten) {
      const { text, hash } = await manuscript.read(projectId, documentId)
      manuscript.announce({ projectId, documentId, path, text, hash })
    }
    return step
  }

  return {
    newId,
    runStep,
    /** A step that is part of another one's undoing cannot be undone by itself. */
    forget: (projectId: string, step: Step) => journal.remove(projects.dataFolderOf(projectId), step),

    /** Steps of an earlier run. What is in the way is logged, and tried again the next time. */
    async finishOld(projectId: string): Promise<void> {
      for (const step of await journal.all(projects.dataFolderOf(projectId), projects.rootOf(projectId))) {
        if (step.state === 'done') continue
        try {
          if (step.state === 'started') await finish(projectId, step)
          else await takeBack(projectId, step)
          logger.info({ projectId, step: step.id }, 'step of an earlier run finished')
        } catch (error) {
          if (!isRefusal(error)) throw error
          const cause = isAppError(error) ? error.code : systemCode(error)
          logger.warn({ projectId, step: step.id, cause }, 'step of an earlier run not finished')
        }
      }
    },

    /** @throws AppError NOT_FOUND (also of a chapter without a file), DOCUMENT_ENCODING. */
    async textOf(projectId: string, idOrPath: string): Promise<ChapterFileText> {
      const { documentId, path, text, title } = await manuscript.read(projectId, idOrPath)
      if (path === null) throw noText()
      return { documentId, path, text, title, name: nameWithoutPrefix(nameOf(path)) }
    },
  }
}

const pathBefore = ({ files }: Step, path: string) =>
  Object.entries(files).find(([, to]) => to === path)?.[0] ?? path

/** Whether an error means that something is in the way, and not that the program is wrong. */
export const isRefusal = (error: unknown): boolean => isAppError(error) || systemCode(error) !== undefined

/** The id by which a step is undone; none where nothing was done. */
export const named = (step: Step): { readonly stepId?: string } =>
  isEmptyPlan(step) ? {} : { stepId: step.id }

/** The change of a chapter's start as part of a step. */
export const startOf = (
  { documentId, path }: Pick<ChapterFileText, 'documentId' | 'path'>,
  change: StartChange | undefined,
): NonNullable<Plan['starts']> => (change ? [{ documentId, path, ...change }] : [])

const noText = () => new AppError('NOT_FOUND', { why: 'planned' })
