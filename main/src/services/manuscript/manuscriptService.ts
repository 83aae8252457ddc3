import type { DocumentSummary } from '#contract/documents.ts'
import type { Notice } from '#contract/warnings.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, writeContained } from '../../lib/containedPath.ts'
import type { Disposable } from '../../lib/disposables.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { foldedName, isPortable } from '../../lib/fileName.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { createNameCheck } from '../../lib/orphanedFiles.ts'
import { perObject } from '../../lib/perObject.ts'
import { randomId } from '../../lib/randomId.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import type { VersionedFiles } from '../../lib/versionedFile/index.ts'
import type { Book } from './book/bookFile.ts'
import { createBookStore, type FileRows } from './book/bookStore.ts'
import { type CreateId, placed, unusedId, withChapter, withFile } from './book/entries.ts'
import { plannedText } from './book/outline.ts'
import { createChapterList, type Located } from './chapterList.ts'
import type { ChapterHistory } from './history/chapterHistory.ts'
import type { VersionCause } from './history/version.ts'
import { type Imported, type ImportSource, importNovel } from './import/importNovel.ts'
import { createImportWriter } from './import/write.ts'
import { checkedTitle, newChapterName, usedNamesIn } from './newChapter.ts'
import { nextTitle } from './nextTitle.ts'
import { compareKeys, orderKey } from './order.ts'
import { entryOf, type LeftOut, manuscriptFolder, maxDocumentBytes, nameOf } from './scan.ts'

interface StoredDocument {
  /** The chapter's id; of front matter its path. */
  readonly documentId: string
  /** Project-relative; null for a planned chapter. */
  readonly path: string | null
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
  /** Project-relative. */
  readonly path: string
  readonly text: string
  /** sha256hex of the file's bytes. */
  readonly hash: string
}

type ImportedDocument = Pick<
  DocumentSummary,
  'documentId' | 'path' | 'kind' | 'title' | 'chapterNumber' | 'characters'
>

/** Every `documentId` that goes in may be a chapter's id, its path, or an earlier path of it; what comes out is the id. */
export interface ManuscriptService extends Disposable {
  /** Front matter, then every chapter of the book in its order, planned and missing ones included. */
  outline(projectId: string): Promise<readonly DocumentSummary[]>
  /** Those of the outline that have a text. Files that did not change are not read again. */
  list(projectId: string): Promise<readonly DocumentSummary[]>
  /** What a chapter's id, path or earlier path names. */
  locate(projectId: string, documentId: string): Promise<Located>
  /** What is wrong with `book.json`. */
  notices(projectId: string): Promise<readonly Notice[]>
  /** Files among the chapters that are none: copies left by sync programs and editors, and what cannot be read. */
  leftOut(projectId: string): Promise<readonly LeftOut[]>
  /**
   * A planned chapter is its title as a heading. @throws AppError NOT_FOUND, DOCUMENT_ENCODING, FILE_TOO_LARGE,
   * PATH_OUTSIDE_PROJECT, PATH_INVALID.
   */
  read(projectId: string, documentId: string): Promise<StoredDocument>
  /**
   * Replaces a document when its bytes still have `baseHash`; its byte order mark stays, and a version of it is
   * stored first. `replaced` is the text that was there, when it changed. The first save of a planned chapter makes
   * its file. @throws AppError CONFLICT {currentHash}, INVALID_ARGUMENT {offsetUtf16} (half a surrogate pair), as
   * read.
   */
  save(
    projectId: string,
    documentId: string,
    text: string,
    baseHash: string,
    cause?: VersionCause,
  ): Promise<{ hash: string; replaced?: string }>
  /**
   * A new chapter whose first line is `# title` or the number that comes next, behind `after` or at the end. `planned`: without a file, which its
   * first text makes. @throws AppError NOT_FOUND (`after`), INVALID_ARGUMENT, READ_ONLY, IO_ERROR.
   */
  create(projectId: string, chapter: NewChapter): Promise<{ documentId: string; path: string | null }>
  /**
   * A new chapter file with exactly this path and text. @throws AppError CONFLICT (something has the name, or wants it
   * back from the trash), PATH_INVALID, INVALID_ARGUMENT, PATH_OUTSIDE_PROJECT.
   */
  add(projectId: string, path: string, text: string): Promise<{ hash: string }>
  /** Runs while nobody else, in any process, writes, adds, moves or removes chapters of the project. */
  arranging<T>(projectId: string, task: () => Promise<T>): Promise<T>
  /** Another book, inside `arranging`. @throws AppError as `VersionedFile.update`; nothing has changed then. */
  changeBook(projectId: string, edit: (book: Book) => Book): Promise<void>
  /** The book as it is, brought together with its files. */
  book(projectId: string): Promise<Book>
  /** Chapters that were deleted: a file that appears with their bytes is another chapter. */
  forgetFiles(projectId: string, ids: readonly string[]): void
  /** Folded names (`foldedName`) that no chapter may take: what lies in the folder, and what is in the trash. */
  usedNames(projectId: string): Promise<ReadonlySet<string>>
  /** An id that no chapter of the book has; `seed` as for `CreateId`. */
  newChapterId(book: Book, seed: string): string
  /** Files have changed inside `arranging`. */
  invalidate(projectId: string): void
  /** A chapter was written inside `arranging`: history, index and windows follow. */
  announce(saved: SavedDocument): void
  /** Splits a novel into chapter files under `rootPath`; see `importNovel` for the errors. */
  importInto(rootPath: string, source: ImportSource): Promise<Imported>
  /** The chapters of these files, for an answer to an import. */
  imported(projectId: string, paths: readonly string[]): Promise<readonly ImportedDocument[]>
  /** Calls back after each document the app has written, so that an index can follow. */
  onSaved(listener: (saved: SavedDocument) => void): Disposable
}

