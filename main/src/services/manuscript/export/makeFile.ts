import type { Book, ExportFormat, TextLayout } from './book.ts'
import { toDocx, toPaperback } from './docxFile.ts'
import { toEpub } from './epub.ts'
import { toHtml } from './htmlFile.ts'
import { toMarkdown } from './markdownFile.ts'
import { toRtf } from './rtfFile.ts'
import { toScrivener } from './scrivenerFile.ts'
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

/** Every kind of file that a book is written to; a name that two of them have means the first. */
const writers: Readonly<Record<ExportFormat, Writer>> = {
  docx: { extensions: ['.docx'], write: toDocx },
  paperback: { extensions: ['.docx'], write: toPaperback },
  rtf: { extensions: ['.rtf'], write: toRtf },
  epub: { extensions: ['.epub'], write: toEpub },
  html: { extensions: ['.html', '.htm', '.xhtml'], write: (book) => encoder.encode(toHtml(book)) },
  markdown: { extensions: ['.md', '.markdown'], write: (book) => encoder.encode(toMarkdown(book)) },
  txt: { extensions: ['.txt'], write: (book, layout) => encoder.encode(toText(book, layout)) },
  scrivener: { extensions: ['.scriv.zip'], write: toScrivener },
  chapters: { extensions: ['.zip'], write: toTextFiles },
}

/** The bytes of the file. */
export const makeFile = async ({ book, format, layout }: ExportQuestion): Promise<Uint8Array> =>
  writers[format].write(book, layout)

/** With the dot. */
export const extensionOf = (format: ExportFormat): string => writers[format].extensions[0]

/** The format that a file name means; undefined where it means none. */
export function exportFormatOf(fileName: string): ExportFormat | undefined {
  const name = fileName.toLowerCase()
  const match = Object.entries(writers).find(([, { extensions }]) =>
    extensions.some((extension) => name.endsWith(extension)),
  )
  return match?.[0] as ExportFormat | undefined // The keys of the record above.
}
