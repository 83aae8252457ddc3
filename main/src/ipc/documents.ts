import type { dailyWords as dailyChannels } from '../contract/dailyWords.ts'
import type { documents as documentChannels } from '../contract/documents.ts'
import type { importing as importChannels } from '../contract/import.ts'
import type { ChannelOutput } from '../contract/index.ts'
import type { plans as planChannels } from '../contract/plans.ts'
import type { volumes as volumeChannels } from '../contract/volumes.ts'
import {
  type ChapterHistory,
  type ChapterPlans,
  type DailyWords,
  type ImportedMaterial,
  importFormats,
  type ManuscriptService,
  type PlanTable,
  previewBook,
  type Rearranging,
  type WritingStatistics,
} from '../services/manuscript/index.ts'
import type { ProjectService } from '../services/project/index.ts'
import { withNotices } from './noticeFields.ts'
import type { Handlers } from './router.ts'

export function documentsHandlers(options: {
  readonly manuscript: ManuscriptService
  readonly history: Pick<ChapterHistory, 'news'>
  readonly dailyWords: DailyWords
  readonly statistics: WritingStatistics
  readonly rearranging: Rearranging
  readonly plans: ChapterPlans
  readonly planTable: PlanTable
  readonly projects: Pick<ProjectService, 'rootOf' | 'profile'>
  /** Called after many chapters have come at once, so that indexing can start. */
  readonly onImported: (projectId: string) => void
  /** Stores what a project has besides its chapters. */
  readonly storeMaterial: (
    projectId: string,
    material: ImportedMaterial,
    author: string | undefined,
  ) => Promise<Pick<ChannelOutput<'documents:import'>, 'brings' | 'doubts'>>
  /** Called before chapters come behind those of a book; what it throws leaves the book as it is. */
  readonly beforeImport: (projectId: string) => Promise<unknown>
}): Handlers<
  typeof documentChannels &
    typeof importChannels &
    typeof dailyChannels &
    typeof planChannels &
    typeof volumeChannels
> {
  const { manuscript, history, dailyWords, rearranging, plans, planTable, projects } = options
  return {
    'documents:list': async ({ projectId }) => ({
      documents: await manuscript.outline(projectId),
      ...withNotices(await manuscript.notices(projectId)),
    }),
    'documents:read': async ({ projectId, documentId }) => {
      const { text, hash } = await manuscript.read(projectId, documentId)
      dailyWords.read(projectId, documentId, hash)
      return { text, hash }
    },
    'documents:save': async ({ projectId, documentId, text, baseHash, before: cause, day }) => {
      const { hash, replaced } = await manuscript.save(projectId, documentId, text, baseHash, cause)
      if (day !== undefined && replaced !== undefined) {
        const hashes = { before: baseHash, after: hash }
        const saved = { day, documentId, before: replaced, after: text, hashes, byAi: cause === 'ai' }
        await dailyWords.saved(projectId, saved)
      }
      return { hash, ...withNotices(history.news(projectId)) }
    },
    'words:today:get': async ({ projectId, day }) => dailyWords.today(projectId, day),
    'words:statistics:get': ({ projectId, day }) => options.statistics(projectId, day),
    'words:goal:update': ({ projectId, goal }) => dailyWords.setGoal(projectId, goal),
    'plan:get': ({ projectId, documentId }) => plans.get(projectId, documentId),
    'plan:set': ({ projectId, documentId, ...change }) => plans.set(projectId, documentId, change),
    'plan:export': async ({ projectId, columns, language }) => ({
      csv: await planTable(projectId, columns, language),
    }),
    'plan:insert': ({ projectId, ...chapters }) => rearranging.plan(projectId, chapters),
    'documents:create': async ({ projectId, ...input }) =>
      manuscript.create(projectId, { ...input, language: (await projects.profile(projectId)).language }),
    'documents:rename': ({ projectId, documentId, title }) =>
      rearranging.rename(projectId, documentId, title),
    'documents:move': ({ projectId, documentId, after }) => rearranging.move(projectId, documentId, after),
    'documents:split': ({ projectId, documentId, ...at }) => rearranging.split(projectId, documentId, at),
    'documents:merge': ({ projectId, documentId, nextId }) =>
      rearranging.merge(projectId, documentId, nextId),
    'documents:renumber': ({ projectId, documentId, first }) =>
      rearranging.renumber(projectId, documentId, first),
    'documents:tidy': ({ projectId }) => rearranging.tidyNames(projectId),
    'documents:undo': ({ projectId, documentId, stepId }) => rearranging.undo(projectId, documentId, stepId),
    'documents:delete': ({ projectId, documentId }) => rearranging.delete(projectId, documentId),
    'documents:restore': ({ projectId, trashId }) => rearranging.restore(projectId, trashId),
    'documents:trash': async ({ projectId }) => ({
      items: (await rearranging.trash(projectId)).map(
        ({ hash: _, handedOn: __, chapter: ___, behind: ____, next: _____, ...item }) => item,
      ),
    }),
    'volumes:create': ({ projectId, documentId, title }) =>
      rearranging.createVolume(projectId, documentId, title),
    'volumes:rename': ({ projectId, documentId, title }) =>
      rearranging.renameVolume(projectId, documentId, title),
    'volumes:delete': ({ projectId, documentId }) => rearranging.deleteVolume(projectId, documentId),
    'documents:import': async ({ projectId, upload, append, encoding, headings, join }, { signal }) => {
      const {
        paths,
        encoding: usedEncoding,
        doubts,
        families,
        ...content
      } = await manuscript.importInto(projects.rootOf(projectId), {
        bytes: Buffer.from(upload.base64, 'base64'),
        fileName: upload.fileName,
        append: append ?? false,
        beforeAdding: () => options.beforeImport(projectId),
        signal,
        ...(encoding !== undefined && { encoding }),
        ...(headings !== undefined && { headings }),
        ...(join !== undefined && { join }),
      })
      const stored = await options.storeMaterial(projectId, content.material, content.facts.author)
      options.onImported(projectId)
      const documents = await manuscript.imported(projectId, paths)
      return {
        ...{ encoding: usedEncoding, documents, families },
        brings: [...stored.brings],
        doubts: [...doubts, ...stored.doubts],
      }
    },
    'import:formats:list': async () => ({
      formats: importFormats.map(({ extensions, mediaTypes, isPlainText = false }) => ({
        ...{ extensions, mediaTypes, isPlainText },
      })),
    }),
    'import:preview': ({ upload, encoding, headings, join }) =>
      previewBook({
        bytes: Buffer.from(upload.base64, 'base64'),
        fileName: upload.fileName,
        ...(encoding !== undefined && { encoding }),
        ...(headings !== undefined && { headings }),
        ...(join !== undefined && { join }),
      }),
  }
}
