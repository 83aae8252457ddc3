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
import type { Plan } from './step.ts'
import { type ChapterFileText, named, type Stepped, type StepRunner, startOf } from './stepRunner.ts'
import type { LeavingVolume } from './volumeAfterRemoval.ts'

export interface VolumesOptions {
  readonly manuscript: Pick<ManuscriptService, 'list'>
  readonly stepRunner: StepRunner
}

/** The lines of volumes above chapters' headings. Everything here runs inside the chapters' lock. */
export function createVolumes({ manuscript, stepRunner }: VolumesOptions) {
  const { runStep, textOf } = stepRunner

  async function change(projectId: string, chapter: ChapterFileText, edit: StartChange | undefined) {
    if (!edit) throw notThere()
    const { documentId } = chapter
    const starts = edit.from === edit.to ? [] : startOf(chapter, edit)
    return { documentId, ...named(await runStep(projectId, { documentId, files: {}, starts })) }
  }

  /** The volume of the chapter, or the number that one beginning with it would have. */
  async function placeOf(projectId: string, documentId: string) {
    const document = (await manuscript.list(projectId)).find((summary) => summary.documentId === documentId)
    if (!document) throw new AppError('NOT_FOUND', { why: 'chapter' })
    return document
  }

  return {
    /** The chapter begins a volume; without a number of its own the title gets that of its place. */
    async create(projectId: string, documentId: string, requested: string): Promise<Stepped> {
      const { kind, volume } = await placeOf(projectId, documentId)
      if (kind === 'front') throw new AppError('INVALID_ARGUMENT', { why: 'frontVolume' })
      const chapter = await textOf(projectId, documentId)
      const title = volumeTitle(requested, (volume?.index ?? 0) + 1, isChinese(chapter.text))
      return change(projectId, chapter, withVolume(chapter, title))
    },

    async rename(projectId: string, documentId: string, requested: string): Promise<Stepped> {
      const { volume } = await placeOf(projectId, documentId)
      const chapter = await textOf(projectId, documentId)
      if (!volume || volumeBlock(chapter) === undefined) throw notThere()
      const title = volumeTitle(requested, volume.index, isChinese(chapter.text))
      return change(projectId, chapter, retitledVolume(chapter, title))
    },

    /** Its chapters stay, as part of the volume before. */
    async delete(projectId: string, documentId: string): Promise<Stepped> {
      await placeOf(projectId, documentId)
      const chapter = await textOf(projectId, documentId)
      return change(projectId, chapter, withoutVolume(chapter))
    },

    /** The starts of the chapters when a volume's line leaves `documentId`. @throws AppError INVALID_ARGUMENT. */
    async leaving(
      projectId: string,
      documentId: string,
      { to }: LeavingVolume,
    ): Promise<NonNullable<Plan['starts']>> {
      const carrier = await textOf(projectId, documentId)
      const removal = startOf(carrier, withoutVolume(carrier))
      if (to === undefined) return removal
      return [...removal, ...(await inheritance(projectId, to, carrier))]
    },

    inheritance,
  }

  /** How the start of `to` changes when it gets the volume of `carrier`. @throws AppError INVALID_ARGUMENT. */
  async function inheritance(
    projectId: string,
    to: string,
    carrier: ChapterFileText,
  ): Promise<NonNullable<Plan['starts']>> {
    const { volume } = await placeOf(projectId, to)
    const block = volumeBlock(carrier)
    if (block === undefined || !volume) throw notThere()
    try {
      const chapter = await textOf(projectId, to)
      return startOf(chapter, withBlock(chapter, block, volume.title))
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      throw new AppError('INVALID_ARGUMENT', { why: 'volumeStart' }, { cause })
    }
  }
}

export type Volumes = ReturnType<typeof createVolumes>

const isChinese = (text: string) => /\p{Script=Han}/u.test(text.slice(0, 2000))
const notThere = () => new AppError('NOT_FOUND', { why: 'volume' })