interface NewChapter {
  /** Absent: the number that comes next, as the book writes it. */
  readonly title?: string | undefined
  /** Of the book, for a chapter without title; absent: Chinese. */
  readonly language?: 'zh' | 'en' | undefined
  readonly after?: string | undefined
  readonly planned?: boolean | undefined
}

export interface ManuscriptOptions {
  /** The folder for journals of imports: no file of a project decides what is moved or removed. */
  readonly dataFolder: string
  readonly projects: { rootOf(projectId: string): string }
  /** The paths that deleted chapters want back; none without it. */
  readonly discarded?: (projectId: string) => Promise<readonly string[]>
  /** Finishes steps that a crash has cut short, inside the chapters' lock; nothing without it. */
  readonly finishSteps?: (projectId: string) => Promise<void>
  readonly logger: Logger
  readonly files?: FileCache
  readonly versioned: VersionedFiles
  /** Where the index has the chapters' files; nowhere without it. */
  readonly rows?: FileRows
  /** Random ids without it. */
  readonly createId?: CreateId | undefined
  /** Where chapters go before they are written over; nowhere without it. */
  readonly history?: Pick<ChapterHistory, 'beforeWrite' | 'wrote'>
}

const noRows: FileRows = { all: () => [], change: () => undefined }

/** Reads and writes the user's chapters: plain Markdown files in `<project>/manuscript`, listed in `book.json`. */
export function createManuscriptService(options: ManuscriptOptions): ManuscriptService {
  const { projects, logger, versioned, history, files = createFileCache(), createId = randomId } = options
  const { discarded = async () => [], finishSteps = async () => undefined, rows = noRows } = options
  const { rootOf } = projects
  const { withFolderLock } = versioned
  const imports = createImportWriter(options.dataFolder, logger)
  const books = createBookStore({ rootOf, files, versioned, rows, createId, logger })
  const chapters = createChapterList({ rootOf, files, withFolderLock, books, tidy, finishSteps, logger })
  const listeners = new Set<(saved: SavedDocument) => void>()

  async function tidy(rootPath: string): Promise<void> {
    try {
      await imports.takeBackAbandoned(rootPath)
    } catch (error) {
      // A folder that cannot be tidied, for example a read-only one, can still be read.
      logger.warn({ cause: String(error) }, 'unfinished import not taken back')
    }
  }

  async function read(projectId: string, idOrPath: string): Promise<StoredDocument> {
    const rootPath = rootOf(projectId)
    const { documentId, path, chapter } = await locatedFile(projectId, idOrPath)
    const outline = await chapters.currentOutline(projectId)
    const chapterNumber = numbersOf(outline).get(documentId) ?? 0
    if (path === null) {
      const title = chapter?.title ?? ''
      const text = plannedText(title)
      const hash = sha256Hex(text)
      return { documentId, path, text, hash, title, kind: 'chapter', chapterNumber }
    }
    const document = await files.of(rootPath, path, 'document', () => readNow(rootPath, path), unitsOf)
    return { documentId, path, ...document, chapterNumber }
  }

  /** @throws AppError PATH_INVALID when it can be no chapter. */
  async function locatedFile(projectId: string, idOrPath: string): Promise<Located> {
    const located = await chapters.locate(projectId, idOrPath)
    if (located.chapter) return located
    if (/^c_[A-Za-z0-9_-]+$/.test(idOrPath)) throw notThere()
    checkDocumentPath(idOrPath)
    await resolveContained(rootOf(projectId), idOrPath)
    return located
  }

  async function readNow(rootPath: string, path: string) {
    const bytes = await readContained(rootPath, path, maxDocumentBytes).catch(refuseMissing)
    const { hash, description } = entryOf(path, bytes)
    return { text: decode(bytes, path).text, hash, title: description.title, kind: description.kind }
  }

  async function save(
    projectId: string,
    idOrPath: string,
    text: string,
    baseHash: string,
    cause: VersionCause = 'typing',
  ) {
    const offsetUtf16 = loneSurrogateAt(text)
    if (offsetUtf16 >= 0) throw new AppError('INVALID_ARGUMENT', { why: 'text', offsetUtf16 })
    const rootPath = rootOf(projectId)
    const { documentId, path } = await locatedFile(projectId, idOrPath)
    if (path === null) return savePlanned(projectId, documentId, text, baseHash)
    const saved = await withFolderLock(rootPath, path, async () => {
      const current = await readContained(rootPath, path, maxDocumentBytes)
      refuseOther(current, baseHash)
      const { text: replaced, bom } = decode(current, path)
      const bytes = encodeUtf8(text, bom)
      refuseTooLarge(bytes)
      if (bytes.equals(current)) return { hash: baseHash }
      await history?.beforeWrite({ projectId, documentId, path, bytes: current, cause })
      const beforeRename = async () =>
        refuseOther(await readContained(rootPath, path, maxDocumentBytes), baseHash)
      await writeContained(rootPath, path, bytes, { beforeRename })
      files.wrote(rootPath, path)
      return { hash: sha256Hex(bytes), replaced }
    })
    const { hash } = saved
    if (hash !== baseHash) announce({ projectId, documentId, path, text, hash })
    return saved
  }

  /** The first text of a planned chapter: its file, then its entry, which names it. */
  async function savePlanned(projectId: string, documentId: string, text: string, baseHash: string) {
    const rootPath = rootOf(projectId)
    const bytes = encodeUtf8(text, false)
    refuseTooLarge(bytes)
    const saved = await chapters.inTurn(rootPath, async () => {
      const { path: present, chapter } = await chapters.locate(projectId, documentId)
      if (present !== null || !chapter) {
        const current = present === null ? '' : await readContained(rootPath, present, maxDocumentBytes)
        throw changedElsewhere(sha256Hex(current))
      }
      const title = chapter.title ?? ''
      const replaced = plannedText(title)
      refuseOther(Buffer.from(replaced), baseHash)
      if (text === replaced) return { hash: baseHash }
      const path = `${manuscriptFolder}/${await freeName(projectId, title, documentId)}`
      await writeContained(rootPath, path, bytes)
      files.wrote(rootPath, path)
      await books.change(projectId, (book) => withChapter(book, documentId, (each) => withFile(each, path)))
      return { hash: sha256Hex(bytes), replaced, path }
    })
    const { hash, replaced, path } = saved
    if (path === undefined || replaced === undefined) return { hash }
    announce({ projectId, documentId, path, text, hash })
    return { hash, replaced }
  }

  /** A name for a chapter with this title behind the file that comes before `documentId`, or behind `documentId`. */
  async function freeName(projectId: string, title: string, before: string, isBehind = false) {
    const order = await chapters.outline(projectId)
    const at = order.findIndex((each) => each.documentId === before)
    const keysOf = (documents: readonly DocumentSummary[]) =>
      documents.flatMap(({ path }) => (path === null ? [] : orderKey(nameOf(path), '')))
    const previous = keysOf(order.slice(0, isBehind ? at + 1 : at)).at(-1)
    const [next] = keysOf(order.slice(at + 1))
    // Where the author's order is not that of the names, the name counts on.
    const isInOrder = !previous || !next || compareKeys(previous, next) < 0
    return newChapterName(title, previous, isInOrder ? next : undefined, await usedNames(projectId))
  }

  const newChapterId = (book: Book, seed: string) =>
    unusedId(createId, seed, (id) => book.chapters.some((each) => each.id === id))

  const usedNames = async (projectId: string) => usedNamesIn(rootOf(projectId), await discarded(projectId))

  async function create(projectId: string, chapter: NewChapter) {
    const { title: given, after, planned = false, language = 'zh' } = chapter
    const givenTitle = given === undefined ? undefined : checkedTitle(given)
    const rootPath = rootOf(projectId)
    if (after !== undefined) await locatedFile(projectId, after)
    const created = await chapters.inTurn(rootPath, async () => {
      const order = await chapters.outline(projectId)
      const id = after && (await chapters.locate(projectId, after)).documentId
      const previous = after === undefined ? order.at(-1) : order.find((each) => each.documentId === id)
      if (after !== undefined && !previous) throw new AppError('NOT_FOUND', { why: 'previous' })
      const behind = previous?.kind === 'chapter' ? previous.documentId : null
      const at = previous === undefined ? 0 : order.indexOf(previous) + 1
      const titlesOf = (documents: readonly DocumentSummary[]) =>
        documents.filter(({ kind }) => kind === 'chapter').map(({ title }) => title)
      const title = givenTitle ?? nextTitle(titlesOf(order.slice(0, at)), titlesOf(order.slice(at)), language)
      const text = plannedText(title)
      if (planned) {
        const documentId = newChapterId(await chapters.book(projectId), title)
        await books.change(projectId, (book) => placed(book, { id: documentId, title }, behind))
        return { documentId, path: null, text }
      }
      const name = await freeName(projectId, title, previous?.documentId ?? '', true)
      const path = `${manuscriptFolder}/${name}`
      await writeContained(rootPath, path, text)
      files.wrote(rootPath, path)
      const { documentId, chapter } = await chapters.locate(projectId, path)
      if (chapter) await books.change(projectId, (book) => placed(book, chapter, behind))
      return { documentId, path, text }
    })
    const { documentId, path, text } = created
    if (path !== null) announce({ projectId, documentId, path, text, hash: sha256Hex(text) })
    return { documentId, path }
  }

  async function add(projectId: string, path: string, text: string) {
    checkDocumentPath(path)
    const name = nameOf(path)
    if (name.includes('/') || !isPortable(name)) throw new AppError('PATH_INVALID', { why: 'chapterName' })
    if (loneSurrogateAt(text) >= 0) throw new AppError('INVALID_ARGUMENT', { why: 'text' })
    const rootPath = rootOf(projectId)
    const bytes = encodeUtf8(text, false)
    const documentId = await chapters.inTurn(rootPath, async () => {
      const used = await usedNames(projectId)
      if (used.has(foldedName(name))) throw new AppError('CONFLICT', { why: 'chapterName' })
      if (!createNameCheck(used).accepts(name)) throw new AppError('PATH_INVALID', { why: 'chapterName' })
      await writeContained(rootPath, path, bytes)
      files.wrote(rootPath, path)
      return (await chapters.locate(projectId, path)).documentId
    })
    const hash = sha256Hex(bytes)
    announce({ projectId, documentId, path, text, hash })
    return { hash }
  }

  function announce(saved: SavedDocument): void {
    history?.wrote(saved.projectId, saved.documentId, saved.hash)
    for (const listener of listeners) {
      try {
        listener(saved)
      } catch (error) {
        // The file is on disk: a listener that fails must not turn the save into an error.
        logger.error({ path: saved.path, cause: String(error) }, 'listener of saved documents failed')
      }
    }
  }

  function importInto(rootPath: string, source: ImportSource): Promise<Imported> {
    return chapters
      .inImport(rootPath, () => {
        const inTurn = <T>(task: () => Promise<T>) => chapters.inTurn(rootPath, task)
        return importNovel(rootPath, source, { scan: chapters.scan, writer: imports, inTurn })
      })
      .catch((error: unknown) => {
        // The next list begins with taking it back.
        if (isAppError(error, 'IMPORT_NOT_UNDONE')) chapters.forget(rootPath)
        throw error
      })
      .finally(() => files.wrote(rootPath, manuscriptFolder))
  }

  async function imported(projectId: string, paths: readonly string[]): Promise<readonly ImportedDocument[]> {
    const isNew = new Set<string | null>(paths)
    return (await chapters.outline(projectId))
      .filter(({ path }) => isNew.has(path))
      .map(({ documentId, path, kind, title, chapterNumber, characters }) => {
        return { documentId, path, kind, title, chapterNumber, characters }
      })
  }

  return {
    outline: (projectId) => chapters.outline(projectId),
    list: chapters.list,
    locate: chapters.locate,
    async notices(projectId) {
      const setAside = await chapters.leftOut(rootOf(projectId))
      const copies = setAside.filter(({ problem }) => problem === 'leftover')
      const [first] = copies
      return [
        ...(await chapters.notices(projectId)),
        ...(first
          ? [{ code: 'COPIES_SET_ASIDE' as const, params: { path: first.path, count: copies.length } }]
          : []),
      ]
    },
    read,
    save,
    create,
    add,
    arranging: (projectId, task) => {
      const rootPath = rootOf(projectId)
      // The step has written below `.creonow` too.
      return chapters.inTurn(rootPath, task).finally(() => files.wrote(rootPath, ''))
    },
    changeBook: books.change,
    book: chapters.book,
    forgetFiles: books.forget,
    usedNames,
    newChapterId,
    invalidate: (projectId) => files.wrote(rootOf(projectId), ''),
    announce,
    importInto,
    imported,
    async leftOut(projectId) {
      const rootPath = rootOf(projectId)
      const strays = (await imports.strays(rootPath)).map((path) => ({ path, problem: 'leftover' as const }))
      return [...strays, ...(await chapters.leftOut(rootPath))]
    },
    onSaved(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    dispose() {
      listeners.clear()
      chapters.dispose()
    },
  }
}

const numbersOf = perObject(
  (outline: readonly DocumentSummary[]) =>
    new Map(outline.map(({ documentId, chapterNumber }) => [documentId, chapterNumber])),
)

const unitsOf = ({ text }: { readonly text: string }) => text.length

/** @throws AppError PATH_INVALID. What leads out of the project is refused where it is read. */
function checkDocumentPath(path: string): void {
  if (
    !/^manuscript\/[^/].*\.md$/s.test(path.replace(/\.md$/i, '.md')) &&
    !/(?:^|[\\/])\.\.|^[\\/]|^[a-z]:|\0/i.test(path)
  )
    throw new AppError('PATH_INVALID', { why: 'notChapter' })
}

function decode(bytes: Uint8Array, path: string): { readonly text: string; readonly bom: boolean } {
  const decoded = decodeUtf8(bytes)
  if (!decoded) throw new AppError('DOCUMENT_ENCODING', { why: 'chapter', path })
  return decoded
}

function refuseMissing(cause: unknown): never {
  if (!isAppError(cause, 'NOT_FOUND')) throw cause
  throw notThere(cause)
}

const notThere = (cause?: unknown) => new AppError('NOT_FOUND', { why: 'chapter' }, { cause })

function refuseOther(current: Uint8Array, baseHash: string): void {
  const currentHash = sha256Hex(current)
  if (currentHash !== baseHash) throw changedElsewhere(currentHash)
}

const changedElsewhere = (currentHash: string) => new AppError('CONFLICT', { why: 'chapter', currentHash })

function refuseTooLarge(bytes: Uint8Array): void {
  if (bytes.length > maxDocumentBytes) throw new AppError('FILE_TOO_LARGE', { why: 'chapter' })
}
