import { fileNameStem } from '../../lib/fileName.ts'
import { noteSigns, parseHeading, withoutNoteSigns } from './import/headings.ts'

/** The line a document's title is read from. */
export interface TitleLine {
  readonly title: string
  /** The line as it is, without its line ending. */
  readonly line: string
  /** UTF-16 offset of the line. */
  readonly from: number
}

const maxScannedLines = 30
const maxScannedUnits = 20_000
/** A name longer than this may have been cut. */
const cutNameBytes = 60
const markdownHeading = /^(\s{0,3}#{1,6}\s+)(\S.*)$/

/**
 * The first heading near the start: the line its file is named after (一　天涯思君, ☆、雾起 are headings only by the
 * book's own convention), Markdown's `#`, or 第…章 and the like; a volume line only when nothing else is there.
 * `markdownOnly` for front matter, whose prose may start with anything. `name`: the file's, without its number.
 */
export function findTitleLine(text: string, markdownOnly: boolean, name = ''): TitleLine | undefined {
  let volume: TitleLine | undefined
  let from = 0
  const segments = text.slice(0, maxScannedUnits).split(/(\r\n|\r|\n)/)
  for (const [index, piece] of segments.entries()) {
    if (index >= 2 * maxScannedLines) break
    const isLine = index % 2 === 0
    if (isLine && !markdownOnly && isNamesake(piece, name))
      return { title: withoutNoteSigns(piece.replace(/^\s*(?:#{1,6}\s+)?/, '').trimEnd()), line: piece, from }
    const heading = isLine && !markdownOnly ? parseHeading(piece) : undefined
    if (heading && heading.kind !== 'volume') {
      // The file may be named after the heading and the title on the line below it.
      const below = heading.name === '' ? segments.slice(index + 1).find((it) => it.trim() !== '') : undefined
      const both = `${heading.title} ${below?.trim()}`
      return { title: isNamesake(both, name) ? both : heading.title, line: piece, from }
    }
    if (heading) volume ??= { title: heading.title, line: piece, from }
    const markdown = isLine && !heading ? markdownHeading.exec(piece)?.[2]?.trim() : undefined
    if (markdown) return { title: withoutNoteSigns(markdown), line: piece, from }
    from += piece.length
  }
  return volume
}

const titleNameOf = (line: string) => fileNameStem(withoutNoteSigns(line.replace(/^\s*(?:#{1,6}\s+)?/, '')))

/** File names are cleaned, and cut when they are long. */
function isNamesake(line: string, name: string): boolean {
  const isCut = Buffer.byteLength(name) > cutNameBytes
  if (name === '' || line.length > (isCut ? 400 : name.length + 40)) return false
  const stem = titleNameOf(line)
  const own = withoutNoteSigns(name)
  return stem === own || (isCut && stem.startsWith(own))
}

/**
 * The same line with another title: `#`, indentation and the signs of notes stay; without `#` a title that is no 第…章
 * gets one.
 */
export function titleLineWith({ line, title: present }: TitleLine, words: string): string {
  const signs = present.match(noteSigns) ? [] : (line.match(noteSigns) ?? [])
  const title = words + signs.filter((sign) => !words.includes(sign)).join('')
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
  let titleLine = findTitleLine(text, markdownOnly)
  // A heading that was recognised only by the file's name: by now the file has another one.
  if (titleLine?.line !== expected && !markdownOnly)
    titleLine = findTitleLine(text, false, titleNameOf(expected))
  if (titleLine?.line !== expected) return undefined
  return text.slice(0, titleLine.from) + line + text.slice(titleLine.from + expected.length)
}
