import type { BookChapter } from './pieces.ts'

/** `txt`: one file. `chapters`: one text file each, in a zip. */
export type ExportFormat = 'txt' | 'chapters' | 'markdown' | 'docx' | 'epub'

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
  /** BCP 47. */
  readonly language: string
  readonly chapters: readonly BookChapter[]
  /** ISO 8601, to the second. */
  readonly modified: string
}
