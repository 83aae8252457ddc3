import { zipSync } from 'fflate'
import { fileNameStem } from '../../../lib/fileName.ts'
import type { Book, TextLayout } from './book.ts'
import { type BookChapter, type Piece, piecesOf, plainRuns } from './pieces.ts'

const indent = '\u3000\u3000'
const encoder = new TextEncoder()

/** The whole book as text without marks: chapters are two blank lines apart. */
export const toText = ({ chapters }: Book, layout: TextLayout): string =>
  chapters.map((chapter) => chapterText(chapter, layout)).join('\n\n')

/** One text file per chapter in a zip, named as the chapters are, numbered so that they sort. */
export function toTextFiles({ chapters }: Book, layout: TextLayout): Uint8Array {
  const digits = String(chapters.length).length
  const files = chapters.map((chapter, at): [string, Uint8Array] => [
    `${String(at + 1).padStart(digits, '0')}-${fileNameStem(chapter.title)}.txt`,
    encoder.encode(chapterText(chapter, layout)),
  ])
  return zipSync(Object.fromEntries(files))
}

function chapterText(chapter: BookChapter, layout: TextLayout): string {
  const lines = piecesOf(chapter).map((piece) => lineOf(piece, layout))
  return `${lines.join(layout === 'indented' ? '\n' : '\n\n')}\n`
}

function lineOf(piece: Piece, layout: TextLayout): string {
  if (piece.kind === 'break') return '* * *'
  if (piece.kind !== 'paragraph') return piece.text
  return (layout === 'plain' ? '' : indent) + plainRuns(piece.runs)
}
