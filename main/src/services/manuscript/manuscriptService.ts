import type { DocumentSummary } from '#contract/documents.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, writeContained } from '../../lib/containedPath.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { Disposable } from '../../lib/disposables.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { orphanedNames } from '../../lib/orphanedFiles.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { type Arrangement, arrangementOf, nameOf } from './arrangement.ts'
import type { ChapterHistory } from './history/chapterHistory.ts'
import type { VersionCause } from './history/version.ts'
import { type ImportResult, type ImportSource, importNovel } from './import/importNovel.ts'
import { createImportWriter } from './import/write.ts'
import { checkedTitle, foldedName, newChapterName } from './newChapter.ts'
import {
  chapterNames,
  entryOf,
  type LeftOut,
  manuscriptFolder,
  maxDocumentBytes,
  requireRoot,
  type Scan,
  scanManuscript,
} from './scan.ts'

interface StoredDocument {
  /** Without byte order mark, line endings as stored. */
  readonly text: string
  /** sha256hex of the file's bytes. */
  readonly hash: string
  readonly title: string
  readonly kind: 'front' | 'chapter'
  readonly chapterNumber: number
}

interface SavedDocument {
  readonly projectId: string
  readonly documentId: string
  readonly text: string
  readonly hash: string
}

export interface ManuscriptService extends Disposable {
  /** Documents in reading order. Files that did not change are not read again. */
  list(projectId: string): Promise<readonly DocumentSummary[]>
  /** Files among the chapters that are none: copies left by sync programs and editors, and what cannot be read. */
  leftOut(projectId: string): Promise<readonly LeftOut[]>
  /** @throws AppError NOT_FOUND, DOCUMENT_ENCODING, FILE_TOO_LARGE, PATH_OUTSIDE_PROJECT, PATH_INVALID. */
  read(projectId: string, documentId: string): Promise<StoredDocument>
  /**
   * Replaces a document when its bytes still have `baseHash`, keeping its byte order mark, and a version of it first.
   * `replaced` is the text that was there, when it changed.
   * @throws AppError CONFLICT {currentHash}, INVALID_ARGUMENT {offsetUtf16} (half a surrogate pair), as read.
   */
  save(
    projectId: string,
    documentId: string,
    text: string,
    baseHash: string,
    cause?: VersionCause,
  ): Promise<{ hash: string; replaced?: string }>
  /** A new chapter whose first line is `# title`, behind `after` or at the end. */
  create(
    projectId: string,
    chapter: { readonly title: string; readonly after?: string | undefined },
  ): Promise<{ documentId: string }>
  /**
   * A new chapter file with exactly this id and text. @throws AppError CONFLICT (something has the name, or wants it
   * back from the trash), PATH_INVALID, INVALID_ARGUMENT, PATH_OUTSIDE_PROJECT.
   */
  add(projectId: string, documentId: string, text: string): Promise<{ hash: string }>
  /** Runs while nobody else, in any process, writes, adds, renames or removes chapters of the project. */
  arranging<T>(projectId: string, task: () => Promise<T>): Promise<T>
  /** To be said by who has changed files inside `arranging`. */
  invalidate(projectId: string): void
  /** To be said by who has written a chapter inside `arranging`: history, index and windows follow. */
  announce(saved: SavedDocument): void
  /** The chapters as files. */
  arrangement(projectId: string): Promise<Arrangement>
  /** Splits a novel into chapter files under `rootPath`; see `importNovel` for the errors. */
  importInto(rootPath: string, source: ImportSource): Promise<ImportResult>
  /** Calls back after each document the app has written, so that an index can follow. */
  onSaved(listener: (saved: SavedDocument) => void): Disposable
}

export interface ManuscriptOptions {
  /** Where journals of imports lie: nothing in a project folder says what is moved or removed. */
  readonly dataFolder: string
  readonly projects: { rootOf(projectId: string): string }
  /** The ids that deleted chapters want back; none without it. */
  readonly discarded?: (projectId: string) => Promise<readonly string[]>
  readonly logger: Logger
  readonly files?: FileCache
  readonly withFolderLock: WithFolderLock
  /** Where chapters go before they are written over; nowhere without it. */
  readonly history?: Pick<ChapterHistory, 'beforeWrite' | 'wrote'>
}

