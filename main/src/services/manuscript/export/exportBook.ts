import { extname, join } from 'node:path'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { fileNameStem } from '../../../lib/fileName.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { createWorkerCaller } from '../../../lib/workerCall.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { ExportFormat, TextLayout } from './book.ts'
import type { ExportQuestion } from './makeFile.ts'
import { type BookChapter, toBookChapter } from './pieces.ts'

interface ExportedBook {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly chapters: number
}

export interface BookExport {
  /**
   * The whole book as one file, as it is on disk. @throws AppError CANCELLED, NOT_FOUND for a chapter that is not in
   * it, and what reading a chapter throws: a book is not exported without one of its chapters.
   */
  export(
    projectId: string,
    options: {
      readonly format: ExportFormat
      readonly layout: TextLayout
      /** Only that chapter, named as it is. */
      readonly documentId?: string | undefined
      readonly signal: AbortSignal
    },
  ): Promise<ExportedBook>
  /** Resolves when no file is being made. */
  dispose(): Promise<void>
}

const extensions: Record<ExportFormat, string> = {
  ...{ txt: '.txt', chapters: '.zip', markdown: '.md' },
  ...{ docx: '.docx', epub: '.epub' },
}
const restMs = 10_000

export function createBookExport(options: {
  readonly manuscript: Pick<ManuscriptService, 'list' | 'read'>
  /** The name of a book, and its language as a BCP 47 tag. */
  readonly bookOf: (projectId: string) => Promise<{ readonly name: string; readonly language: string }>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): BookExport {
  const { manuscript, bookOf, now } = options
  const thread = createWorkerCaller<ExportQuestion, Uint8Array>({
    file: join(import.meta.dirname, `exportWorker${extname(import.meta.filename)}`),
    idleMs: restMs,
  })

  async function chaptersOf(
    projectId: string,
    only: string | undefined,
    signal: AbortSignal,
  ): Promise<BookChapter[]> {
    const listed = await manuscript.list(projectId)
    const selected = only === undefined ? listed : listed.filter(({ documentId }) => documentId === only)
    if (only !== undefined && selected.length === 0)
      throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
    const chapters: BookChapter[] = []
    for (const chapter of selected) {
      signal.throwIfAborted()
      const { text } = await manuscript.read(projectId, chapter.documentId)
      chapters.push(toBookChapter(chapter, text))
    }
    return chapters
  }

  return {
    async export(projectId, { format, layout, documentId, signal }) {
      const { name, language } = await bookOf(projectId)
      const chapters = await chaptersOf(projectId, documentId, signal)
      const modified = `${new Date(now()).toISOString().slice(0, 19)}Z`
      // The same book has the same id in every export, which does not reveal its place.
      const id = `urn:sha256:${sha256Hex(projectId)}`
      const title = documentId === undefined ? name : (chapters[0]?.title ?? name)
      const book = { id, title, language, chapters, modified }
      const bytes = await thread.request({ book, format, layout }, { signal })
      return { fileName: `${fileNameStem(title)}${extensions[format]}`, bytes, chapters: chapters.length }
    },
    dispose: thread.close,
  }
}
