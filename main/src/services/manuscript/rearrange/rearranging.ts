import { isDeepStrictEqual } from 'node:util'
import type { ChannelInput } from '#contract/index.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { foldedName } from '../../../lib/fileName.ts'
import { chapterBefore } from '../book/entries.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { checkedTitle, titledName } from '../newChapter.ts'
import { manuscriptFolder, nameOf } from '../scan.ts'
import { findTitleLine, titleLineWith } from '../titleLine.ts'
import { withoutVolume } from '../volumeText.ts'
import { createDiscarding } from './discarding.ts'
import { createJournal } from './journal.ts'
import { createPlanning } from './planning.ts'
import { createRenumbering, type ManyStepped, type RenumberingOptions } from './renumbering.ts'
import { createSplitting } from './splitting.ts'
import { inverseOf, type Plan, type Step } from './step.ts'
import { createStepRunner, isRefusal, named, type Stepped, type StepRunnerOptions } from './stepRunner.ts'
import type { Discarded, Trash } from './trash.ts'
import { type LeavingVolume, volumeAfterRemoval } from './volumeAfterRemoval.ts'
import { createVolumes } from './volumes.ts'

export interface RearrangingOptions extends StepRunnerOptions, Pick<RenumberingOptions, 'beforeMany'> {
  readonly trash: Trash
}

/** A chapter's id, and the volume whose line it no longer carries. */
interface Rearranged extends Stepped {
  readonly volume?: LeavingVolume
}

/** Every chapter that goes in may be named by its id, its path or an earlier path; what comes out is the id. */
export interface Rearranging {
  /**
   * Another title: the heading line, where there is one, and the name of the file; of a planned chapter its entry. The
   * place in the book stays.
   * @throws AppError NOT_FOUND, INVALID_ARGUMENT, CONFLICT, PATH_OUTSIDE_PROJECT, READ_ONLY, IO_ERROR, FILE_BROKEN;
   * nothing has changed then.
   */
  rename(projectId: string, documentId: string, title: string): Promise<Stepped>
  /**
   * Behind `after`; without it, first among the chapters. One write of the book and no file, but for a volume's line,
   * which stays in its volume. Throws as `rename`.
   */
  move(projectId: string, documentId: string, after?: string): Promise<Rearranged>
  /**
   * The text from `offsetUtf16` on becomes a chapter of its own behind this one, with `title` as its heading; `splitId`
   * is its id. @throws AppError INVALID_ARGUMENT (nothing on one side, inside a character), as `rename`.
   */
  split(
    projectId: string,
    documentId: string,
    at: { readonly offsetUtf16: number; readonly title: string },
  ): Promise<Stepped & { readonly splitId: string }>
  /**
   * The next chapter's text, without its heading, becomes the end of this one; its file goes into the trash.
   * @throws AppError INVALID_ARGUMENT (there is none), CONFLICT when it is not `nextId`, as `rename`.
   */
  merge(
    projectId: string,
    documentId: string,
    nextId?: string,
  ): Promise<Stepped & { readonly mergedId: string }>
  /**
   * Chapters to be written, in front of one, behind one, at the end of a volume or of the book; no file is made.
   * `undo` takes all of them out while they are as they came. @throws AppError as `rename`.
   */
  plan(
    projectId: string,
    chapters: Omit<ChannelInput<'plan:insert'>, 'projectId'>,
  ): Promise<Stepped & { readonly documentIds: readonly string[] }>
  /**
   * Gives this chapter and those behind it consecutive numbers, each written as it is in its title: in the heading
   * lines, and in the titles of planned chapters. Where a volume begins again at one it still does; titles without a
   * number, and files, stay. `first`: the number of this chapter; absent: one more than the number before it. Throws as
   * `rename`.
   */
  renumber(projectId: string, documentId: string, first?: number): Promise<ManyStepped>
  /** Names the files of all chapters by their place and title. Throws as `rename`. */
  tidyNames(projectId: string): Promise<ManyStepped>
  /**
   * Takes back a step of this chapter, or of the volume that begins with it: `stepId`, else the last one.
   * @throws AppError NOT_FOUND, CONFLICT when it is not as that step has left it, as `rename`.
   */
  undo(projectId: string, documentId: string, stepId?: string): Promise<{ documentId: string }>
  /** Into the trash. @throws AppError NOT_FOUND, CONFLICT (written meanwhile), READ_ONLY, IO_ERROR. */
  delete(
    projectId: string,
    documentId: string,
  ): Promise<{ readonly trashId: string; readonly volume?: LeavingVolume }>
  /**
   * Back from the trash, at its place and under its name or the next free one, with the volume that it started.
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
  /** The same for a task that has the chapters' lock. */
  finishSteps(projectId: string): Promise<void>
}

