import type { Block, Inline } from '../document/block.ts'
import { writeBlock } from '../document/writeMarkdown.ts'
import { type Book, chaptersOf } from './book.ts'
import { levelsOf } from './chapterBlocks.ts'

/**
 * The book as one Markdown file: a blank line between paragraphs, parts above chapters above scenes, notes numbered
 * through the book.
 */
export function toMarkdown(book: Book): string {
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  let last = 0
  const texts = chapters.map((blocks) => {
    const numbers = new Map<string, string>()
    const numberOf = (id: string) => {
      const number = numbers.get(id) ?? String(++last)
      numbers.set(id, number)
      return number
    }
    return blocks.map((block) => writeBlock(renumbered(block, numberOf), levelOf(block, levels))).join('\n\n')
  })
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}

const levelOf = ({ kind }: Block, levels: ReturnType<typeof levelsOf>) =>
  kind === 'part' || kind === 'chapter' || kind === 'scene' ? levels[kind] : undefined

function renumbered(block: Block, numberOf: (id: string) => string): Block {
  if (!('content' in block)) return block
  const content = block.content.map(
    (inline): Inline => (inline.kind === 'noteSign' ? { ...inline, id: numberOf(inline.id) } : inline),
  )
  return block.kind === 'note' ? { ...block, content, id: numberOf(block.id) } : { ...block, content }
}
