import type { BookFacts } from '../document/block.ts'

const titlePageStyles = new Set(['title', 'subtitle', 'author', 'contact'])

/**
 * Paragraphs before all others in the styles of a title page are the book's title and author when the file's
 * properties name that title too; else they are text.
 */
export function createTitlePage({ title }: BookFacts) {
  let count = 0
  let isOver = title === undefined
  return {
    /** Whether the next paragraph is part of it. `styleName` in small letters. */
    has(styleName: string, words: string): boolean {
      if (isOver || words.trim() === '') return !isOver && words.trim() === ''
      const isTitle = styleName !== 'title' || words.trim() === title
      isOver = !(titlePageStyles.has(styleName) && isTitle)
      if (!isOver) count += 1
      return !isOver
    },
    /** How many of its paragraphs have words. */
    size: () => count,
  }
}
