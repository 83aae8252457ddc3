import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import type { Clock } from '../../../lib/clock.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { fileError, namesIn } from '../../../lib/files.ts'
import { createFileSynced, exists } from '../../../lib/moveFile.ts'
import { createNameCheck } from '../../../lib/orphanedFiles.ts'
import type { Book } from '../book/bookFile.ts'
import { placed, withoutChapter } from '../book/entries.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { withoutVolume } from '../volumeText.ts'
import { inverseOf, type Plan, type Step } from './step.ts'
import { type StepRunner, type StepRunnerOptions, startOf } from './stepRunner.ts'
import type { Discarded, Trash } from './trash.ts'
import { beginsVolume, type LeavingVolume, volumeAfterRemoval } from './volumeAfterRemoval.ts'
import type { Volumes } from './volumes.ts'

export interface DiscardingOptions extends Pick<StepRunnerOptions, 'projects' | 'onRearranged'> {
  readonly manuscript: ManuscriptService
  readonly trash: Trash
  readonly stepRunner: StepRunner
  readonly volumes: Volumes
  readonly clock: Clock
}

export type Discarding = ReturnType<typeof createDiscarding>

/**
 * Chapters into the trash and back, with the volumes that they start. All of it runs inside the chapters' lock. A
 * chapter's note decides after a crash: `tidy` brings book and trash together by it.
 */
export function createDiscarding(options: DiscardingOptions) {
  const { manuscript, projects, trash, stepRunner, volumes, clock } = options
  const { runStep, forget, textOf } = stepRunner
  const dataFolderOf = projects.dataFolderOf

  async function planOf(
    projectId: string,
    documentId: string,
    leaving: LeavingVolume | undefined,
  ): Promise<Plan | undefined> {
    const to = leaving?.to
    if (to === undefined) return undefined
    const starts = await volumes.inheritance(projectId, to, await textOf(projectId, documentId))
    return { documentId: to, files: {}, starts }
  }

  /** The note of a chapter. @throws AppError NOT_FOUND. */
  async function noteOf(projectId: string, documentId: string): Promise<Discarded> {
    const document = (await manuscript.outline(projectId)).find((each) => each.documentId === documentId)
    if (!document) throw notThere()
    const { chapter } = await manuscript.locate(projectId, documentId)
    const { path, title, characters, words: wordCount, hash, missing } = document
    const order = await orderWithTrash(projectId)
    const at = order.indexOf(documentId)
    const [behind = null, next = null] = [order[at - 1], order[at + 1]]
    return {
      trashId: stepRunner.newId(),
      documentId,
      path: missing ? null : path,
      title,
      characters,
      words: wordCount,
      hash,
      deletedAt: new Date(clock.now()).toISOString(),
      ...(chapter && { chapter, behind, next }),
    }
  }

  /** The ids of the book with those in the trash where they were, the first that was deleted first. */
  async function orderWithTrash(projectId: string): Promise<readonly string[]> {
    const { chapters } = await manuscript.book(projectId)
    const order = chapters.map(({ id }) => id)
    for (const note of (await trash.list(dataFolderOf(projectId))).toReversed()) {
      if (!note.chapter || order.includes(note.chapter.id)) continue
      const behind = behindOf(order, note)
      order.splice(behind === null ? 0 : order.indexOf(behind) + 1, 0, note.chapter.id)
    }
    return order
  }

  const leaveBook = async (projectId: string, documentId: string) => {
    await manuscript.changeBook(projectId, (book) => withoutChapter(book, documentId))
    manuscript.forgetFiles(projectId, [documentId])
  }

  /**
   * Of two that start a volume of the same title the later one drops its line: the chapter itself when it comes back
   * into its volume, else the one that got the line when it was deleted (`inheritedHeading`).
   */
  async function joinVolume(projectId: string, documentId: string, inheritedHeading: string | undefined) {
    const order = await manuscript.list(projectId)
    const at = order.findIndex((document) => document.documentId === documentId)
    const title = order[at]?.volume?.title
    if (title === undefined || !beginsVolume(order, at)) return
    const later = order.findIndex((_, index) => index > at && beginsVolume(order, index))
    const isRepeated = order[at - 1]?.volume?.title === title
    const isInherited = inheritedHeading !== undefined && order[later]?.volume?.title === title
    const second = order[isRepeated ? at : isInherited ? later : -1]?.documentId
    if (second === undefined) return
    const chapter = await textOf(projectId, second)
    const isAsGiven = inheritedHeading !== undefined && chapter.text.startsWith(inheritedHeading)
    const edit = isAsGiven ? { from: inheritedHeading, to: '' } : withoutVolume(chapter)
    const plan = { documentId: second, files: {}, starts: startOf(chapter, edit) }
    await forget(projectId, await runStep(projectId, plan))
  }

  return {
    noteOf,

    /** Copies a chapter that a step is about to remove. */
    copy: (projectId: string, note: Discarded) =>
      trash.copy(projects.rootOf(projectId), dataFolderOf(projectId), note),

    async delete(projectId: string, documentId: string) {
      const root = projects.rootOf(projectId)
      const order = await manuscript.list(projectId)
      const leaving = volumeAfterRemoval(order, documentId, [])
      const plan = await planOf(projectId, documentId, leaving)
      const inheritedHeading = plan?.starts?.[0]?.to
      const note = await noteOf(projectId, documentId)
      const discarded = { ...note, ...(inheritedHeading !== undefined && { handedOn: inheritedHeading }) }
      let step: Step | undefined
      // The next chapter of the volume gets its line before the file goes; the way back is `restore`.
      const beforeRemoval = async () => {
        if (plan) step = await runStep(projectId, plan)
        if (step) await forget(projectId, step)
      }
      try {
        await trash.take(root, dataFolderOf(projectId), discarded, beforeRemoval)
      } catch (error) {
        if (step) await forget(projectId, await runStep(projectId, inverseOf(step)))
        throw error
      }
      manuscript.invalidate(projectId)
      await leaveBook(projectId, documentId)
      await options.onRearranged(projectId, { removed: [documentId] })
      return { trashId: discarded.trashId, ...(leaving && { volume: leaving }) }
    },

    /** The entry first: a file that a crash leaves without one would become another chapter. */
    async restore(projectId: string, trashId: string) {
      const root = projects.rootOf(projectId)
      const discarded = await trash.find(dataFolderOf(projectId), trashId)
      const { path, chapter, handedOn } = discarded
      const bytes = path === null ? undefined : await trash.bytes(dataFolderOf(projectId), discarded)
      const target = path === null ? null : await freePath(root, path)
      if (chapter) {
        const entry = target === null ? chapter : { ...chapter, file: target }
        await manuscript.changeBook(projectId, (book) =>
          placed(book, entry, behindOf(idsOf(book), discarded)),
        )
      }
      if (bytes && target !== null) await putBack(root, target, bytes)
      manuscript.invalidate(projectId)
      await trash.remove(dataFolderOf(projectId), discarded)
      const { documentId } = await manuscript.locate(projectId, chapter?.id ?? target ?? '')
      if (bytes) await joinVolume(projectId, documentId, handedOn)
      await options.onRearranged(projectId, {})
      return { documentId }
    },

    /**
     * A chapter whose file has the same bytes at its place was not deleted after all; one that is in the trash and whose
     * file is not there is not in the book.
     */
    async tidy(projectId: string): Promise<void> {
      const discarded = await trash.list(dataFolderOf(projectId))
      if (discarded.length === 0) return
      const outline = await manuscript.outline(projectId)
      const byPath = new Map(outline.map((document) => [document.path, document]))
      const byId = new Map(outline.map((document) => [document.documentId, document]))
      for (const note of discarded) {
        const present = note.path === null ? undefined : byPath.get(note.path)
        if (present?.hash === note.hash && !present.missing) {
          const { chapter } = note
          if (chapter && present.documentId !== chapter.id)
            await manuscript.changeBook(projectId, (book) =>
              placed(book, { ...chapter, file: note.path ?? '' }, behindOf(idsOf(book), note)),
            )
          await joinVolume(projectId, chapter?.id ?? present.documentId, note.handedOn)
          await trash.remove(dataFolderOf(projectId), note)
        } else if (byId.get(note.documentId)?.missing) await leaveBook(projectId, note.documentId)
      }
    },
  }
}

