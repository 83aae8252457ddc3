import { zipSync } from 'fflate'
import { fileNameStem } from '../../../lib/fileName.ts'
import { unixEntry } from '../../../lib/zipFile.ts'
import { type Block, type Inline, tidied } from '../document/block.ts'
import { type Book, chaptersOf, type TextLayout } from './book.ts'
import { withNotes } from './chapterBlocks.ts'

const indent = '\u3000\u3000'
const encoder = new TextEncoder()

/** The whole book as text without marks: chapters are two blank lines apart. */
export const toText = (book: Book, layout: TextLayout): string =>
  chaptersOf(book)
    .map((blocks) => chapterText(blocks, layout))
    .join('\n\n')

/** One text file per chapter in a zip, named as the chapters are, numbered so that they sort. */
export function toTextFiles(book: Book, layout: TextLayout): Uint8Array {
  const digits = String(book.chapters.length).length
  const texts = chaptersOf(book).map((blocks) => chapterText(blocks, layout))
  const files = book.chapters.map((chapter, at): [string, Uint8Array] => [
    `${String(at + 1).padStart(digits, '0')}-${fileNameStem(chapter.title)}.txt`,
    encoder.encode(texts[at] ?? ''),
  ])
  return zipSync(Object.fromEntries(files), unixEntry)
}

/** Notes are at the end of their chapter, numbered as they come. */
function chapterText(given: readonly Block[], layout: TextLayout): string {
  const { blocks, notes } = withNotes(given)
  const numbers = new Map<string, number>()
  const words = (content: readonly Inline[]) => content.map((inline) => wordsOf(inline, numbers)).join('')
  const lines = blocks.map((block) => {
    if (block.kind === 'sceneBreak') return '* * *'
    if (block.kind !== 'paragraph') return words(block.content)
    return layout === 'plain' ? words(block.content) : words(block.content).replace(/^/gm, indent)
  })
  for (const [id, number] of numbers) lines.push(`[${number}] ${words(tidied(notes.get(id) ?? []))}`)
  return `${lines.join(layout === 'indented' ? '\n' : '\n\n')}\n`
}

function wordsOf(inline: Inline, numbers: Map<string, number>): string {
  if (inline.kind === 'lineBreak') return '\n'
  if (inline.kind === 'noteSign') {
    const number = numbers.get(inline.id) ?? numbers.size + 1
    numbers.set(inline.id, number)
    return `[${number}]`
  }
  // Where a link leads is not lost with the marks.
  const { text, link } = inline
  return link === undefined || link.endsWith(text) ? text : `${text} (${link.replace(/^mailto:/, '')})`
}
