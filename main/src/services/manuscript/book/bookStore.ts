import type { Notice } from '#contract/warnings.ts'
import type { FileRow } from '../../../db/tables/files.ts'
import { type AppError, isAppError } from '../../../lib/appError.ts'
import type { FileState } from '../../../lib/detection/fileState.ts'
import type { FileCache } from '../../../lib/fileCache.ts'
import type { Logger } from '../../../lib/logger.ts'
import { noticesOf, type Reading, type VersionedFiles } from '../../../lib/versionedFile/index.ts'
import { type Entry, isLeadingFront } from '../scan.ts'
import { type Book, bookFormat, bookPath, emptyBook } from './bookFile.ts'
import type { CreateId } from './entries.ts'
import { type Reconciled, reconcile } from './identity.ts'

/** What the index has of the chapters' files. Without an index nothing is remembered; nothing here fails. */
export interface FileRows {
  all(projectId: string): readonly FileRow[]
  /** Stores rows and removes ids, after a pause. */
  change(projectId: string, rows: readonly FileRow[], removed: readonly string[]): void
}

/** A book and the files of its folder, brought together. */
export interface OpenBook {
  readonly book: Book
  /** Project-relative paths of the chapters whose file is there, by id. */
  readonly paths: ReadonlyMap<string, string>
  /** What is wrong with `book.json`: it was broken, or it cannot be written. */
  readonly notices: readonly Notice[]
}

export interface BookStoreOptions {
  readonly rootOf: (projectId: string) => string
  readonly files: Pick<FileCache, 'state'>
  readonly versioned: Pick<VersionedFiles, 'of' | 'inProject'>
  readonly rows: FileRows
  readonly createId: CreateId
  readonly logger: Logger
}

interface BookReading {
  /** The content of `book.json`. */
  readonly value: Book | undefined
  /** From before it was read; undefined when it cannot be used. */
  readonly fileState: FileState | undefined
}

interface ProjectState {
  opened?: BookReading & { readonly files: readonly Entry[]; readonly open: OpenBook }
  /** A book that could not be written: in force while the file is as it was. */
  unsaved?: { readonly value: Book | undefined; readonly book: Book; readonly problem: AppError } | undefined
  /** What was wrong with a file that was replaced since the app started. */
  replaced?: readonly Notice[]
  rows?: Map<string, FileRow>
}

export type BookStore = ReturnType<typeof createBookStore>

/**
 * `.creonow/book.json` of each project: reconciled with every list of chapters, and written only when that changed
 * something. A folder that cannot be written to has its book in memory, and its ids in the index.
 */