/** Changes chapters, their order and their volumes, each as one step that survives a crash and can be undone. */
export function createRearranging(options: RearrangingOptions): Rearranging {
  const { manuscript, projects, trash, logger } = options
  const journal = createJournal(logger)
  const stepRunner = createStepRunner({ ...options, journal })
  const { runStep } = stepRunner
  const volumes = createVolumes({ manuscript, stepRunner })
  const discarding = createDiscarding({ ...options, stepRunner, volumes })
  const splitting = createSplitting({ manuscript, stepRunner, volumes, discarding })
  const planning = createPlanning({ manuscript, stepRunner })
  const renumbering = createRenumbering({ manuscript, stepRunner, beforeMany: options.beforeMany })

  async function finishSteps(projectId: string): Promise<void> {
    await stepRunner.finishOld(projectId)
    await discarding.tidy(projectId)
  }

  /** One rearranging of a project at a time, in all processes. */
  function runExclusive<T>(projectId: string, task: () => Promise<T>): Promise<T> {
    return manuscript.arranging(projectId, async () => {
      await finishSteps(projectId)
      return task()
    })
  }

  /** The same for a chapter, by its id. What leads out of the project is refused as such. */
  async function runExclusiveFor<T>(
    projectId: string,
    idOrPath: string,
    task: (documentId: string) => Promise<T>,
  ): Promise<T> {
    const { chapter } = await manuscript.locate(projectId, idOrPath)
    if (!chapter) await resolveContained(projects.rootOf(projectId), idOrPath)
    return runExclusive(projectId, async () => task(await chapterIn(projectId, idOrPath)))
  }

  /** @throws AppError NOT_FOUND for what is not in the outline. */
  async function chapterIn(projectId: string, idOrPath: string): Promise<string> {
    const { documentId } = await manuscript.locate(projectId, idOrPath)
    const outline = await manuscript.outline(projectId)
    if (!outline.some((each) => each.documentId === documentId)) throw notThere()
    return documentId
  }

  const rename = (projectId: string, idOrPath: string, requested: string) => {
    const title = checkedTitle(requested)
    return runExclusiveFor(projectId, idOrPath, async (documentId) => {
      const { path, chapter } = await manuscript.locate(projectId, documentId)
      if (path === null && chapter) {
        const { id } = chapter
        const behind = chapterBefore(await manuscript.book(projectId), id)
        const entries = [{ from: { chapter, behind }, to: { chapter: { ...chapter, title }, behind } }]
        const isSame = chapter.title === title
        const step = await runStep(projectId, { documentId, files: {}, ...(!isSame && { entries }) })
        return { documentId, ...named(step) }
      }
      const present = path ?? ''
      const name = titledName(nameOf(present), title, await manuscript.usedNames(projectId))
      const next = `${manuscriptFolder}/${name}`
      const files: Plan['files'] = next === present ? {} : { [present]: next }
      // Front matter is its path.
      const behind = chapter ? documentId : next
      const heading = await headingOf(projectId, documentId, title, { documentId: behind, path: next })
      const step = await runStep(projectId, { documentId: behind, files, ...heading })
      return { documentId: behind, ...named(step) }
    })
  }

  /** How the chapter's title line changes; nothing when it has none or is the same. */
  async function headingOf(
    projectId: string,
    documentId: string,
    title: string,
    behind: { readonly documentId: string; readonly path: string },
  ): Promise<Pick<Step, 'headings'>> {
    try {
      const { kind, text, path: present } = await manuscript.read(projectId, documentId)
      const titleLine = findTitleLine(text, kind === 'front', nameWithoutPrefix(nameOf(present ?? '')))
      if (!titleLine || titleLine.title === title) return {}
      const { line: from } = titleLine
      return { headings: [{ ...behind, from, to: titleLineWith(titleLine, title) }] }
    } catch (error) {
      // Without a readable text the title is the file's name.
      if (isAppError(error, 'DOCUMENT_ENCODING')) return {}
      throw error
    }
  }

  async function move(projectId: string, idOrPath: string, after: string | undefined) {
    if (after === idOrPath) throw ontoItself()
    return runExclusiveFor(projectId, idOrPath, async (documentId) => {
      const behind = after === undefined ? undefined : await chapterIn(projectId, after)
      if (behind === documentId) throw ontoItself()
      const { chapter } = await manuscript.locate(projectId, documentId)
      if (!chapter) throw new AppError('INVALID_ARGUMENT', { why: 'front' })
      const book = await manuscript.book(projectId)
      const isListed = book.chapters.some(({ id }) => id === behind)
      const place = { from: chapterBefore(book, documentId), to: isListed ? (behind ?? null) : null }
      if (place.from === place.to) return { documentId }
      const order = await manuscript.list(projectId)
      const ids = book.chapters.map(({ id }) => id).filter((id) => id !== documentId)
      const newOrder = ids.toSpliced(place.to === null ? 0 : ids.indexOf(place.to) + 1, 0, documentId)
      const isWritten = new Set(order.map((each) => each.documentId))
      const volume = volumeAfterRemoval(
        order,
        documentId,
        newOrder.filter((id) => isWritten.has(id)),
      )
      const starts = volume && (await volumes.leaving(projectId, documentId, volume))
      const step = await runStep(projectId, { documentId, files: {}, place, ...(starts && { starts }) })
      return { documentId, ...named(step), ...(volume && { volume }) }
    })
  }

  const undo = (projectId: string, idOrPath: string, stepId?: string) =>
    runExclusiveFor(projectId, idOrPath, async (documentId) => {
      const dataFolder = projects.dataFolderOf(projectId)
      const steps = await journal.all(dataFolder, projects.rootOf(projectId))
      const ofChapter = steps.filter((step) => step.state === 'done' && step.documentId === documentId)
      const last = ofChapter.findLast(({ id }) => stepId === undefined || id === stepId)
      if (!last) throw new AppError('NOT_FOUND', { why: 'undo' })
      if (last !== ofChapter.at(-1) || !(await isAsLeft(projectId, last)))
        throw new AppError('CONFLICT', { why: 'undo' })
      const { version: _, id: __, root: ___, state: ____, ...plan } = inverseOf(last)
      // Front matter is its path.
      const earlier = plan.files[documentId] ?? documentId
      const back = await runStep(projectId, { ...plan, documentId: earlier }, 'undo')
      for (const step of [last, back]) await journal.remove(dataFolder, step)
      // A merged chapter that is back leaves the trash.
      await discarding.tidy(projectId)
      return { documentId: earlier }
    })

  /** Whether the chapters are still as a step has left them, with no other volume written there since. */
  async function isAsLeft(projectId: string, step: Step): Promise<boolean> {
    const { documentId, files, place, starts = [], texts = [], entries = [] } = step
    const usedNames = await manuscript.usedNames(projectId)
    const isUsed = (path: string) => usedNames.has(foldedName(nameOf(path)))
    if (!Object.values(files).every(isUsed) || Object.keys(files).some(isUsed)) return false
    const book = await manuscript.book(projectId)
    if (place && chapterBefore(book, documentId) !== place.to) return false
    for (const { from, to } of entries) {
      const present = book.chapters.find(({ id }) => id === (to ?? from)?.chapter.id)
      if ((present !== undefined) !== (to !== null)) return false
      // What was written or planned in it since would go with it.
      if (from === null && to?.chapter.file === undefined && !isDeepStrictEqual(present, to?.chapter))
        return false
    }
    for (const { path, to } of texts) if ((await textAt(projectId, path)) !== (to ?? undefined)) return false
    for (const { path, to } of starts) {
      const text = await textAt(projectId, path)
      if (text === undefined || !text.startsWith(to)) return false
      const chapter = await stepRunner.textOf(projectId, path)
      if (withoutVolume({ ...chapter, text: text.slice(to.length) })) return false
    }
    return true
  }

  async function textAt(projectId: string, path: string): Promise<string | undefined> {
    try {
      const { text, path: present } = await manuscript.read(projectId, path)
      return present === path ? text : undefined
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) return undefined
      throw error
    }
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
    split: (projectId, idOrPath, at) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => splitting.split(projectId, documentId, at)),
    merge: (projectId, idOrPath, nextId) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => splitting.merge(projectId, documentId, nextId)),
    plan: (projectId, chapters) => runExclusive(projectId, () => planning.insert(projectId, chapters)),
    renumber: (projectId, idOrPath, first) =>
      runExclusiveFor(projectId, idOrPath, (documentId) =>
        renumbering.renumber(projectId, documentId, first),
      ),
    tidyNames: (projectId) => runExclusive(projectId, () => renumbering.tidyNames(projectId)),
    undo,
    delete: (projectId, idOrPath) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => discarding.delete(projectId, documentId)),
    restore: (projectId, trashId) => runExclusive(projectId, () => discarding.restore(projectId, trashId)),
    trash: (projectId) => trash.list(projects.dataFolderOf(projectId)),
    createVolume: (projectId, idOrPath, title) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => volumes.create(projectId, documentId, title)),
    renameVolume: (projectId, idOrPath, title) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => volumes.rename(projectId, documentId, title)),
    deleteVolume: (projectId, idOrPath) =>
      runExclusiveFor(projectId, idOrPath, (documentId) => volumes.delete(projectId, documentId)),
    recover,
    finishSteps,
  }
}

const notThere = () => new AppError('NOT_FOUND', { why: 'chapter' })
const ontoItself = () => new AppError('INVALID_ARGUMENT', { why: 'afterItself' })
