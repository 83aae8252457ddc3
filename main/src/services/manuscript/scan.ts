import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { parseJson } from '../../lib/jsonPosition.ts'
import type { Logger } from '../../lib/logger.ts'
import { isCounted, orphanedNames, shouldShow } from '../../lib/orphanedFiles.ts'
import { compareCodePoints } from '../../lib/text.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { countWords } from '../../lib/wordCount.ts'
import { bookFormat, bookPath } from './book/bookFile.ts'
import { type Description, describeDocument } from './describe.ts'
import { compareKeys, type OrderKey, orderKey } from './order.ts'

/** A manuscript file is read up to this many bytes. */
export const maxDocumentBytes = 64 * 1024 * 1024
export const manuscriptFolder = 'manuscript'
/** The file's name of a chapter's path. */
export const nameOf = (path: string): string => path.slice(manuscriptFolder.length + 1)

/** One file at the last scan; another `state` means that it must be read again. */
export interface Entry {
  /** Project-relative. */
  readonly path: string
  /** Undefined: not from the disk. */
  readonly state: FileState | undefined
  readonly description: Description
  readonly key: OrderKey
  readonly characters: number
  readonly wordCount: number
  readonly hash: string
}

/** Front matter at the start of the book. Behind chapters, where an import continues another, it is listed like them. */
export const isLeadingFront = ({ description, key }: Pick<Entry, 'description' | 'key'>): boolean =>
  description.kind === 'front' && key.rank === 0 && key.numbers[0] === 0

/** A file of the folder that is no document. */
export interface LeftOut {
  readonly path: string
  readonly problem: 'leftover' | 'read_error'
}

export interface Scan {
  /** By path, in the order of the names. */
  readonly entries: ReadonlyMap<string, Entry>
  /** The same as a list; the same object while no file comes, goes or gets other bytes. */
  readonly files: readonly Entry[]
  readonly leftOut: readonly LeftOut[]
}

const filesAtOnce = 16
/** Files checked before the event loop gets its turn. */
const filesPerTurn = 500

/**
 * The chapter files of a project in the order of their names; only files that are not as they were in `previous` are read. When nothing
 * changed, `previous` itself comes back. Links out of the project are left out.
 */
export async function scanManuscript(
  rootPath: string,
  previous: Scan | undefined,
  { files, logger }: { readonly files: FileCache; readonly logger: Logger },
): Promise<Scan> {
  const { names, orphaned } = await files.of(rootPath, manuscriptFolder, 'chapters', () =>
    chapterNames(rootPath),
  )
  const entries: Entry[] = []
  const leftOut: LeftOut[] = orphaned.map((name) => ({
    path: `${manuscriptFolder}/${name}`,
    problem: 'leftover',
  }))
  for (let from = 0; from < names.length; from += filesAtOnce) {
    const batch = names.slice(from, from + filesAtOnce).map(scanFile)
    const resolved = batch.some((each) => each instanceof Promise) ? await Promise.all(batch) : batch
    for (const entry of resolved as Awaited<(typeof resolved)[number]>[]) {
      // Nothing in it is a promise any more.
      if (entry && 'problem' in entry) leftOut.push(entry)
      else if (entry) entries.push(entry)
    }
    if (from % filesPerTurn < filesAtOnce) await new Promise(setImmediate)
  }
  if (!previous) return { ...sortEntries(entries), leftOut }
  const isSame =
    previous.entries.size === entries.length &&
    entries.every((entry) => previous.entries.get(entry.path)?.hash === entry.hash)
  const isSameRest =
    previous.leftOut.length === leftOut.length &&
    leftOut.every(({ path, problem }, at) => {
      const before = previous.leftOut[at]
      return before?.path === path && before.problem === problem
    })
  if (!isSame) return { ...sortEntries(entries), leftOut }
  const isUntouched = entries.every((entry) => previous.entries.get(entry.path) === entry)
  if (isUntouched && isSameRest) return previous
  const { entries: sorted } = sortEntries(entries)
  return { ...previous, entries: sorted, leftOut: isSameRest ? previous.leftOut : leftOut }

  function scanFile(name: string): Entry | LeftOut | undefined | Promise<Entry | LeftOut | undefined> {
    const path = `${manuscriptFolder}/${name}`
    const state = files.state(rootPath, path)
    const cached = previous?.entries.get(path)
    if (cached?.state === state) return cached
    if (state.kind === 'missing') return undefined
    // A pipe is never opened: reading it would block for ever.
    if (state.kind !== 'file') return refused(path, 'no file')
    return readEntry(path, name, state, cached).catch((error: unknown) => {
      if (!isAppError(error) && systemCode(error) === undefined) throw error
      return refused(path, isAppError(error) ? error.code : systemCode(error))
    })
  }

  function refused(path: string, code: string | undefined): LeftOut {
    logger.warn({ path, code }, 'chapter left out of the list')
    return { path, problem: 'read_error' }
  }

  async function readEntry(
    path: string,
    name: string,
    state: FileState,
    cached: Entry | undefined,
  ): Promise<Entry | undefined> {
    if (state.size <= maxDocumentBytes) {
      const { bytes, hash } = await files.read(rootPath, path, maxDocumentBytes, state)
      // Written a moment ago, it is read at each scan; described once.
      return cached?.hash === hash ? { ...cached, state } : entryOf(path, bytes, hash, state)
    }
    await resolveContained(rootPath, path)
    const hash = await files.view(rootPath).hashOf(path, state)
    if (hash === undefined) return undefined
    const description = describeDocument(name, undefined)
    return {
      path,
      state,
      description,
      key: orderKey(name, description.title),
      characters: 0,
      wordCount: 0,
      hash,
    }
  }
}

