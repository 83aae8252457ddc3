import { parseHeading } from './import/headings.ts'

/** The line a document's title is read from. */
export interface TitleLine {
  readonly title: string
  /** The line as it stands, without its line ending. */
  readonly line: string
  /** UTF-16 offset of the line. */
  readonly from: number
}

const linesToLookAt = 30
const unitsToLookAt = 20_000
const markdownHeading = /^(\s{0,3}#{1,6}\s+)(\S.*)$/

/**
 * The first heading near the start: Markdown's `#`, or 第…章 and the like; a volume line only when nothing else
 * is there. `markdownOnly` for front matter, whose prose may begin with anything.
 */
export function findTitleLine(text: string, markdownOnly: boolean): TitleLine | undefined {
  let volume: TitleLine | undefined
  let from = 0
  const start = text.slice(0, unitsToLookAt)
  for (const [index, piece] of start.split(/(\r\n|\r|\n)/).entries()) {
    if (index >= 2 * linesToLookAt) break
    const isLine = index % 2 === 0
    const heading = isLine && !markdownOnly ? parseHeading(piece) : undefined
    if (heading && heading.kind !== 'volume') return { title: heading.title, line: piece, from }
    if (heading) volume ??= { title: heading.title, line: piece, from }
    const markdown = isLine && !heading ? markdownHeading.exec(piece)?.[2]?.trim() : undefined
    if (markdown) return { title: markdown, line: piece, from }
    from += piece.length
  }
  return volume
}

/** The same line with another title: `#` and indentation stay; without `#` a title that is no 第…章 gets one. */
export function titleLineWith({ line }: TitleLine, title: string): string {
  const marks = /^\s*#{1,6}\s*/.exec(line)?.[0]
  if (marks !== undefined) return marks + title
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  return parseHeading(title) ? indent + title : `# ${title}`
}

/** The text with `line` in the place of its title line, when that line is still `expected`. */
export function replaceTitleLine(
  text: string,
  markdownOnly: boolean,
  expected: string,
  line: string,
): string | undefined {
  const found = findTitleLine(text, markdownOnly)
  if (found?.line !== expected) return undefined
  return text.slice(0, found.from) + line + text.slice(found.from + expected.length)
}
