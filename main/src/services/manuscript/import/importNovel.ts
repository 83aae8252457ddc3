import { readdir, realpath } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportIssue } from '#contract/import.ts'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { resolveContained } from '../../../lib/containedPath.ts'
import { encodeUtf8 } from '../../../lib/textFile.ts'
import type { BookFacts } from '../document/block.ts'
import { prefixNumbers } from '../order.ts'
import { manuscriptFolder, nameOf, type Scan } from '../scan.ts'
import { type Book, type BookSource, contentOf, isSure, readBook, titleOf } from './book.ts'
import { chapterFileName, paddedOrdinal } from './fileNames.ts'
import { formatOf } from './formats.ts'
import type { Part } from './marked.ts'
import type { BookMaterial, ChapterMaterial } from './material.ts'
import type { FamilyOption } from './split.ts'
import type { ImportWriter, NewFile } from './write.ts'

export type ImportSource = BookSource & ImportOptions

interface ImportOptions {
  /** Continue behind the chapters that are there; without it they are a CONFLICT. */
  readonly append?: boolean
  readonly signal?: AbortSignal
  /** Called when the source could be read, before the first chapter is added to others; what it throws refuses the import. */
  readonly beforeAdding?: () => Promise<unknown>
}

/** What was written. */
export interface Imported {
  /** A name iconv knows. */
  readonly encoding: string
  /** Project-relative paths of the new files, in the order of the book. */
  readonly paths: readonly string[]
  readonly doubts: readonly ImportIssue[]
  readonly families: readonly FamilyOption[]
  /** What the file says of title, author and language. */
  readonly facts: BookFacts
  /** What a project has besides its chapters. */
  readonly material: ImportedMaterial
}

/** What a project has besides its chapters, for the places that the app has for it. */
export interface ImportedMaterial extends BookMaterial {
  /** Those that have some of it, in the order of the book. */
  readonly chapters: readonly {
    /** Of the new file, project-relative. */
    readonly path: string
    readonly synopsis?: string
    readonly status?: string
    readonly label?: string
    readonly notes: readonly {
      /** Where the words begin in the file, in UTF-16 units. */
      readonly start: number
      /** What the note is about: the line there. */
      readonly words: string
      readonly text: string
    }[]
  }[]
}

export interface ImportPorts {
  /** Lists the contents of the folder. */
  readonly scan: (rootPath: string) => Promise<Scan>
  readonly writer: ImportWriter
  /** Runs a task while nobody else, in any process, changes the chapters. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Splits a novel into chapter files and writes them together. @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN,
 * DOCUMENT_ENCODING, FILE_TOO_LARGE, CONFLICT, INVALID_ARGUMENT (empty). DOCUMENT_ENCODING {guesses} when only the
 * user can decide which encoding it is.
 */
export async function importNovel(
  projectRoot: string,
  source: ImportSource,
  { scan, writer, inTurn }: ImportPorts,
): Promise<Imported> {
  if ('bytes' in source) formatOf(source.fileName) // Throws before anything is read or undone.
  const rootPath = await realRoot(projectRoot)
  await writer.takeBackAbandoned(rootPath)
  const refuseMixing = async () => {
    if (!source.append && (await hasManuscript(rootPath)))
      throw new AppError('CONFLICT', { why: 'manuscript' })
  }
  await refuseMixing()
  const book = await readBook(source)
  if (!isSure(book)) throw unsure(book)
  const { encoding, parts, issues, families, facts, material } = book
  await otherWork()
  if (source.append) await source.beforeAdding?.()
  const chapters = parts.filter(({ kind }) => kind === 'chapter').length
  const files = await inTurn(async () => {
    await refuseMixing()
    const before = await scan(rootPath)
    const start = lastOrdinal(before)
    let ordinal = start
    const files: NewFile[] = parts.map((part) => {
      const { kind } = part
      // At the start of a book front matter is 000; behind other chapters it takes its turn.
      const isFirst = kind === 'front' && start === 0
      if (!isFirst) ordinal += 1
      const prefix = paddedOrdinal(isFirst ? 0 : ordinal, start + chapters)
      return {
        name: chapterFileName(prefix, titleOf(part, book, source.fileName)),
        bytes: encodeUtf8(contentOf(part, book), false),
      }
    })
    source.signal?.throwIfAborted()
    await writer.writeTogether(rootPath, files, source.signal)
    return files
  })
  const paths = files.map(({ name }) => `${manuscriptFolder}/${name}`)
  const chaptersWith = parts.flatMap((part, index) => {
    const path = paths[index]
    return part.about && path !== undefined ? [{ path, ...placedIn(part, part.about, book) }] : []
  })
  return {
    encoding,
    paths,
    doubts: issues,
    families,
    facts,
    material: { ...material, chapters: chaptersWith },
  }
}

/** What a chapter has besides its text, its notes at the lines of its file. */
function placedIn({ from }: Part, { notes, ...about }: ChapterMaterial, { text }: Book) {
  return {
    ...about,
    notes: notes.map(({ at, text: note }) => {
      const line = /\S.*/.exec(text.slice(at, at + maxLineUnits))
      const start = at - from + (line?.index ?? 0)
      return { start, words: (line?.[0] ?? '').trimEnd().slice(0, 300), text: note }
    }),
  }
}

/** Behind a heading without text there may be nothing. */
const maxLineUnits = 2000

function unsure({ guesses }: Book): AppError {
  const encodings = guesses.filter(({ confidence }) => confidence > 0.05).map(({ encoding }) => encoding)
  return encodings.length > 0
    ? new AppError('DOCUMENT_ENCODING', { why: 'likely', encodings, guesses })
    : new AppError('DOCUMENT_ENCODING', { why: 'unsure', guesses })
}

/** The ordinal that new files continue, counting copies that are set aside; names without numbers at the end leave nothing to continue. */
function lastOrdinal({ entries, leftOut }: Scan): number {
  const keys = [...entries.values()].map(({ key }) => key)
  const names = [...keys.map(({ name }) => name), ...leftOut.map(({ path }) => nameOf(path))]
  const last = keys.at(-1)
  const firstNumber = last?.numbers[0] ?? 0
  if (last && (last.rank !== 0 || firstNumber >= 1_000_000_000))
    throw new AppError('CONFLICT', { why: 'ordinal', name: last.name })
  const highest = names.reduce((most, name) => Math.max(most, prefixNumbers(name)?.[0] ?? 0), 0)
  return Math.max(highest, firstNumber)
}

/** Anything but hidden files counts: nothing of the user's is mixed with an import unasked. */
async function hasManuscript(rootPath: string): Promise<boolean> {
  try {
    const names = await readdir(await resolveContained(rootPath, manuscriptFolder))
    return names.some((name) => !name.startsWith('.'))
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || systemCode(error) === 'ENOENT') return false
    throw error
  }
}

async function realRoot(projectRoot: string): Promise<string> {
  try {
    return await realpath(projectRoot)
  } catch (error) {
    throw new AppError('NOT_FOUND', { why: 'projectFolder' }, { cause: error })
  }
}
