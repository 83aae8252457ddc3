import { extname } from 'node:path'
import type { Book, ExportFormat, TextLayout } from './book.ts'
import { toDocx } from './docxFile.ts'
import { toEpub } from './epub.ts'
import { toHtml } from './htmlFile.ts'
import { toMarkdown } from './markdownFile.ts'
import { toText, toTextFiles } from './textFile.ts'

export interface ExportQuestion {
  readonly book: Book
  readonly format: ExportFormat
  readonly layout: TextLayout
}

/** How a kind of file is named and written. */
interface Writer {
  /** With the dot; the first is the one of new files. */
  readonly extensions: readonly [string, ...string[]]
  readonly write: (book: Book, layout: TextLayout) => Uint8Array | Promise<Uint8Array>
}

const encoder = new TextEncoder()

/** Every kind of file that a book is written to. */
const writers: Readonly<Record<ExportFormat, Writer>> = {
  docx: { extensions: ['.docx'], write: toDocx },
  epub: { extensions: ['.epub'], write: toEpub },
  html: { extensions: ['.html', '.htm', '.xhtml'], write: (book) => encoder.encode(toHtml(book)) },
  markdown: { extensions: ['.md', '.markdown'], write: (book) => encoder.encode(toMarkdown(book)) },
  txt: { extensions: ['.txt'], write: (book, layout) => encoder.encode(toText(book, layout)) },
  chapters: { extensions: ['.zip'], write: toTextFiles },
}

/** The bytes of the file. */
export const makeFile = async ({ book, format, layout }: ExportQuestion): Promise<Uint8Array> =>
  writers[format].write(book, layout)

/** With the dot. */
export const extensionOf = (format: ExportFormat): string => writers[format].extensions[0]

/** The format that a file name means; undefined where it means none. */
export function exportFormatOf(fileName: string): ExportFormat | undefined {
  const extension = extname(fileName).toLowerCase()
  const match = Object.entries(writers).find(([, { extensions }]) => extensions.includes(extension))
  return match?.[0] as ExportFormat | undefined // The keys of the record above.
}