export function createBookStore(options: BookStoreOptions) {
  const { rootOf, files: fileCache, versioned, rows, createId, logger } = options
  const file = versioned.of(bookFormat)
  const states = new Map<string, ProjectState>()

  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, bookPath)

  async function readBook(projectId: string): Promise<BookReading & Reading<Book | undefined>> {
    const fileState = fileCache.state(rootOf(projectId), bookPath)
    const reading = await file.read(placeOf(projectId))
    return { ...reading, fileState: reading.problem ? undefined : fileState }
  }

  /** Without reading it: its state is the same object only while the file is the same. */
  function isUnchanged(projectId: string, { fileState }: BookReading): boolean {
    if (!fileState?.isStable || !fileState.plain) return false
    return fileCache.state(rootOf(projectId), bookPath) === fileState
  }

  function stateOf(projectId: string): ProjectState {
    const key = `${projectId}\0${rootOf(projectId)}`
    const state = states.get(key) ?? {}
    states.set(key, state)
    return state
  }

  function rowsOf(projectId: string): Map<string, FileRow> {
    const state = stateOf(projectId)
    state.rows ??= new Map(rows.all(projectId).map((row) => [row.id, row]))
    return state.rows
  }

  function reconciled(projectId: string, book: Book | undefined, files: readonly Entry[]): Reconciled {
    const chapters = files
      .filter((entry) => !isLeadingFront(entry))
      .map(({ path, hash, key, description }) => ({ path, hash, key, heading: description.heading }))
    return reconcile({ book, files: chapters, remembered: [...rowsOf(projectId).values()], createId })
  }

  /** Bytes and title lines as they are now: by these a file that is moved outside is recognised. */
  function remember(projectId: string, files: readonly Entry[], paths: ReadonlyMap<string, string>): void {
    const stored = rowsOf(projectId)
    const byPath = new Map(files.map((entry) => [entry.path, entry]))
    const changed = [...paths].flatMap(([id, path]): FileRow[] => {
      const entry = byPath.get(path)
      if (!entry) return []
      const row = { id, file: path, sha256: entry.hash, heading: entry.description.heading }
      const before = stored.get(id)
      const isSame =
        before?.file === row.file && before.sha256 === row.sha256 && before.heading === row.heading
      return isSame ? [] : [row]
    })
    for (const row of changed) stored.set(row.id, row)
    if (changed.length > 0) rows.change(projectId, changed, [])
  }

  function opened(
    projectId: string,
    { value, fileState }: BookReading,
    files: readonly Entry[],
    { book, paths }: Pick<Reconciled, 'book' | 'paths'>,
  ): OpenBook {
    const state = stateOf(projectId)
    const writeProblem = state.unsaved?.problem
    const notices: readonly Notice[] = [
      ...(state.replaced ?? []),
      ...(writeProblem ? [{ code: 'BOOK_NOT_WRITTEN' as const, params: {} }] : []),
    ]
    const open = { book, paths, notices }
    state.opened = { value, fileState, files, open }
    remember(projectId, files, paths)
    return open
  }

  return {
    /** Undefined: the book does not fit the files, and `write` has to bring them together under the lock. */
    async current(projectId: string, files: readonly Entry[]): Promise<OpenBook | undefined> {
      const state = stateOf(projectId)
      if (state.opened?.files === files && isUnchanged(projectId, state.opened)) return state.opened.open
      const reading = await readBook(projectId)
      const { value, fileState, problem } = reading
      const { opened: last } = state
      if (last && last.value === value && last.files === files) {
        state.opened = { ...last, fileState }
        return last.open
      }
      if (state.unsaved && state.unsaved.value !== value) state.unsaved = undefined
      if (problem && !state.unsaved) return undefined
      const result = reconciled(projectId, state.unsaved?.book ?? value, files)
      return result.events.length > 0 ? undefined : opened(projectId, reading, files, result)
    },

    /**
     * Under the lock of the chapters' folder. Never fails because of the file: what cannot be written is in force in
     * memory, with a notice.
     */
    async write(projectId: string, files: readonly Entry[]): Promise<OpenBook> {
      const place = placeOf(projectId)
      const state = stateOf(projectId)
      const reading = await file.read(place)
      let result: Reconciled | undefined
      const edit = (before: Book | undefined): Book => {
        result = reconciled(projectId, before, files)
        return result.book
      }
      try {
        if (reading.problem) {
          await file.replaceBroken(place, edit)
          state.replaced = noticesOf(reading)
        } else
          await file.update(place, (before) => {
            const next = edit(before)
            return { next: result?.events.length === 0 ? before : next, result: undefined }
          })
        state.unsaved = undefined
      } catch (error) {
        if (!isAppError(error)) throw error
        result = reconciled(projectId, state.unsaved?.book ?? reading.value, files)
        state.unsaved = { value: reading.value, book: result.book, problem: error }
        logger.warn({ projectId, code: error.code }, 'book.json could not be written')
      }
      // Without names of files, which are words of the author.
      for (const { kind, id } of result?.events ?? [])
        if (kind !== 'added') logger.info({ projectId, kind, id }, 'book brought together with its files')
      const written = await readBook(projectId)
      return opened(projectId, written, files, result ?? reconciled(projectId, written.value, files))
    },

    /**
     * Another book, under the lock of the chapters' folder. @throws AppError FILE_BROKEN, CONFLICT, READ_ONLY, IO_ERROR,
     * PATH_OUTSIDE_PROJECT; nothing has changed then.
     */
    async change(projectId: string, edit: (book: Book) => Book): Promise<void> {
      await file.update(placeOf(projectId), (before) => {
        const book = before ?? emptyBook
        const next = edit(book)
        return { next: next === book ? before : next, result: undefined }
      })
    },

    /** Chapters that were deleted: a file that appears with their bytes is another chapter. */
    forget(projectId: string, ids: readonly string[]): void {
      for (const id of ids) rowsOf(projectId).delete(id)
      rows.change(projectId, [], ids)
    },
  }
}
