import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import type { Clock } from '../../../lib/clock.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { fileError } from '../../../lib/files.ts'
import { createFileSynced } from '../../../lib/moveFile.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { withoutVolume } from '../volumeText.ts'
import { inverseOf } from './carryOut.ts'
import type { Step } from './journal.ts'
import { type Plan, type StepRunner, type StepRunnerOptions, startOf } from './stepRunner.ts'
import type { Trash } from './trash.ts'
import { beginsVolume, type LeavingVolume, volumeAfterRemoval } from './volumeAfterRemoval.ts'
import type { Volumes } from './volumes.ts'

export interface DiscardingOptions extends Pick<StepRunnerOptions, 'projects' | 'onRearranged'> {
  readonly manuscript: ManuscriptService
  readonly trash: Trash
  readonly stepRunner: StepRunner
  readonly volumes: Volumes
  readonly clock: Clock
}

/** Chapters into the trash and back, with the volumes that they begin. All of it runs inside the chapters' lock. */
export function createDiscarding(options: DiscardingOptions) {
  const { manuscript, projects, trash, stepRunner, volumes, clock } = options
  const { runStep, forget, textOf } = stepRunner
  const dataFolderOf = projects.dataFolderOf

  /** The next chapter of the volume gets its line, before the file goes; the way back is `restore`. */
  async function handOn(projectId: string, plan: Plan): Promise<Step> {
    const step = await runStep(projectId, plan)
    await forget(projectId, step)
    return step
  }

  async function planOf(projectId: string, documentId: string, leaving: LeavingVolume | undefined) {
    const to = leaving?.to
    if (to === undefined) return undefined
    const edit = await volumes.planInheritance(projectId, to, await textOf(projectId, documentId))
    return { documentId: to, renames: {}, starts: startOf(to, edit) }
  }

  async function takeBack(projectId: string, step: Step | undefined) {
    if (step) await forget(projectId, await runStep(projectId, inverseOf(step)))
  }

  /**
   * Of two that begin a volume of the same title the later loses its line: the chapter itself when it comes back into
   * its volume, else the one that was given the line when it went (`handedOn`).
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
    const plan = { documentId: second, renames: {}, starts: startOf(second, edit) }
    await forget(projectId, await runStep(projectId, plan))
  }

  return {
    async delete(projectId: string, documentId: string) {
      const root = projects.rootOf(projectId)
      const order = await manuscript.list(projectId)
      const document = order.find((each) => each.documentId === documentId)
      if (!document)
        throw new AppError('NOT_FOUND', '没有这一章，它可能已被改名或删除。', { data: { why: 'chapter' } })
      const { title, characters, words: wordCount, hash } = document
      const leaving = volumeAfterRemoval(order, documentId, [])
      const deletedAt = new Date(clock.now()).toISOString()
      const trashId = stepRunner.newId()
      const plan = await planOf(projectId, documentId, leaving)
      const inheritedHeading = plan?.starts[0]?.to
      const note = {
        documentId,
        title,
        characters,
        words: wordCount,
        hash,
        deletedAt,
        ...(inheritedHeading !== undefined && { handedOn: inheritedHeading }),
      }
      const discarded = { trashId, ...note }
      let step: Step | undefined
      const beforeRemoval = async () => {
        if (plan) step = await handOn(projectId, plan)
      }
      try {
        await trash.take(root, dataFolderOf(projectId), discarded, beforeRemoval)
      } catch (error) {
        await takeBack(projectId, step)
        throw error
      }
      await options.onRearranged(projectId, { removed: [documentId] })
      return { trashId, ...(leaving && { volume: leaving }) }
    },

    async restore(projectId: string, trashId: string) {
      const discarded = await trash.find(dataFolderOf(projectId), trashId)
      const bytes = await trash.bytes(dataFolderOf(projectId), discarded)
      const documentId = await putBack(projects.rootOf(projectId), discarded.documentId, bytes)
      manuscript.invalidate(projectId)
      await trash.remove(dataFolderOf(projectId), discarded)
      await joinVolume(projectId, documentId, discarded.handedOn)
      await options.onRearranged(projectId, {})
      return { documentId }
    },

    /** A chapter that stands at its place with the same bytes was not deleted after all. */
    async tidy(projectId: string): Promise<void> {
      const discarded = await trash.list(dataFolderOf(projectId))
      if (discarded.length === 0) return
      const present = await manuscript.list(projectId)
      const hashes = new Map(present.map(({ documentId, hash }) => [documentId, hash]))
      for (const each of discarded) {
        if (hashes.get(each.documentId) !== each.hash) continue
        await joinVolume(projectId, each.documentId, each.handedOn)
        await trash.remove(dataFolderOf(projectId), each)
      }
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
