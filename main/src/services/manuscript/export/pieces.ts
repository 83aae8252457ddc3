import type { DocumentSummary } from '#contract/documents.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { parseHeading } from '../import/headings.ts'
import { findTitleLine } from '../titleLine.ts'

/** A stretch of one paragraph in one kind of letters. */
export interface Run {
  readonly text: string
  readonly strong?: true
  readonly emphasis?: true
}

/** The content of one line of a chapter. */
export type Piece =
  | { readonly kind: 'volume' | 'chapter' | 'scene'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[]; readonly quoted?: true }
  | { readonly kind: 'break' }

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

const sceneHeading = /^#{1,6}\s+(\S.*?)(?:\s+#+)?$/
const thematicBreak = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const emphasis =
  /\\([\\`*_#>-])|(?:\*\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*\*)|(?:\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*)/g

/**
 * The pieces of one chapter: its title line is a heading, volume lines above it stay above it, every other line is a
 * paragraph of its own. Only the marks that the editor knows are read (`#`, `*`, `**`, `>`, `---`, a backslash): a
 * whole Markdown parser would take 1998. for a list and four spaces for code. A chapter whose text has no title line
 * gets its title as heading; front matter does not.
 */
export function piecesOf({ kind, title, name, text }: BookChapter): readonly Piece[] {
  const titleLine = findTitleLine(text, kind === 'front', name)
  if (!titleLine) {
    const body = linesOf(text).map(pieceOf)
    return kind === 'front' ? body : [{ kind: 'chapter', text: title }, ...body]
  }
  const before = linesOf(text.slice(0, titleLine.from)).map(
    (line): Piece =>
      parseHeading(line)?.kind === 'volume' ? { kind: 'volume', text: plain(line) } : pieceOf(line),
  )
  const after = linesOf(text.slice(titleLine.from + titleLine.line.length)).map(pieceOf)
  return [
    ...before,
    { kind: 'chapter', text: plain(titleLine.line.replace(/^\s*#{1,6}\s*/, '').trim()) },
    ...after,
  ]
}

/** Without the white space around it, U+3000 included: each layout indents in its own way. */
const linesOf = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

function pieceOf(line: string): Piece {
  const heading = sceneHeading.exec(line)?.[1]
  if (heading !== undefined) return { kind: 'scene', text: plain(heading) }
  if (thematicBreak.test(line)) return { kind: 'break' }
  const quote = /^>\s+(\S.*)$/.exec(line)?.[1]
  return quote === undefined
    ? { kind: 'paragraph', runs: runsOf(line) }
    : { kind: 'paragraph', runs: runsOf(quote), quoted: true }
}

function runsOf(line: string): readonly Run[] {
  const runs: Run[] = []
  const add = (run: Run) => run.text !== '' && runs.push(run)
  let from = 0
  for (const match of line.matchAll(emphasis)) {
    add({ text: line.slice(from, match.index) })
    const [whole, escaped, strong, light] = match
    if (escaped !== undefined) add({ text: escaped })
    if (strong !== undefined) add({ text: strong, strong: true })
    if (light !== undefined) add({ text: light, emphasis: true })
    from = match.index + whole.length
  }
  add({ text: line.slice(from) })
  return runs
}

export const plainRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')
const plain = (line: string) => plainRuns(runsOf(line))
