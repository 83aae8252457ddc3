import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, isAppError } from '../../../lib/appError.ts'
import type { Clock } from '../../../lib/clock.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import type { Disposable } from '../../../lib/disposables.ts'
import { fileError } from '../../../lib/files.ts'
import { leftoverNames } from '../../../lib/leftovers.ts'
import type { Logger } from '../../../lib/logger.ts'
import { createFileSynced } from '../../../lib/moveFile.ts'
import { idOf, nameOf } from '../arrangement.ts'
import { nameWithoutPrefix } from '../describe.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { checkedTitle, foldedName } from '../newChapter.ts'
import { type Place, type Renames, renamesForPlace, renamesForTitle } from '../placing.ts'
import { findTitleLine, titleLineWith } from '../titleLine.ts'
import { inverseOf } from './carryOut.ts'
import { createJournal, type Step } from './journal.ts'
import { createSteps, type Follower, isRefusal } from './steps.ts'
import type { Discarded, Trash } from './trash.ts'

export interface RearrangingOptions {
  readonly manuscript: ManuscriptService
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  readonly trash: Trash
  readonly followers: readonly Follower[]
  /** Told when chapters came, went or have other names: what is derived from them follows. */
  readonly onRearranged: (
    projectId: string,
    what: { readonly renamed?: ReadonlyMap<string, string>; readonly gone?: readonly string[] },
  ) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

export interface Rearranging {
  /**
   * Another title: the file's name and, where it has one, its heading line. The place in the book stays.
   * @throws AppError NOT_FOUND, INVALID_ARGUMENT, CONFLICT, PATH_OUTSIDE_PROJECT, READ_ONLY, and what the files
   * that name chapters throw when they cannot be written; nothing has changed then.
   */
  rename(projectId: string, documentId: string, title: string): Promise<{ documentId: string }>
  /** Behind `after`; without it, first among the chapters. Throws as `rename`. */
  move(projectId: string, documentId: string, after?: string): Promise<{ documentId: string }>
  /** Takes back the step that gave this chapter its present name. @throws AppError NOT_FOUND, as `rename`. */
  undo(projectId: string, documentId: string): Promise<{ documentId: string }>
  /** Into the trash. @throws AppError NOT_FOUND, CONFLICT (written meanwhile), READ_ONLY, IO_ERROR. */
  delete(projectId: string, documentId: string): Promise<{ trashId: string }>
  /** Back from the trash, under its name or the next free one. @throws AppError NOT_FOUND, READ_ONLY, IO_ERROR. */
  restore(projectId: string, trashId: string): Promise<{ documentId: string }>
  /** What is in the trash, newest first. */
  trash(projectId: string): Promise<readonly Discarded[]>
  /** Finishes what a crash has cut short; what is in the way is logged. */
  recover(projectId: string): Promise<void>
  /** Calls back after chapters got other ids, before the request that did it is answered. */
  onRenamed(listener: (projectId: string, renamed: ReadonlyMap<string, string>) => void): Disposable
}

/** Renames, moves, deletes and restores chapters, each as one step that survives a crash and can be undone. */
export function createRearranging(options: RearrangingOptions): Rearranging {
  const { manuscript, projects, trash, clock, logger } = options
  const journal = createJournal(logger)
  const steps = createSteps({ ...options, rootOf: projects.rootOf, journal })
  const listeners = new Set<Parameters<Rearranging['onRenamed']>[0]>()
  const newId = () => `${String(clock.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`

  /** One rearranging of a project at a time, in all processes. */
  function alone<T>(projectId: string, task: (dataFolder: string) => Promise<T>): Promise<T> {
    const dataFolder = projects.dataFolderOf(projectId)
    return manuscript.arranging(projectId, async () => {
      await steps.finishOld(projectId, dataFolder)
      await tidyTrash(projectId, dataFolder)
      return task(dataFolder)
    })
  }

  /** A chapter that stands at its place with the same bytes was not deleted after all. */
  async function tidyTrash(projectId: string, dataFolder: string): Promise<void> {
    const discarded = await trash.list(dataFolder)
    if (discarded.length === 0) return
    const present = await manuscript.list(projectId)
    const hashes = new Map(present.map(({ documentId, hash }) => [documentId, hash]))
    for (const each of discarded) {
      if (hashes.get(each.documentId) === each.hash) await trash.remove(dataFolder, each)
    }
  }

  async function perform(projectId: string, dataFolder: string, step: Step): Promise<{ documentId: string }> {
    const { documentId } = step
    if (Object.keys(step.renames).length === 0 && step.heading === undefined) return { documentId }
    await steps.carryOut(projectId, dataFolder, step)
    const renamed = new Map(Object.entries(step.renames))
    await options.onRearranged(projectId, { renamed })
    if (renamed.size > 0) for (const listener of listeners) listener(projectId, renamed)
    return { documentId }
  }

  function stepOf(projectId: string, documentId: string, renames: Renames): Step {
    const ids = Object.fromEntries([...renames].map(([from, to]) => [idOf(from), idOf(to)]))
    return {
      version: 1,
      id: newId(),
      root: projects.rootOf(projectId),
      state: 'started',
      documentId: ids[documentId] ?? documentId,
      renames: ids,
    }
  }

  async function rename(projectId: string, documentId: string, wanted: string) {
    const title = checkedTitle(wanted)
    return alone(projectId, async (dataFolder) => {
      const { order, taken } = await manuscript.arrangement(projectId)
      const renames = renamesForTitle(order, await placeOf(projectId, documentId, order), title, taken)
      if (leftoverNames([...renames.values()]).size > 0)
        throw new AppError('INVALID_ARGUMENT', '这个名字像同步软件留下的副本，会被略过，请换一个。', {
          data: { why: 'copyName' },
        })
      const heading = await headingOf(projectId, documentId, title)
      return perform(projectId, dataFolder, { ...stepOf(projectId, documentId, renames), ...heading })
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
      const found = findTitleLine(text, kind === 'front', nameWithoutPrefix(nameOf(documentId)))
      if (!found || found.title === title) return {}
      return { heading: { from: found.line, to: titleLineWith(found, title) } }
    } catch (error) {
      // Without a readable text the title is the file's name.
      if (isAppError(error, 'DOCUMENT_ENCODING')) return {}
      throw error
    }
  }

  async function move(projectId: string, documentId: string, after: string | undefined) {
    if (after === documentId) throw new AppError('INVALID_ARGUMENT', '不能把一章移到它自己后面。')
    return alone(projectId, async (dataFolder) => {
      const { order, taken, fronts } = await manuscript.arrangement(projectId)
      const at = await placeOf(projectId, documentId, order)
      if (at < fronts)
        throw new AppError('INVALID_ARGUMENT', '卷首总在最前面，不能移动。', { data: { why: 'front' } })
      const rest = order.toSpliced(at, 1)
      const behind = after === undefined ? 0 : (await placeOf(projectId, after, rest)) + 1
      const target = Math.max(behind, fronts)
      const wanted = rest.toSpliced(target, 0, ...order.slice(at, at + 1))
      return perform(
        projectId,
        dataFolder,
        stepOf(projectId, documentId, renamesForPlace(wanted, target, taken)),
      )
    })
  }

  /** A path that leads out of the project is refused as such, before it is looked for. */
  async function placeOf(projectId: string, documentId: string, order: readonly Place[]): Promise<number> {
    await resolveContained(projects.rootOf(projectId), documentId)
    const at = order.findIndex(({ name }) => idOf(name) === documentId)
    if (at < 0) throw notThere()
    return at
  }

  async function undo(projectId: string, documentId: string) {
    await resolveContained(projects.rootOf(projectId), documentId)
    return alone(projectId, async (dataFolder) => {
      const kept = await journal.all(dataFolder, projects.rootOf(projectId))
      const last = kept.findLast((step) => step.state === 'done' && step.documentId === documentId)
      if (!last) throw new AppError('NOT_FOUND', '没有可以撤销的改名或移动。', { data: { why: 'undo' } })
      const { taken } = await manuscript.arrangement(projectId)
      const root = projects.rootOf(projectId)
      const back: Step = { ...inverseOf(last), id: newId(), root, state: 'started' }
      const isTaken = (id: string) => taken.has(foldedName(nameOf(id)))
      if (!Object.keys(back.renames).every(isTaken) || Object.values(back.renames).some(isTaken))
        throw new AppError('CONFLICT', '这之后章节又有变动，撤销会弄乱它们，没有改动。', {
          data: { why: 'undo' },
        })
      const undone = await perform(projectId, dataFolder, back)
      for (const step of [last, back]) await journal.remove(dataFolder, step)
      return undone
    })
  }

  async function remove(projectId: string, documentId: string) {
    const root = projects.rootOf(projectId)
    await resolveContained(root, documentId)
    return alone(projectId, async (dataFolder) => {
      const document = (await manuscript.list(projectId)).find((each) => each.documentId === documentId)
      if (!document) throw notThere()
      const { title, characters, hash } = document
      const deletedAt = new Date(clock.now()).toISOString()
      const discarded = { trashId: newId(), documentId, title, characters, hash, deletedAt }
      await trash.take(root, dataFolder, discarded)
      await options.onRearranged(projectId, { gone: [documentId] })
      return { trashId: discarded.trashId }
    })
  }

  const restore = (projectId: string, trashId: string) =>
    alone(projectId, async (dataFolder) => {
      const discarded = await trash.find(dataFolder, trashId)
      const bytes = await trash.bytes(dataFolder, discarded)
      const documentId = await putBack(projects.rootOf(projectId), discarded.documentId, bytes)
      await trash.remove(dataFolder, discarded)
      await options.onRearranged(projectId, {})
      return { documentId }
    })

  async function recover(projectId: string): Promise<void> {
    try {
      const dataFolder = projects.dataFolderOf(projectId)
      const steps = await journal.all(dataFolder, projects.rootOf(projectId))
      const isOpen = steps.some(({ state }) => state !== 'done')
      if (isOpen || (await trash.list(dataFolder)).length > 0) await alone(projectId, async () => undefined)
    } catch (error) {
      if (!isRefusal(error)) throw error
      logger.warn({ projectId, cause: String(error) }, 'no look at unfinished steps')
    }
  }

  return {
    rename,
    move,
    undo,
    delete: remove,
    restore,
    trash: (projectId) => trash.list(projects.dataFolderOf(projectId)),
    recover,
    onRenamed(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
  }
}

/** Writes the chapter under its name, or the next that is free and sorts at the same place. */
async function putBack(root: string, documentId: string, bytes: Buffer): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const id = attempt === 1 ? documentId : documentId.replace(/\.md$/i, `-${attempt}.md`)
    const path = await resolveContained(root, id)
    try {
      await mkdir(dirname(path), { recursive: true })
      if (await createFileSynced(path, bytes)) return id
    } catch (error) {
      throw fileError(error)
    }
  }
}

const notThere = () => new AppError('NOT_FOUND', '没有这一章，它可能已被改名或删除。')
