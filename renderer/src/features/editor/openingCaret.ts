import { lineStyle } from './indent.ts'

/**
 * Where the caret waits when a chapter is opened: at the end of its last line of text, since a chapter is
 * mostly opened to write on; after a heading that stands alone, at the end of the file. Editor position.
 */
export const openingCaret = (text: string): number => {
  const end = text.replace(/\n+$/, '').length
  const lastLine = text.slice(text.lastIndexOf('\n', end - 1) + 1, end)
  return lineStyle(lastLine) === 'heading' ? text.length : end
}
