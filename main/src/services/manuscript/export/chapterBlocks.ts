import type { DocumentSummary } from '#contract/documents.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { type Block, type Inline, tidied } from '../document/block.ts'
import { notesIn, type ParagraphForm, paragraphFormOf, readMarkdown } from '../document/readMarkdown.ts'
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
  const ids = notesIn(text)
  const read = (markdown: string) => readMarkdown(markdown, form ?? paragraphFormOf(markdown), ids)
  const titleLine = findTitleLine(text, kind === 'front', name)
  const heading = (words: string): Block => ({ kind: 'chapter', content: headingContent(words, ids) })
  if (!titleLine) return kind === 'front' ? read(text) : [heading(title), ...read(text)]
  const before = text
    .slice(0, titleLine.from)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line): readonly Block[] => {
      return parseHeading(line)?.kind === 'volume'
        ? [{ kind: 'part', content: headingContent(line, ids) }]
        : readMarkdown(line, 'line', ids)
    })
  return [...before, heading(titleLine.line), ...read(text.slice(titleLine.from + titleLine.line.length))]
}

/** Words of a heading without Markdown's `#`; marks within it are read as in text. `ids`: of the chapter's notes. */
function headingContent(line: string, ids: ReadonlySet<string>): readonly Inline[] {
  const words = line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\s+#+\s*$/, '')
    .trim()
  const [block] = readMarkdown(words, 'line', ids)
  return block?.kind === 'paragraph' && !block.quoted ? block.content : [{ kind: 'text', text: words }]
}

/** Blocks and the notes that they refer to, by their ids. */
export interface BlocksWithNotes {
  /** Without the blocks of notes; one that nothing refers to is a paragraph. */
  readonly blocks: readonly Exclude<Block, { kind: 'note' }>[]
  readonly notes: ReadonlyMap<string, readonly Inline[]>
}

/** The ids of the notes that other blocks refer to: by their own signs, or by those in such a note. */
export function notesOf(blocks: readonly Block[]): ReadonlySet<string> {
  const signsIn = (content: readonly Inline[]) =>
    content.flatMap((inline) => (inline.kind === 'noteSign' ? [inline.id] : []))
  const inNotes = new Map<string, readonly string[]>()
  const ids = new Set<string>()
  for (const block of blocks)
    if (block.kind === 'note') {
      if (!inNotes.has(block.id)) inNotes.set(block.id, signsIn(block.content))
    } else if ('content' in block) for (const id of signsIn(block.content)) ids.add(id)
  // What is added meanwhile is visited too.
  for (const id of ids) for (const inner of inNotes.get(id) ?? []) ids.add(inner)
  return ids
}

/** Takes the notes out of the blocks of a chapter. */
export function withNotes(blocks: readonly Block[]): BlocksWithNotes {
  const ids = notesOf(blocks)
  const notes = new Map<string, readonly Inline[]>()
  /** A note that is a paragraph has its id before it, which is what signs of it are then. */
  const asWords = (inline: Inline): Inline =>
    inline.kind === 'noteSign' && !ids.has(inline.id) ? { kind: 'text', text: `[${inline.id}]` } : inline
  const remaining = blocks.flatMap((block): Exclude<Block, { kind: 'note' }>[] => {
    if (block.kind !== 'note') return [block]
    if (!ids.has(block.id) || notes.has(block.id)) {
      const words = block.content.map(asWords)
      return [{ kind: 'paragraph', content: tidied([{ kind: 'text', text: `[${block.id}] ` }, ...words]) }]
    }
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