/** What the list knows about a file with these bytes; characters are 0 when it is not UTF-8. */
export function entryOf(
  path: string,
  bytes: Uint8Array,
  hash: string = sha256Hex(bytes),
  state?: FileState,
): Entry {
  const name = nameOf(path)
  const text = decodeUtf8(bytes)?.text
  const description = describeDocument(name, text)
  const key = orderKey(name, description.title)
  return {
    path,
    state,
    description,
    key,
    characters: text?.length ?? 0,
    wordCount: countWords(text ?? ''),
    hash,
  }
}

/** In the order of the names. */
function sortEntries(entries: Iterable<Entry>): Pick<Scan, 'entries' | 'files'> {
  const files = [...entries].sort((a, b) => compareKeys(a.key, b.key))
  return { entries: new Map(files.map((entry) => [entry.path, entry])), files }
}

/** Names of the chapter files, and of copies that sync tools and editors made of them. */
async function chapterNames(
  rootPath: string,
): Promise<{ readonly names: readonly string[]; readonly orphaned: readonly string[] }> {
  let entries: Dirent[]
  try {
    const folder = await resolveContained(rootPath, manuscriptFolder)
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || systemCode(error) === 'ENOENT') return { names: [], orphaned: [] }
    throw error
  }
  const all = entries.filter((item) => !item.isDirectory()).map(({ name }) => name)
  const orphaned = new Set(orphanedNames(all))
  // What the book lists is a chapter, whatever has gone since from the row that it was counted in.
  if ([...orphaned].some(isCounted))
    for (const path of await listedFiles(rootPath)) if (isCounted(path)) orphaned.delete(nameOf(path))
  return {
    names: all.filter((name) => /\.md$/i.test(name) && !orphaned.has(name)),
    orphaned: all
      .filter((name) => orphaned.has(name) && shouldShow(name) && /\.md\b/i.test(name))
      .sort(compareCodePoints),
  }
}

/** The files of the chapters in `book.json`; none while it cannot be read. */
async function listedFiles(rootPath: string): Promise<readonly string[]> {
  try {
    const bytes = await readContained(rootPath, bookPath, bookFormat.maxBytes)
    const json = parseJson(bytes.toString('utf8'), bookFormat.bounds)
    const book = bookFormat.schema.safeParse(json.ok ? json.value : undefined)
    return (book.data?.chapters ?? []).flatMap(({ file }) => file ?? [])
  } catch (error) {
    if (isAppError(error) || systemCode(error) !== undefined) return []
    throw error
  }
}

/** A missing project folder is no book without chapters. @throws AppError NOT_FOUND. */
export function requireRoot(rootPath: string, files: FileCache): void {
  if (files.state(rootPath, '').kind === 'missing') throw new AppError('NOT_FOUND', { why: 'projectFolder' })
}