const idsOf = ({ chapters }: Book): string[] => chapters.map(({ id }) => id)

/** Behind whom a chapter comes back: whom it was behind, else in front of its next one, else at the end. */
function behindOf(order: readonly string[], { behind = null, next = null }: Discarded): string | null {
  if (behind !== null && order.includes(behind)) return behind
  const at = next === null ? -1 : order.indexOf(next)
  if (at >= 0) return order[at - 1] ?? null
  return behind === null ? null : (order.at(-1) ?? null)
}

/** The path itself, or the next that is free and sorts at the same place. */
async function freePath(root: string, path: string): Promise<string> {
  const check = createNameCheck(await namesIn(await resolveContained(root, dirname(path))))
  for (let attempt = 1; ; attempt++) {
    const candidate = attempt === 1 ? path : path.replace(/\.md$/i, `-${attempt}.md`)
    const isFree = !(await exists(await resolveContained(root, candidate)))
    if (isFree && check.accepts(basename(candidate))) return candidate
  }
}

async function putBack(root: string, path: string, bytes: Buffer): Promise<void> {
  const target = await resolveContained(root, path)
  try {
    await mkdir(dirname(target), { recursive: true })
    if (await createFileSynced(target, bytes)) return
  } catch (error) {
    throw fileError(error)
  }
  throw new AppError('CONFLICT', { why: 'fileName' })
}

const notThere = () => new AppError('NOT_FOUND', { why: 'chapter' })
