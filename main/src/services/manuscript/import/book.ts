import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportIssue, ImportPreview } from '#contract/import.ts'
import { AppError } from '../../../lib/appError.ts'
import { countWords } from '../../../lib/wordCount.ts'
import { frontTitles } from '../describe.ts'
import type { BookFacts } from '../document/block.ts'
import { type DetectedEncoding, sureConfidence } from './detection.ts'
import type { FileTree } from './fileTree.ts'
import { formatOf, readTree } from './formats.ts'
import type { ImportFormat, SourceText } from './importFormat.ts'
import { issueAt, sentences } from './issues.ts'
import type { Part } from './marked.ts'
import type { BookMaterial } from './material.ts'
import { type FamilyOption, linesAt, splitInSteps } from './split.ts'
import { joinedExample, joinLines, wrapWidth } from './wrapping.ts'

/** What to import: a file, or a folder of them. */
export type BookContent = { readonly bytes: Uint8Array } | { readonly tree: FileTree }

/** A file or folder to import, and what the user has chosen for it. */
export type BookSource = BookContent & BookChoices

interface BookChoices {
  /** Decides the format of a file and names a novel without headings. */
  readonly fileName: string
  /** The user's choice when detection was wrong or unsure. */
  readonly encoding?: string
  /** The family of headings that the user has chosen (`FoundFamily.id`); without it the best one. */
  readonly headings?: string
  /** Joins lines that a program broke at a fixed width; where there are none, nothing. */
  readonly join?: boolean
}

/** A file read and split, before anything is written. */
export interface Book {
  readonly encoding: string
  /** Empty when the encoding was given, or the file declares it. */
  readonly guesses: readonly DetectedEncoding[]
  readonly text: string
  readonly parts: readonly Part[]
  readonly issues: readonly ImportIssue[]
  readonly families: readonly FamilyOption[]
  /** Columns at which the lines of a text file were broken. */
  readonly wrapWidth?: number | undefined
  readonly join: boolean
  /** What the file says of title, author and language. */
  readonly facts: BookFacts
  /** What a project has besides its chapters. */
  readonly material: BookMaterial
}

/** The largest file that is imported, in bytes. */
const maxImportBytes = 128 * 1024 * 1024
const maxDamagedLines = 200
const beginningUnits = 300

/**
 * Reads and splits a file. @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, DOCUMENT_ENCODING, FILE_TOO_LARGE,
 * INVALID_ARGUMENT (empty; {families}: the user's choice is not among those of the file).
 */
export async function readBook(source: BookSource): Promise<Book> {
  const { headings: family, join = false } = source
  const { format, encoding, guesses, ...extracted } = await readContent(source)
  const { text } = extracted
  if (text.trim() === '') throw new AppError('INVALID_ARGUMENT', { why: 'noText' })
  const split = await splitInSteps(text, { ...extracted, markdown: format?.isMarkdown === true, family })
  if (family !== undefined && !split.families.some(({ id }) => id === family)) {
    const families = split.families.map(({ id }) => id)
    const why = families.length > 0 ? 'otherHeadings' : 'headings'
    throw new AppError('INVALID_ARGUMENT', { why, family, families })
  }
  await otherWork()
  const issues = [...split.issues, ...damagedLines(text)].sort((a, b) => a.line - b.line)
  const width = format?.hasBrokenLines ? wrapWidth(text) : undefined
  return {
    ...{ encoding, guesses, text, parts: split.parts, issues, families: split.families },
    ...{ wrapWidth: width, join, facts: extracted.facts ?? {} },
    material: extracted.material ?? { cards: [] },
  }
}

async function readContent(source: BookSource): Promise<SourceText & { readonly format?: ImportFormat }> {
  if ('tree' in source) return { encoding: 'folder', guesses: [], ...(await readTree(source.tree)) }
  const { bytes, fileName, encoding } = source
  const format = formatOf(fileName)
  if (bytes.length > maxImportBytes) throw new AppError('FILE_TOO_LARGE', { why: 'import' })
  const read = await format.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
  return { format, ...read }
}

/** The future content of a part's file. */
export function contentOf(part: Part, { text, wrapWidth: width, join }: Book): string {
  const content = text.slice(part.from, part.to)
  if (!join || width === undefined) return content
  const opensVolume = part.volume !== undefined && content.trimStart().startsWith(part.volume)
  return joinLines(content, width, Number(part.title !== undefined) + Number(opensVolume))
}

export const isSure = ({ guesses }: Pick<Book, 'guesses'>) => (guesses[0]?.confidence ?? 1) >= sureConfidence

/** What a part is called: its heading, else 卷首, or the file's name for a book in one piece. */
export function titleOf({ kind, title }: Part, { text }: Pick<Book, 'text'>, fileName: string): string {
  if (kind === 'front') return /\p{Script=Han}/u.test(text.slice(0, 10_000)) ? frontTitles.zh : frontTitles.en
  return title ?? fileName.replace(/\.[^.]*$/, '')
}

/** What an import would make of the file; nothing is written. Throws as `readBook`. */
export async function previewBook(source: BookSource): Promise<ImportPreview> {
  const book = await readBook(source)
  const lines = linesAt(
    book.text,
    book.parts.map(({ from }) => from),
  )
  const contents: string[] = []
  for (const part of book.parts) {
    if (book.join) await otherWork()
    contents.push(contentOf(part, book))
  }
  const example = book.wrapWidth === undefined ? undefined : joinedExample(book.text, book.wrapWidth)
  return {
    encoding: book.encoding,
    sure: isSure(book),
    guesses: book.guesses.map(({ encoding, confidence }) => ({ encoding, confidence })),
    beginning: (contents[0] ?? '').slice(0, beginningUnits).toWellFormed(),
    chapters: book.parts.map((part, index) => ({
      kind: part.kind,
      title: titleOf(part, book, source.fileName).slice(0, 500).toWellFormed(),
      ...(part.volume !== undefined && { volume: part.volume.slice(0, 500).toWellFormed() }),
      line: lines[index] ?? 1,
      characters: contents[index]?.length ?? 0,
      words: countWords(contents[index] ?? ''),
    })),
    brings: broughtBy(book),
    facts: book.facts,
    doubts: [...book.issues],
    families: [...book.families],
    ...(book.wrapWidth !== undefined && example && { wrapped: { columns: book.wrapWidth, ...example } }),
  }
}

/** How many of each kind a project has besides its chapters. */
function broughtBy({ parts, material }: Pick<Book, 'parts' | 'material'>): ImportPreview['brings'] {
  const counts = new Map<ImportPreview['brings'][number]['kind'], number>()
  const add = (kind: ImportPreview['brings'][number]['kind'], count = 1) =>
    counts.set(kind, (counts.get(kind) ?? 0) + count)
  for (const { type } of material.cards) add(type)
  for (const { about } of parts) {
    for (const kind of ['synopsis', 'status', 'label'] as const) if (about?.[kind] !== undefined) add(kind)
    if (about && about.notes.length > 0) add('note', about.notes.length)
  }
  if (material.synopsis !== undefined) add('bookSynopsis')
  return [...counts].map(([kind, count]) => ({ kind, count }))
}

/** Lines with characters that could not be read, so many of them at most. */
function damagedLines(text: string): ImportIssue[] {
  const offsets = [...text.matchAll(/\uFFFD/g)].slice(0, 100_000).map(({ index }) => index)
  const counts = new Map<number, number>()
  for (const line of linesAt(text, offsets)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts]
    .slice(0, maxDamagedLines)
    .map(([line, count]) => issueAt('damaged', { line }, sentences.damaged(count)))
}
