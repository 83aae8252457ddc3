import { findTitleLine } from '../titleLine.ts'
import type { Book, ExportFormat, TextLayout } from './book.ts'
import { toDocx } from './docxFile.ts'
import { toEpub } from './epub.ts'
import type { BookChapter } from './pieces.ts'
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

/** The book as one Markdown file: as it was written, each chapter under a heading of the first rank. */
const toMarkdown = ({ chapters }: Book): string => chapters.map(chapterMarkdown).join('\n')

function chapterMarkdown(chapter: BookChapter): string {
  const { kind, title, name, text } = chapter
  const titleLine = findTitleLine(text, kind === 'front', name)
  const whole = titleLine ? marked(text, titleLine) : kind === 'front' ? text : `# ${title}\n\n${text}`
  return `${whole.replace(/\r\n|\r/g, '\n').trimEnd()}\n`
}

const marked = (text: string, { from, line }: { readonly from: number; readonly line: string }) =>
  `${text.slice(0, from)}# ${line.replace(/^\s*#{1,6}\s*/, '').trim()}${text.slice(from + line.length)}`
