import { AppError, isAppError } from '../../../lib/appError.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import type { Disposable } from '../../../lib/disposables.ts'
import { orphanedNames } from '../../../lib/orphanedFiles.ts'
import { idOf, nameOf } from '../arrangement.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { checkedTitle, foldedName } from '../newChapter.ts'
import { type Place, type Renames, renamesForPlace, renamesForTitle } from '../placing.ts'
import { findTitleLine, titleLineWith } from '../titleLine.ts'
import { withoutVolume } from '../volumeText.ts'
import { inverseOf } from './carryOut.ts'
import { createDiscarding } from './discarding.ts'
import { createJournal, type Step } from './journal.ts'
import { createStepRunner, named, type Plan, type Stepped, type StepRunnerOptions } from './stepRunner.ts'
import { isRefusal } from './steps.ts'
import type { Discarded, Trash } from './trash.ts'
import { type LeavingVolume, volumeAfterRemoval } from './volumeAfterRemoval.ts'
import { createVolumes } from './volumes.ts'

export interface RearrangingOptions extends StepRunnerOptions {
  readonly trash: Trash
}

/** A chapter's id, and the volume whose line it no longer carries. */
interface Rearranged extends Stepped {
  readonly volume?: LeavingVolume
}

export interface Rearranging {
  /**
   * Another title: the file's name and, where it has one, its heading line. The place in the book stays.
   * @throws AppError NOT_FOUND, INVALID_ARGUMENT, CONFLICT, PATH_OUTSIDE_PROJECT, READ_ONLY, and what the files
   * that name chapters throw when they cannot be written; nothing has changed then.
   */
  rename(projectId: string, documentId: string, title: string): Promise<Stepped>
  /** Behind `after`; without it, first among the chapters. A volume's line stays in its volume. Throws as `rename`. */
  move(projectId: string, documentId: string, after?: string): Promise<Rearranged>
  /**
   * Takes back a renaming or moving of this chapter, or a change of the volume that begins with it: `stepId`, else the
   * last one. @throws AppError NOT_FOUND, CONFLICT when it does not stand as that step has left it, as `rename`.
   */
  undo(projectId: string, documentId: string, stepId?: string): Promise<{ documentId: string }>
  /** Into the trash. @throws AppError NOT_FOUND, CONFLICT (written meanwhile), READ_ONLY, IO_ERROR. */
  delete(
    projectId: string,
    documentId: string,
  ): Promise<{ readonly trashId: string; readonly volume?: LeavingVolume }>
  /**
   * Back from the trash, under its name or the next free one, with the volume that it began.
   * @throws AppError NOT_FOUND, READ_ONLY, IO_ERROR.
   */
  restore(projectId: string, trashId: string): Promise<{ documentId: string }>
  /** What is in the trash, newest first. */
  trash(projectId: string): Promise<readonly Discarded[]>
  /** A volume that begins with this chapter. @throws AppError INVALID_ARGUMENT, as `rename`. */
  createVolume(projectId: string, documentId: string, title: string): Promise<Stepped>
  /** Of the volume that begins with this chapter. @throws AppError as `createVolume`, NOT_FOUND. */
  renameVolume(projectId: string, documentId: string, title: string): Promise<Stepped>
  /** The chapters stay. @throws AppError NOT_FOUND, as `rename`. */
  deleteVolume(projectId: string, documentId: string): Promise<Stepped>
  /** Finishes what a crash has cut short; what is in the way is logged. */
  recover(projectId: string): Promise<void>
  /** Calls back after chapters got other ids, before the request that did it is answered. */
  onRenamed(listener: (projectId: string, renamed: ReadonlyMap<string, string>) => void): Disposable
}

