import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAppError, systemCode } from '../lib/appError.ts'
import { readFileBounded, writeFileAtomically } from '../lib/files.ts'
import type { Logger } from '../lib/logger.ts'
import { syncFolder } from '../lib/moveFile.ts'
import type { ManuscriptService } from '../services/manuscript/index.ts'

/** A store that has named chapters by the path of their file. */
export interface PathKeyedStore {
  /** Ids for what is stored by path; old files stay until the new ones are on disk. Twice is as once. */
  adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void>
}

export interface TakeoverOptions {
  readonly dataFolderOf: (projectId: string) => string
  readonly manuscript: Pick<ManuscriptService, 'arranging' | 'book' | 'changeBook' | 'newChapterId'>
  /** Point of view and pins of chapters in `project.json`, by path. */
  readonly profile: (projectId: string) => Promise<{
    readonly chapters: Readonly<
      Record<string, { readonly pov?: string | undefined; readonly pins: readonly string[] }>
    >
  }>
  readonly stores: readonly PathKeyedStore[]
  /** Removes files of synopses that have become files by id, at the opening after the takeover. */
  readonly removeAdopted: (projectId: string, ids: ReadonlyMap<string, string>) => Promise<void>
  readonly logger: Logger
}

const schema = z.object({
  version: z.literal(1),
  /** `started`: to be continued. `adopted`: done, old synopses are still there. `done`: nothing remains to be done. */
  state: z.enum(['started', 'adopted', 'done']),
  /** Path to id of every chapter as it was when the takeover started. */
  ids: z.record(z.string(), z.string()),
})
type Journal = z.infer<typeof schema>

const maxJournalBytes = 32 * 1_048_576

/**
 * Once for each project and data folder: what earlier versions stored by the path of a chapter gets its id. Under a
 * journal in the data folder, so that what a crash cuts short goes on with the same ids; a step that fails is logged
 * and tried again at the next opening. The author's files are not written, but for what `book.json` takes over.
 */
export function createTakeover(options: TakeoverOptions) {
  const { dataFolderOf, manuscript, stores, logger } = options
  const fileOf = (projectId: string) => join(dataFolderOf(projectId), 'chapterIds.json')

  async function read(projectId: string): Promise<Journal | undefined> {
    try {
      const bytes = await readFileBounded(fileOf(projectId), maxJournalBytes)
      return schema.parse(JSON.parse(bytes.toString('utf8')))
    } catch (error) {
      const isBroken = error instanceof SyntaxError || error instanceof z.ZodError
      // All steps can be done again: a broken journal is none.
      if (isBroken || isAppError(error, 'NOT_FOUND')) return undefined
      throw error
    }
  }

  async function write(projectId: string, journal: Journal): Promise<void> {
    const folder = dataFolderOf(projectId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomically(fileOf(projectId), `${JSON.stringify(journal)}\n`, { mode: 0o600 })
    await syncFolder(folder)
  }

  /** Point of view and pins go into the entries; those of unknown paths into entries of missing chapters. */
  async function adoptProfile(projectId: string): Promise<void> {
    const { chapters } = await options.profile(projectId)
    await manuscript.changeBook(projectId, (book) => {
      const named = new Set(book.chapters.flatMap(({ file, formerFiles = [] }) => [file, ...formerFiles]))
      const unknown = Object.keys(chapters).filter((path) => !named.has(path) && isChapterPath(path))
      const adopted = book.chapters.map((chapter) => {
        const { file, formerFiles = [], pov, pins } = chapter
        const path = [file, ...formerFiles].find(
          (each) => each !== undefined && Object.hasOwn(chapters, each),
        )
        const stated = path === undefined ? undefined : chapters[path]
        if (!stated || pov !== undefined || pins !== undefined) return chapter
        return {
          ...chapter,
          ...(stated.pov !== undefined && { pov: stated.pov }),
          ...(stated.pins.length > 0 && { pins: [...stated.pins] }),
        }
      })
      const isSame = adopted.every((chapter, at) => chapter === book.chapters[at])
      if (isSame && unknown.length === 0) return book
      const added = unknown.map((path) => {
        const { pov, pins = [] } = chapters[path] ?? {}
        return {
          ...{ id: manuscript.newChapterId(book, path), file: path, missing: true as const },
          ...(pov !== undefined && { pov }),
          ...(pins.length > 0 && { pins: [...pins] }),
        }
      })
      return { ...book, chapters: [...adopted, ...added] }
    })
  }

  async function adopt(projectId: string, journal: Journal | undefined): Promise<void> {
    const ids = new Map(Object.entries(journal?.ids ?? {}))
    for (const { id, file } of (await manuscript.book(projectId)).chapters)
      if (file !== undefined && !ids.has(file)) ids.set(file, id)
    const started = { version: 1 as const, state: 'started' as const, ids: Object.fromEntries(ids) }
    await write(projectId, started)
    await adoptProfile(projectId)
    for (const store of stores) await store.adoptIds(projectId, ids)
    await write(projectId, { ...started, state: 'adopted' })
  }

  /** Never throws what a disk or a broken file throws: the project opens all the same. */
  return async (projectId: string): Promise<void> => {
    try {
      const journal = await read(projectId)
      if (journal?.state === 'done') return
      await manuscript.arranging(projectId, async () => {
        if (journal?.state !== 'adopted') return adopt(projectId, journal)
        await options.removeAdopted(projectId, new Map(Object.entries(journal.ids)))
        await write(projectId, { ...journal, state: 'done' })
      })
    } catch (error) {
      if (!isAppError(error) && systemCode(error) === undefined) throw error
      const code = isAppError(error) ? error.code : systemCode(error)
      logger.warn({ projectId, code }, 'what was stored by path is not stored by id yet')
    }
  }
}

/** Front matter is its path for ever. */
const isChapterPath = (path: string) =>
  /^manuscript\/.+\.md$/i.test(path) && !/^manuscript\/(?:0+[-.]|卷首)/.test(path)
