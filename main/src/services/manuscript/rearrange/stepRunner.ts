import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { Disposable } from '../../../lib/disposables.ts'
import type { Logger } from '../../../lib/logger.ts'
import { nameOf } from '../arrangement.ts'
import { nameWithoutPrefix } from '../describe.ts'
import type { ChapterHistory } from '../history/chapterHistory.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { ChapterText, StartChange } from '../volumeText.ts'
import type { Journal, Step } from './journal.ts'
import { createSteps, type ReferenceHolder } from './steps.ts'

export interface StepRunnerOptions {
  readonly manuscript: ManuscriptService
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  readonly referenceHolders: readonly ReferenceHolder[]
  /** Keeps a version of a chapter before its words change. */
  readonly history: Pick<ChapterHistory, 'beforeEdit'>
  /** Told when chapters came, went or have other names: what is derived from them follows. */
  readonly onRearranged: (
    projectId: string,
    what: { readonly renamed?: ReadonlyMap<string, string>; readonly removed?: readonly string[] },
  ) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** A chapter's id after a step, and the step's name; none where nothing had to be changed. */
export interface Stepped {
  readonly documentId: string
  readonly stepId?: string
}

/** A step without what every step has. */
export type Plan = Pick<Step, 'documentId' | 'renames' | 'heading' | 'starts'>

export type StepRunner = ReturnType<typeof createStepRunner>

/** Carries steps out and tells who has to know: chapters with other names, and chapters with other words. */
export function createStepRunner(options: StepRunnerOptions & { readonly journal: Journal }) {
  const { manuscript, projects, history, journal, clock } = options
  const steps = createSteps({ ...options, rootOf: projects.rootOf })
  const listeners = new Set<(projectId: string, renamed: ReadonlyMap<string, string>) => void>()

  const newId = () => `${String(clock.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`

  /** Inside the chapters' lock. Nothing is done, and nothing can be undone, where nothing changes. */
  async function runStep(projectId: string, plan: Plan): Promise<Step> {
    const dataFolder = projects.dataFolderOf(projectId)
    const root = projects.rootOf(projectId)
    const step: Step = { version: 1, id: newId(), root, state: 'started', ...plan }
    const { renames, starts = [] } = step
    if (isNothing(step)) return step
    const present = new Map(Object.entries(renames).map(([from, to]) => [to, from]))
    for (const { documentId } of starts)
      await history.beforeEdit(projectId, present.get(documentId) ?? documentId, 'volume')
    const rewritten = await steps.carryOut(projectId, dataFolder, step)
    const renamed = new Map(Object.entries(renames))
    await options.onRearranged(projectId, { renamed })
    if (renamed.size > 0) for (const listener of listeners) listener(projectId, renamed)
    for (const { documentId } of rewritten) {
      const { text, hash } = await manuscript.read(projectId, documentId)
      manuscript.announce({ projectId, documentId, text, hash })
    }
    return step
  }

  return {
    newId,
    runStep,
    /** A step that is part of another one's undoing cannot be undone by itself. */
    forget: (projectId: string, step: Step) => journal.remove(projects.dataFolderOf(projectId), step),
    finishOld: (projectId: string) => steps.finishOld(projectId, projects.dataFolderOf(projectId)),
    onRenamed(listener: (projectId: string, renamed: ReadonlyMap<string, string>) => void): Disposable {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    /** @throws AppError NOT_FOUND, DOCUMENT_ENCODING. */
    async textOf(projectId: string, documentId: string): Promise<ChapterText> {
      const { text, title } = await manuscript.read(projectId, documentId)
      return { text, title, name: nameWithoutPrefix(nameOf(documentId)) }
    },
  }
}

const isNothing = ({ renames, heading, starts = [] }: Plan) =>
  Object.keys(renames).length === 0 && heading === undefined && starts.length === 0

/** The name by which a step is taken back; none where nothing was done. */
export const named = (step: Step): { readonly stepId?: string } =>
  isNothing(step) ? {} : { stepId: step.id }

/** The change of a chapter's start as part of a step, in which the chapter may have another id. */
export const startOf = (
  documentId: string,
  change: StartChange | undefined,
  renames: Plan['renames'] = {},
): NonNullable<Plan['starts']> =>
  change ? [{ documentId: renames[documentId] ?? documentId, ...change }] : []
