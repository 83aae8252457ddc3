import type { Book, ExportFormat, TextLayout } from './book.ts'
import { toDocx } from './docxFile.ts'
import { toEpub } from './epub.ts'
import { toMarkdown } from './markdown.ts'
import { toText, toTextFiles } from './textFile.ts'

export interface ExportQuestion {
  readonly book: Book
  readonly format: ExportFormat
  readonly layout: TextLayout
}

const encoder = new TextEncoder()

/** The bytes of the file. */
export async function makeFile({ book, format, layout }: ExportQuestion): Promise<Uint8Array> {
  switch (format) {
    case 'txt':
      return encoder.encode(toText(book, layout))
    case 'markdown':
      return encoder.encode(toMarkdown(book))
    case 'chapters':
      return toTextFiles(book, layout)
    case 'docx':
      return toDocx(book)
    case 'epub':
      return toEpub(book)
  }
}