/** Renames, moves, deletes and restores chapters and volumes, each as one step that survives a crash and can be undone. */
export function createRearranging(options: RearrangingOptions): Rearranging {
  const { manuscript, projects, trash, logger } = options
  const journal = createJournal(logger)
  const stepRunner = createStepRunner({ ...options, journal })
  const { runStep } = stepRunner
  const volumes = createVolumes({ manuscript, stepRunner })
  const discarding = createDiscarding({ ...options, stepRunner, volumes })

  /** One rearranging of a project at a time, in all processes. */
  function runExclusive<T>(projectId: string, task: () => Promise<T>): Promise<T> {
    return manuscript.arranging(projectId, async () => {
      await stepRunner.finishOld(projectId)
      await discarding.tidy(projectId)
      return task()
    })
  }

  /** The same for a chapter, whose id may lead out of the project. */
  async function runExclusiveFor<T>(
    projectId: string,
    documentId: string,
    task: () => Promise<T>,
  ): Promise<T> {
    await resolveContained(projects.rootOf(projectId), documentId)
    return runExclusive(projectId, task)
  }

  function planOf(documentId: string, renames: Renames): Plan {
    const ids = Object.fromEntries([...renames].map(([from, to]) => [idOf(from), idOf(to)]))
    return { documentId: ids[documentId] ?? documentId, renames: ids }
  }

  async function rename(projectId: string, documentId: string, requested: string) {
    const title = checkedTitle(requested)
    return runExclusive(projectId, async () => {
      const { order, usedNames } = await manuscript.arrangement(projectId)
      const renames = renamesForTitle(order, await placeOf(projectId, documentId, order), title, usedNames)
      if (orphanedNames([...renames.values()]).size > 0)
        throw new AppError('INVALID_ARGUMENT', '这个名字像同步软件留下的副本，会被略过，请换一个。', {
          data: { why: 'copyName' },
        })
      const heading = await headingOf(projectId, documentId, title)
      const step = await runStep(projectId, { ...planOf(documentId, renames), ...heading })
      return { documentId: step.documentId, ...named(step) }
    })
  }

  /** How the chapter's title line changes; nothing when it has none or says the same. */
  async function headingOf(
    projectId: string,
    documentId: string,
    title: string,
  ): Promise<Pick<Step, 'heading'>> {
    try {
      const { kind, text } = await manuscript.read(projectId, documentId)
      const titleLine = findTitleLine(text, kind === 'front', nameWithoutPrefix(nameOf(documentId)))
      if (!titleLine || titleLine.title === title) return {}
      return { heading: { from: titleLine.line, to: titleLineWith(titleLine, title) } }
    } catch (error) {
      // Without a readable text the title is the file's name.
      if (isAppError(error, 'DOCUMENT_ENCODING')) return {}
      throw error
    }
  }

  async function move(projectId: string, documentId: string, after: string | undefined) {
    if (after === documentId) throw new AppError('INVALID_ARGUMENT', '不能把一章移到它自己后面。')
    return runExclusive(projectId, async () => {
      const { order, usedNames, fronts } = await manuscript.arrangement(projectId)
      const at = await placeOf(projectId, documentId, order)
      if (at < fronts)
        throw new AppError('INVALID_ARGUMENT', '卷首总在最前面，不能移动。', { data: { why: 'front' } })
      const rest = order.toSpliced(at, 1)
      const behind = after === undefined ? 0 : (await placeOf(projectId, after, rest)) + 1
      const target = Math.max(behind, fronts)
      const newOrder = rest.toSpliced(target, 0, ...order.slice(at, at + 1))
      const plan = planOf(documentId, renamesForPlace(newOrder, target, usedNames))
      if (Object.keys(plan.renames).length === 0) return { documentId }
      const before = await manuscript.list(projectId)
      const ids = newOrder.map(({ name }) => idOf(name))
      const volume = volumeAfterRemoval(before, documentId, ids)
      const starts = volume && (await volumes.leaving(projectId, documentId, volume, plan.renames))
      const step = await runStep(projectId, { ...plan, ...(starts && { starts }) })
      const to = volume?.to === undefined ? undefined : (plan.renames[volume.to] ?? volume.to)
      return {
        documentId: step.documentId,
        ...named(step),
        ...(volume && { volume: { title: volume.title, ...(to !== undefined && { to }) } }),
      }
    })
  }

  /** A path that leads out of the project is refused as such, before it is looked for. */
  async function placeOf(projectId: string, documentId: string, order: readonly Place[]): Promise<number> {
    await resolveContained(projects.rootOf(projectId), documentId)
    const at = order.findIndex(({ name }) => idOf(name) === documentId)
    if (at < 0) throw notThere()
    return at
  }

  const undo = (projectId: string, documentId: string, stepId?: string) =>
    runExclusiveFor(projectId, documentId, async () => {
      const root = projects.rootOf(projectId)
      const dataFolder = projects.dataFolderOf(projectId)
      const steps = await journal.all(dataFolder, root)
      const ofChapter = steps.filter((step) => step.state === 'done' && step.documentId === documentId)
      const last = ofChapter.findLast(({ id }) => stepId === undefined || id === stepId)
      if (!last)
        throw new AppError('NOT_FOUND', '没有可以撤销的改名、移动或分卷。', { data: { why: 'undo' } })
      const { usedNames } = await manuscript.arrangement(projectId)
      const { documentId: earlier, renames, heading, starts } = inverseOf(last)
      const isUsed = (id: string) => usedNames.has(foldedName(nameOf(id)))
      const isFree = Object.keys(renames).every(isUsed) && !Object.values(renames).some(isUsed)
      if (!isFree || last !== ofChapter.at(-1) || !(await startsUnchanged(projectId, last)))
        throw new AppError('CONFLICT', '这之后章节又有变动，撤销会弄乱它们，没有改动。', {
          data: { why: 'undo' },
        })
      const plan = { documentId: earlier, renames, ...(heading && { heading }), ...(starts && { starts }) }
      const back = await runStep(projectId, plan)
      for (const step of [last, back]) await journal.remove(dataFolder, step)
      return { documentId: back.documentId }
    })

  /** Whether the chapters still begin as a step has left them, with no other volume written there since. */
  async function startsUnchanged(projectId: string, { starts = [] }: Step): Promise<boolean> {
    const present = new Set((await manuscript.list(projectId)).map(({ documentId }) => documentId))
    for (const { documentId, to } of starts) {
      if (!present.has(documentId)) return false
      const chapter = await stepRunner.textOf(projectId, documentId)
      if (!chapter.text.startsWith(to)) return false
      if (withoutVolume({ ...chapter, text: chapter.text.slice(to.length) })) return false
    }
    return true
  }

  async function recover(projectId: string): Promise<void> {
    try {
      const dataFolder = projects.dataFolderOf(projectId)
      const steps = await journal.all(dataFolder, projects.rootOf(projectId))
      const isOpen = steps.some(({ state }) => state !== 'done')
      if (isOpen || (await trash.list(dataFolder)).length > 0)
        await runExclusive(projectId, async () => undefined)
    } catch (error) {
      if (!isRefusal(error)) throw error
      logger.warn({ projectId, cause: String(error) }, 'no look at unfinished steps')
    }
  }

  return {
    rename,
    move,
    undo,
    delete: (projectId, documentId) =>
      runExclusiveFor(projectId, documentId, () => discarding.delete(projectId, documentId)),
    restore: (projectId, trashId) => runExclusive(projectId, () => discarding.restore(projectId, trashId)),
    trash: (projectId) => trash.list(projects.dataFolderOf(projectId)),
    createVolume: (projectId, documentId, title) =>
      runExclusiveFor(projectId, documentId, () => volumes.create(projectId, documentId, title)),
    renameVolume: (projectId, documentId, title) =>
      runExclusiveFor(projectId, documentId, () => volumes.rename(projectId, documentId, title)),
    deleteVolume: (projectId, documentId) =>
      runExclusiveFor(projectId, documentId, () => volumes.delete(projectId, documentId)),
    recover,
    onRenamed: stepRunner.onRenamed,
  }
}

const notThere = () =>
  new AppError('NOT_FOUND', '没有这一章，它可能已被改名或删除。', { data: { why: 'chapter' } })
