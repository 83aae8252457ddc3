import type { z } from 'zod'
import type { exportFormat } from '#contract/book.ts'
import type { Block } from '../document/block.ts'
import { paragraphFormOf } from '../document/readMarkdown.ts'
import { type BookChapter, blocksOf } from './chapterBlocks.ts'
import type { Cover } from './cover.ts'

/** As the contract names them. */
export type ExportFormat = z.infer<typeof exportFormat>

/**
 * Of text files. `indented`: two U+3000 before each paragraph, no blank lines. `spaced`: a blank line between
 * paragraphs as well, which is what sites for web novels want. `plain`: blank lines only.
 */
export type TextLayout = 'indented' | 'spaced' | 'plain'

/** A whole book, ready to be written in any format. */
export interface Book {
  /** Names the book inside the file. */
  readonly id: string
  readonly title: string
  /** Absent: not stated. */
  readonly author?: string | undefined
  /** BCP 47. */
  readonly language: string
  /** What ends a paragraph, where the book states it: every line end, or a blank line. */
  readonly paragraphs?: 'line' | 'blank' | undefined
  readonly chapters: readonly BookChapter[]
  /** Of an e-book; absent: it has none. */
  readonly cover?: Cover | undefined
  /** ISO 8601, to the second. */
  readonly modified: string
}

/** The blocks of every chapter. What ends a paragraph, all chapters of a book have in common. */
export function chaptersOf({ chapters, paragraphs }: Book): readonly (readonly Block[])[] {
  const texts = chapters.map(({ text }) => text).join('\n')
  const isWrapped = paragraphs === 'blank' && paragraphFormOf(texts) === 'wrapped'
  const form = isWrapped ? 'wrapped' : (paragraphs ?? paragraphFormOf(texts))
  return chapters.map((chapter) => blocksOf(chapter, form))
}
