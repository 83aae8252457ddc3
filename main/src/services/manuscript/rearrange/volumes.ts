import { AppError } from '../../../lib/appError.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import {
  retitledVolume,
  type StartChange,
  volumeBlock,
  volumeTitle,
  withBlock,
  withoutVolume,
  withVolume,
} from '../volumeText.ts'
import { named, type Plan, type Stepped, type StepRunner, startOf } from './stepRunner.ts'
import type { LeavingVolume } from './volumeAfterRemoval.ts'

export interface VolumesOptions {
  readonly manuscript: Pick<ManuscriptService, 'list'>
  readonly stepRunner: StepRunner
}

/** The lines of volumes above chapters' headings. Everything here runs inside the chapters' lock. */
export function createVolumes({ manuscript, stepRunner }: VolumesOptions) {
  const { runStep, textOf } = stepRunner

  async function change(projectId: string, documentId: string, edit: StartChange | undefined) {
    if (!edit) throw notThere()
    const same = edit.from === edit.to
    const starts = same ? [] : startOf(documentId, edit)
    return { documentId, ...named(await runStep(projectId, { documentId, renames: {}, starts })) }
  }

  /** The volume of the chapter, or the number that one beginning with it would have. */
  async function placeOf(projectId: string, documentId: string) {
    const document = (await manuscript.list(projectId)).find((summary) => summary.documentId === documentId)
    if (!document)
      throw new AppError('NOT_FOUND', '没有这一章，它可能已被改名或删除。', { data: { why: 'chapter' } })
    return document
  }

  return {
    /** The chapter begins a volume; without a number of its own the title gets that of its place. */
    async create(projectId: string, documentId: string, requested: string): Promise<Stepped> {
      const { kind, volume } = await placeOf(projectId, documentId)
      if (kind === 'front')
        throw new AppError('INVALID_ARGUMENT', '卷首在各卷之前，不能作一卷的开头。', {
          data: { why: 'frontVolume' },
        })
      const chapter = await textOf(projectId, documentId)
      const title = volumeTitle(requested, (volume?.index ?? 0) + 1, isChinese(chapter.text))
      return change(projectId, documentId, withVolume(chapter, title))
    },

    async rename(projectId: string, documentId: string, requested: string): Promise<Stepped> {
      const { volume } = await placeOf(projectId, documentId)
      const chapter = await textOf(projectId, documentId)
      if (!volume || volumeBlock(chapter) === undefined) throw notThere()
      const title = volumeTitle(requested, volume.index, isChinese(chapter.text))
      return change(projectId, documentId, retitledVolume(chapter, title))
    },

    /** Its chapters stay, as part of the volume before. */
    async delete(projectId: string, documentId: string): Promise<Stepped> {
      await placeOf(projectId, documentId)
      return change(projectId, documentId, withoutVolume(await textOf(projectId, documentId)))
    },

    /** The starts of the chapters when a volume's line leaves `documentId`. @throws AppError INVALID_ARGUMENT. */
    async leaving(
      projectId: string,
      documentId: string,
      { to }: LeavingVolume,
      renames: Plan['renames'],
    ): Promise<NonNullable<Plan['starts']>> {
      const carrier = await textOf(projectId, documentId)
      const removal = startOf(documentId, withoutVolume(carrier), renames)
      if (to === undefined) return removal
      return [...removal, ...startOf(to, await planInheritance(projectId, to, carrier), renames)]
    },

    planInheritance,
  }

  /** How the text of `to` begins once it has the volume of `carrier`. @throws AppError INVALID_ARGUMENT. */
  async function planInheritance(projectId: string, to: string, carrier: Parameters<typeof volumeBlock>[0]) {
    const { volume } = await placeOf(projectId, to)
    const block = volumeBlock(carrier)
    if (block === undefined || !volume) throw notThere()
    try {
      return withBlock(await textOf(projectId, to), block, volume.title)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      const message =
        '卷名要交给下一章，可那一章写不进去（不是 UTF-8，或标题像卷名），没有改动。请先看那一章。'
      throw new AppError('INVALID_ARGUMENT', message, { data: { why: 'heir' }, cause })
    }
  }
}

export type Volumes = ReturnType<typeof createVolumes>

const isChinese = (text: string) => /\p{Script=Han}/u.test(text.slice(0, 2000))
const notThere = () =>
  new AppError('NOT_FOUND', '这一章不是一卷的开头，卷名可能刚刚改过。', { data: { why: 'volume' } })