/** Reads and writes the user's chapters: plain Markdown files in `<project>/manuscript`. */
export function createManuscriptService(options: ManuscriptOptions): ManuscriptService {
  const { projects, logger, withFolderLock, history, files = createFileCache() } = options
  const { discarded = async () => [] } = options
  const imports = createImportWriter(options.dataFolder, logger)
  const scans = new Map<string, Scan>()
  const queue = createFileQueue()
  const listeners = new Set<(saved: SavedDocument) => void>()

  const importKey = (rootPath: string) => `${rootPath}\0import`

  /** What was seen before the lock was had may be old: another process can have added a chapter. */
  const inTurn = <T>(rootPath: string, task: () => Promise<T>) =>
    withFolderLock(rootPath, `${manuscriptFolder}/chapter.md`, () => {
      files.wrote(rootPath, manuscriptFolder)
      return task()
    })

  /** Which state of the folder a list was made of: a file that comes or goes makes it another. */
  const folders = new WeakMap<Scan, FileState>()

  async function scan(rootPath: string): Promise<Scan> {
    // Taken first: a file that comes while the names are read must make the next look a new one.
    const folder = files.state(rootPath, manuscriptFolder)
    requireRoot(rootPath, files)
    const scanned = await scanManuscript(rootPath, scans.get(rootPath), { files, logger })
    scans.set(rootPath, scanned)
    folders.set(scanned, folder)
    return scanned
  }

  /** The last list while no file came, went or was replaced; one look at the folder. */
  async function currentScan(rootPath: string): Promise<Scan> {
    const cached = scans.get(rootPath)
    const isCurrent = cached && folders.get(cached) === files.state(rootPath, manuscriptFolder)
    return isCurrent ? cached : shared(rootPath)
  }

  async function list(projectId: string): Promise<readonly DocumentSummary[]> {
    const rootPath = projects.rootOf(projectId)
    if (!scans.has(rootPath)) await queue.run(importKey(rootPath), () => tidy(rootPath))
    return (await shared(rootPath)).summaries
  }

  /** One look at every file for all requests that are there. */
  const shared = (rootPath: string) =>
    files.getOrScan(rootPath, [manuscriptFolder], 'manuscript', () =>
      queue.run(`${rootPath}\0scan`, () => scan(rootPath)),
    )

  async function tidy(rootPath: string): Promise<void> {
    try {
      await imports.takeBackAbandoned(rootPath)
    } catch (error) {
      // A folder that cannot be tidied, for example a read-only one, can still be read.
      logger.warn({ cause: String(error) }, 'unfinished import not taken back')
    }
  }

  async function read(projectId: string, documentId: string): Promise<StoredDocument> {
    checkDocumentId(documentId)
    const rootPath = projects.rootOf(projectId)
    const read = files.of(rootPath, documentId, 'document', () => readNow(rootPath, documentId), unitsOf)
    const [document, { summaries }] = await Promise.all([read, currentScan(rootPath)])
    const chapterNumber = summaries.find((summary) => summary.documentId === documentId)?.chapterNumber ?? 0
    return { ...document, chapterNumber }
  }

  async function readNow(
    rootPath: string,
    documentId: string,
  ): Promise<Omit<StoredDocument, 'chapterNumber'>> {
    const bytes = await readContained(rootPath, documentId, maxDocumentBytes).catch(refuseMissing)
    const { hash, description } = entryOf(documentId, bytes)
    return { text: decode(bytes).text, hash, title: description.title, kind: description.kind }
  }

  async function save(
    projectId: string,
    documentId: string,
    text: string,
    baseHash: string,
    cause: VersionCause = 'typing',
  ) {
    checkDocumentId(documentId)
    const offsetUtf16 = loneSurrogateAt(text)
    if (offsetUtf16 >= 0)
      throw new AppError('INVALID_ARGUMENT', '正文里有坏掉的字符，无法原样保存。', { data: { offsetUtf16 } })
    const rootPath = projects.rootOf(projectId)
    const saved = await withFolderLock(rootPath, documentId, async () => {
      const current = await readContained(rootPath, documentId, maxDocumentBytes)
      refuseOther(current, baseHash)
      const { text: replaced, bom } = decode(current)
      const bytes = encodeUtf8(text, bom)
      if (bytes.length > maxDocumentBytes)
        throw new AppError('FILE_TOO_LARGE', '这一章超过 64 MB，请拆成几章。')
      if (bytes.equals(current)) return { hash: baseHash }
      await history?.beforeWrite({ projectId, documentId, bytes: current, cause })
      const beforeRename = async () =>
        refuseOther(await readContained(rootPath, documentId, maxDocumentBytes), baseHash)
      await writeContained(rootPath, documentId, bytes, { beforeRename })
      files.wrote(rootPath, documentId)
      return { hash: sha256Hex(bytes), replaced }
    })
    const { hash } = saved
    if (hash !== baseHash) announce({ projectId, documentId, text, hash })
    return saved
  }

  async function create(
    projectId: string,
    chapter: { readonly title: string; readonly after?: string | undefined },
  ) {
    const title = checkedTitle(chapter.title)
    const rootPath = projects.rootOf(projectId)
    if (chapter.after !== undefined) await resolveContained(rootPath, chapter.after)
    const created = await inTurn(rootPath, async () => {
      const { summaries, entries } = await scan(rootPath)
      const index = chapter.after
        ? summaries.findIndex(({ documentId }) => documentId === chapter.after)
        : summaries.length - 1
      if (chapter.after && index < 0) throw new AppError('NOT_FOUND', '前一章不在了，没有新建。')
      const keyAt = (at: number) => entries.get(summaries[at]?.documentId ?? '')?.key
      const present = await chapterNames(rootPath)
      const names = [...present.names, ...present.orphaned, ...(await discarded(projectId)).map(nameOf)]
      const usedNames = new Set(names.map(foldedName))
      const name = newChapterName(title, keyAt(index), keyAt(index + 1), usedNames)
      const text = `# ${title}\n\n`
      const documentId = `${manuscriptFolder}/${name}`
      await writeContained(rootPath, documentId, text)
      files.wrote(rootPath, documentId)
      return { documentId, text }
    })
    announce({ projectId, ...created, hash: sha256Hex(created.text) })
    return { documentId: created.documentId }
  }

  async function add(projectId: string, documentId: string, text: string) {
    checkDocumentId(documentId)
    const name = nameOf(documentId)
    if (name.includes('/') || orphanedNames([name]).size > 0)
      throw new AppError('PATH_INVALID', '这个文件名不能用作章节，请换一个。')
    if (loneSurrogateAt(text) >= 0)
      throw new AppError('INVALID_ARGUMENT', '正文里有坏掉的字符，无法原样保存。')
    const rootPath = projects.rootOf(projectId)
    const bytes = encodeUtf8(text, false)
    await inTurn(rootPath, async () => {
      const { usedNames } = await arrangementOf(rootPath, await scan(rootPath), await discarded(projectId))
      if (usedNames.has(foldedName(name)))
        throw new AppError('CONFLICT', '已经有一章叫这个文件名，没有写入。')
      await writeContained(rootPath, documentId, bytes)
      files.wrote(rootPath, documentId)
    })
    const hash = sha256Hex(bytes)
    announce({ projectId, documentId, text, hash })
    return { hash }
  }

  function announce(saved: SavedDocument): void {
    history?.wrote(saved.projectId, saved.documentId, saved.hash)
    for (const listener of listeners) {
      try {
        listener(saved)
      } catch (error) {
        // The file is on disk: a listener that fails must not turn the save into an error.
        logger.error(
          { document: saved.documentId, cause: String(error) },
          'listener of saved documents failed',
        )
      }
    }
  }

  return {
    list,
    read,
    save,
    create,
    add,
    arranging: (projectId, task) => {
      const rootPath = projects.rootOf(projectId)
      // The step's followers have written below `.creonow` too.
      return inTurn(rootPath, task).finally(() => files.wrote(rootPath, ''))
    },
    invalidate: (projectId) => files.wrote(projects.rootOf(projectId), ''),
    announce,
    async arrangement(projectId) {
      const rootPath = projects.rootOf(projectId)
      return arrangementOf(rootPath, await scan(rootPath), await discarded(projectId))
    },
    importInto: (rootPath, source) =>
      queue
        .run(importKey(rootPath), () => {
          const runInTurn = <T>(task: () => Promise<T>) => inTurn(rootPath, task)
          return importNovel(rootPath, source, { scan, writer: imports, inTurn: runInTurn })
        })
        .catch((error: unknown) => {
          // The next list begins with taking it back.
          if (isAppError(error, 'IMPORT_NOT_UNDONE')) scans.delete(rootPath)
          throw error
        })
        .finally(() => files.wrote(rootPath, manuscriptFolder)),
    async leftOut(projectId) {
      const rootPath = projects.rootOf(projectId)
      const strays = (await imports.strays(rootPath)).map((path) => ({ path, problem: 'leftover' as const }))
      return [...strays, ...(await shared(rootPath)).leftOut]
    },
    onSaved(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    dispose() {
      listeners.clear()
      scans.clear()
    },
  }
}

const unitsOf = ({ text }: { readonly text: string }) => text.length

function checkDocumentId(documentId: string): void {
  if (
    !/^manuscript\/[^/].*\.md$/is.test(documentId) &&
    !/(?:^|[\\/])\.\.|^[\\/]|^[a-z]:|\0/i.test(documentId)
  )
    throw new AppError('PATH_INVALID', '这不是一个章节文件。')
}

function decode(bytes: Uint8Array): { readonly text: string; readonly bom: boolean } {
  const decoded = decodeUtf8(bytes)
  if (!decoded)
    throw new AppError('DOCUMENT_ENCODING', '这个文件不是 UTF-8 编码，请转成 UTF-8 后再打开；文件没有改动。')
  return decoded
}

function refuseMissing(cause: unknown): never {
  if (!isAppError(cause, 'NOT_FOUND')) throw cause
  throw new AppError('NOT_FOUND', '没有这一章，它可能已被改名、移走或删除。', {
    data: { why: 'chapter' },
    cause,
  })
}

function refuseOther(current: Uint8Array, baseHash: string): void {
  const currentHash = sha256Hex(current)
  if (currentHash === baseHash) return
  throw new AppError('CONFLICT', '这一章在别处被改过，没有覆盖。', { data: { currentHash } })
}
