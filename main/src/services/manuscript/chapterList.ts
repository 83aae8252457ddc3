import { AsyncLocalStorage } from 'node:async_hooks'
import type { DocumentSummary } from '#contract/documents.ts'
import type { Notice } from '#contract/warnings.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import type { Book, BookChapter } from './book/bookFile.ts'
import type { BookStore, OpenBook } from './book/bookStore.ts'
import { findChapter } from './book/identity.ts'
import { outlineOf } from './book/outline.ts'
import { manuscriptFolder, requireRoot, type Scan, scanManuscript } from './scan.ts'

/** A chapter, or front matter, as a request names it. */
export interface Located {
  /** The chapter's id; of what the book does not list the path that was given. */
  readonly documentId: string
  /** Project-relative; null for a planned chapter. Of a missing one where it was. */
  readonly path: string | null
  /** Its entry in the book; undefined for front matter and for what the book does not list. */
  readonly chapter: BookChapter | undefined
}

export interface ChapterListOptions {
  readonly rootOf: (projectId: string) => string
  readonly files: FileCache
  readonly withFolderLock: WithFolderLock
  readonly books: BookStore
  /** Runs before the first list of a folder since the app started. */
  readonly tidy: (rootPath: string) => Promise<void>
  /** Finishes the steps of an earlier run, before the book is brought together with files that it left half moved. */
  readonly finishSteps: (projectId: string) => Promise<void>
  readonly logger: Logger
}

/** Two programs that rename files without pause: after so many rounds the book is in force as it is. */
const maxRounds = 5

/** The files of a folder and the book that lists them, always brought together. */
export function createChapterList(options: ChapterListOptions) {
  const { rootOf, files, withFolderLock, books, logger } = options
  const scans = new Map<string, Scan>()
  const queue = createFileQueue()
  /** Which state of the folder a scan was made of: a file that comes or goes makes it another. */
  const folders = new WeakMap<Scan, FileState>()
  /** The folders whose lock the running task has, and whether it is about to finish earlier steps. */
  const locked = new AsyncLocalStorage<{ readonly rootPath: string; isFinishing: boolean }>()
  /** The folder that the running task imports into: it is tidy, and what it reads must not wait for the import. */
  const importing = new AsyncLocalStorage<string>()
  const outlines = new WeakMap<OpenBook, readonly DocumentSummary[]>()
  /** The last outline of each project: what did not change in it is the same object in the next. */
  const latest = new Map<string, readonly DocumentSummary[]>()
  const written = new WeakMap<readonly DocumentSummary[], readonly DocumentSummary[]>()

  async function scan(rootPath: string): Promise<Scan> {
    // Read first: a file that comes while the names are read must make the next scan a new one.
    const folder = files.state(rootPath, manuscriptFolder)
    requireRoot(rootPath, files)
    const scanned = await scanManuscript(rootPath, scans.get(rootPath), { files, logger })
    scans.set(rootPath, scanned)
    folders.set(scanned, folder)
    return scanned
  }

  /** One scan of every file for all requests that are there. */
  const sharedScan = (rootPath: string) =>
    files.getOrScan(rootPath, [manuscriptFolder], 'manuscript', () =>
      queue.run(`${rootPath}\0scan`, () => scan(rootPath)),
    )

  /** The last scan while no file came, went or was replaced; one `lstat` of the folder. */
  async function currentScan(rootPath: string): Promise<Scan> {
    const cached = scans.get(rootPath)
    const isCurrent = cached && folders.get(cached) === files.state(rootPath, manuscriptFolder)
    return isCurrent ? cached : sharedScan(rootPath)
  }

  /** What was scanned before may be old: another process can have added a chapter. */
  function inTurn<T>(rootPath: string, task: () => Promise<T>): Promise<T> {
    return withFolderLock(rootPath, `${manuscriptFolder}/chapter.md`, () => {
      files.wrote(rootPath, manuscriptFolder)
      return locked.run({ rootPath, isFinishing: false }, task)
    })
  }

  async function opened(
    projectId: string,
    read: (rootPath: string) => Promise<Scan>,
  ): Promise<{ readonly scan: Scan; readonly open: OpenBook }> {
    const rootPath = rootOf(projectId)
    if (!scans.has(rootPath) && importing.getStore() !== rootPath) await tidied(rootPath)
    for (let round = 1; ; round++) {
      const present = await read(rootPath)
      const open = await books.current(projectId, present.files)
      if (open) return { scan: present, open }
      if (round > maxRounds) return { scan: present, open: await books.write(projectId, present.files) }
      if (isLocked(rootPath)) await bringTogether(projectId, rootPath)
      else await inTurn(rootPath, () => bringTogether(projectId, rootPath))
    }
  }

  const isLocked = (rootPath: string) => locked.getStore()?.rootPath === rootPath

  /** Not in the turn of imports where the lock is: one that is under way waits for it, and has moved nothing without it. */
  const tidied = (rootPath: string): Promise<void> =>
    isLocked(rootPath)
      ? options.tidy(rootPath)
      : queue.run(`${rootPath}\0import`, () => options.tidy(rootPath))

  /** Under the lock. Finishing a step reads the list itself, and gets it as it is. */
  async function bringTogether(projectId: string, rootPath: string): Promise<void> {
    const own = locked.getStore()
    if (own && !own.isFinishing) {
      own.isFinishing = true
      try {
        await options.finishSteps(projectId)
      } finally {
        own.isFinishing = false
      }
    }
    const { files: present } = await scan(rootPath)
    if (!(await books.current(projectId, present))) await books.write(projectId, present)
  }

  async function outline(projectId: string, read = sharedScan): Promise<readonly DocumentSummary[]> {
    const { scan: present, open } = await opened(projectId, read)
    const before = outlines.get(open)
    if (before) return before
    const summaries = outlineOf(present.files, open.book, open.paths, latest.get(projectId))
    outlines.set(open, summaries)
    latest.set(projectId, summaries)
    return summaries
  }

  async function locate(projectId: string, idOrPath: string): Promise<Located> {
    const { open } = await opened(projectId, currentScan)
    const chapter = findChapter(open.book, idOrPath)
    if (!chapter) return { documentId: idOrPath, path: idOrPath, chapter }
    return { documentId: chapter.id, path: open.paths.get(chapter.id) ?? chapter.file ?? null, chapter }
  }

  return {
    /** Front matter, then every chapter of the book, planned and missing ones included. */
    outline,
    /** The same, where no file came or went since the last time without an `lstat` of each. */
    currentOutline: (projectId: string) => outline(projectId, currentScan),
    /** Those with a file. The same list for the same outline. */
    async list(projectId: string): Promise<readonly DocumentSummary[]> {
      const all = await outline(projectId)
      const present = written.get(all) ?? all.filter(({ planned, missing }) => !planned && !missing)
      written.set(all, present)
      return present
    },
    /** By a chapter's id, its path or an earlier path of it. */
    locate,
    async book(projectId: string): Promise<Book> {
      return (await opened(projectId, sharedScan)).open.book
    },
    async notices(projectId: string): Promise<readonly Notice[]> {
      return (await opened(projectId, currentScan)).open.notices
    },
    scan,
    /** What the last scan left out. */
    leftOut: async (rootPath: string) => (await sharedScan(rootPath)).leftOut,
    /** Imports of one folder, one after the other. */
    inImport: <T>(rootPath: string, task: () => Promise<T>) =>
      queue.run(`${rootPath}\0import`, () => importing.run(rootPath, task)),
    inTurn,
    /** The next list tidies the folder first. */
    forget: (rootPath: string) => void scans.delete(rootPath),
    dispose: () => scans.clear(),
  }
}
