import type { Notice } from '#contract/warnings.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { fileNameStem } from '../../../lib/fileName.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { ownModule } from '../../../lib/ownFile.ts'
import { createWorkerCaller } from '../../../lib/workerCall.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { ExportFormat, TextLayout } from './book.ts'
import { type BookChapter, toBookChapter } from './chapterBlocks.ts'
import { readCover } from './cover.ts'
import { type ExportQuestion, extensionOf } from './makeFile.ts'

interface ExportedBook {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly chapters: number
  /** What is not in the file though it was meant for it. */
  readonly notices: readonly Notice[]
}

export interface BookExport {
  /**
   * The whole book as one file, as it is on disk. @throws AppError CANCELLED, NOT_FOUND for a chapter that is not in
   * it, INVALID_ARGUMENT for a last chapter without a first or before it, and what reading a chapter throws: a book is not exported without one of its chapters.
   */
  export(
    projectId: string,
    options: {
      readonly format: ExportFormat
      readonly layout: TextLayout
      /** Only that chapter, named as it is; or the first of several. */
      readonly documentId?: string | undefined
      /** The last of several. */
      readonly lastDocumentId?: string | undefined
      readonly signal: AbortSignal
    },
  ): Promise<ExportedBook>
  /** Resolves when no file is being made. */
  dispose(): Promise<void>
}

const restMs = 10_000

export function createBookExport(options: {
  readonly manuscript: Pick<ManuscriptService, 'list' | 'read'>
  /** Real path of a project's folder, which may have a cover. */
  readonly rootOf: (projectId: string) => string
  /** The name of a book, its author, its language as a BCP 47 tag, and what ends a paragraph where it is stated. */
  readonly bookOf: (projectId: string) => Promise<{
    readonly name: string
    readonly author?: string | undefined
    readonly language: string
    readonly paragraphs?: 'line' | 'blank' | undefined
  }>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): BookExport {
  const { manuscript, rootOf, bookOf, now } = options
  const thread = createWorkerCaller<ExportQuestion, Uint8Array>({
    file: ownModule('services/manuscript/export/exportWorker'),
    idleMs: restMs,
  })

  async function chaptersOf(
    projectId: string,
    first: string | undefined,
    last: string | undefined,
    signal: AbortSignal,
  ): Promise<BookChapter[]> {
    const listed = await manuscript.list(projectId)
    const placeOf = (id: string) => {
      const place = listed.findIndex(({ documentId }) => documentId === id)
      if (place < 0) throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
      return place
    }
    const from = first === undefined ? 0 : placeOf(first)
    const lastOfAll = first === undefined ? listed.length - 1 : from
    const to = last === undefined ? lastOfAll : placeOf(last)
    if (to < from && listed.length > 0) throw new AppError(ErrorCode.INVALID_ARGUMENT)
    const chapters: BookChapter[] = []
    for (const chapter of listed.slice(from, to + 1)) {
      signal.throwIfAborted()
      const { text } = await manuscript.read(projectId, chapter.documentId)
      chapters.push(toBookChapter(chapter, text))
    }
    return chapters
  }

  return {
    async export(projectId, { format, layout, documentId, lastDocumentId, signal }) {
      const { name, author, language, paragraphs } = await bookOf(projectId)
      const chapters = await chaptersOf(projectId, documentId, lastDocumentId, signal)
      const modified = `${new Date(now()).toISOString().slice(0, 19)}Z`
      // The same book has the same id in every export, which does not reveal its place.
      const id = `urn:sha256:${sha256Hex(projectId)}`
      const title = chapters.length !== 1 || documentId === undefined ? name : (chapters[0]?.title ?? name)
      const { cover, notices } =
        format === 'epub' ? await readCover(rootOf(projectId)) : { cover: undefined, notices: [] }
      const book = { id, title, author, language, paragraphs, chapters, modified, cover }
      const bytes = await thread.request({ book, format, layout }, { signal })
      const fileName = `${fileNameStem(title)}${extensionOf(format)}`
      return { fileName, bytes, chapters: chapters.length, notices }
    },
    dispose: thread.close,
  }
}
