import type { DocumentSummary } from '#contract/documents.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { type Block, type Inline, tidied } from '../document/block.ts'
import { type ParagraphForm, paragraphFormOf, readMarkdown } from '../document/readMarkdown.ts'
import { parseHeading } from '../import/headings.ts'
import { findTitleLine } from '../titleLine.ts'

/** A chapter as the project has it; `name` is its file's, without number and extension. */
export interface BookChapter {
  readonly kind: 'front' | 'chapter'
  readonly title: string
  readonly name: string
  readonly text: string
}

/** A chapter of the list with its text. */
export function toBookChapter(
  { kind, title, path }: Pick<DocumentSummary, 'kind' | 'title' | 'path'>,
  text: string,
): BookChapter {
  return { kind, title, name: nameWithoutPrefix(path?.slice(path.lastIndexOf('/') + 1) ?? ''), text }
}

/**
 * The blocks of one chapter: its title line is a heading, volume lines above it are parts. A chapter whose text has no
 * title line gets its title as heading; front matter does not. `form`: what the book states; else each chapter's own.
 */
export function blocksOf({ kind, title, name, text }: BookChapter, form?: ParagraphForm): readonly Block[] {
  const read = (markdown: string) => readMarkdown(markdown, form ?? paragraphFormOf(markdown))
  const titleLine = findTitleLine(text, kind === 'front', name)
  const heading = (words: string): Block => ({ kind: 'chapter', content: headingContent(words) })
  if (!titleLine) return kind === 'front' ? read(text) : [heading(title), ...read(text)]
  const before = text
    .slice(0, titleLine.from)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line): readonly Block[] => {
      const parsed = parseHeading(line)
      return parsed?.kind === 'volume'
        ? [{ kind: 'part', content: headingContent(parsed.title) }]
        : readMarkdown(line, 'line')
    })
  return [...before, heading(titleLine.line), ...read(text.slice(titleLine.from + titleLine.line.length))]
}

/** Words of a heading without Markdown's `#`; marks within it are read as in text. */
function headingContent(line: string): readonly Inline[] {
  const words = line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\s+#+\s*$/, '')
    .trim()
  const [block] = readMarkdown(words, 'line')
  return block?.kind === 'paragraph' && !block.quoted ? block.content : [{ kind: 'text', text: words }]
}

/** Blocks and the notes that they refer to, by their ids. */
export interface BlocksWithNotes {
  /** Without the blocks of notes; one that nothing refers to is a paragraph. */
  readonly blocks: readonly Exclude<Block, { kind: 'note' }>[]
  readonly notes: ReadonlyMap<string, readonly Inline[]>
}

/** Takes the notes out of the blocks of a chapter. */
export function withNotes(blocks: readonly Block[]): BlocksWithNotes {
  const signs = new Set<string>()
  for (const block of blocks)
    if ('content' in block && block.kind !== 'note')
      for (const inline of block.content) if (inline.kind === 'noteSign') signs.add(inline.id)
  const notes = new Map<string, readonly Inline[]>()
  const remaining = blocks.flatMap((block): Exclude<Block, { kind: 'note' }>[] => {
    if (block.kind !== 'note') return [block]
    if (!signs.has(block.id) || notes.has(block.id))
      return [
        { kind: 'paragraph', content: tidied([{ kind: 'text', text: `[${block.id}] ` }, ...block.content]) },
      ]
    notes.set(block.id, block.content)
    return []
  })
  return { blocks: remaining, notes }
}

/** The ranks of headings, 1 being the highest: chapters are below parts where there are any. */
export function levelsOf(
  chapters: readonly (readonly Block[])[],
): Readonly<Record<'part' | 'chapter' | 'scene', number>> {
  const hasParts = chapters.some((blocks) => blocks.some(({ kind }) => kind === 'part'))
  return hasParts ? { part: 1, chapter: 2, scene: 3 } : { part: 1, chapter: 1, scene: 2 }
}
