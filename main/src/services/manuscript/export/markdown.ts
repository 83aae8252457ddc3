import { findTitleLine } from '../titleLine.ts'
import type { Book } from './book.ts'
import type { BookChapter } from './pieces.ts'

/** The book as one Markdown file: as it was written, each chapter under a heading of the first rank. */
export const toMarkdown = ({ chapters }: Book): string => chapters.map(chapterMarkdown).join('\n')

function chapterMarkdown(chapter: BookChapter): string {
  const { kind, title, name, text } = chapter
  const titleLine = findTitleLine(text, kind === 'front', name)
  const whole = titleLine ? marked(text, titleLine) : kind === 'front' ? text : `# ${title}\n\n${text}`
  return `${whole.replace(/\r\n|\r/g, '\n').trimEnd()}\n`
}

const marked = (text: string, { from, line }: { readonly from: number; readonly line: string }) =>
  `${text.slice(0, from)}# ${line.replace(/^\s*#{1,6}\s*/, '').trim()}${text.slice(from + line.length)}`
