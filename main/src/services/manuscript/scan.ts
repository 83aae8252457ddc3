import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { DocumentSummary } from '#contract/documents.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { orphanedNames, shouldShow } from '../../lib/orphanedFiles.ts'
import { compareCodePoints } from '../../lib/text.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { countWords } from '../../lib/wordCount.ts'
import { type Description, describeDocument } from './describe.ts'
import { compareKeys, type OrderKey, orderKey } from './order.ts'

/** A manuscript file is read up to this many bytes. */
export const maxDocumentBytes = 64 * 1024 * 1024
export const manuscriptFolder = 'manuscript'

/** One file as last seen; another `state` means that it must be read again. */
export interface Entry {
  readonly documentId: string
  /** Undefined: not from the disk. */
  readonly state: FileState | undefined
  readonly description: Description
  readonly key: OrderKey
  readonly characters: number
  readonly wordCount: number
  readonly hash: string
}

/** A file of the folder that is no document. */
export interface LeftOut {
  readonly path: string
  readonly problem: 'leftover' | 'read_error'
}

export interface Scan {
  readonly entries: ReadonlyMap<string, Entry>
  readonly summaries: readonly DocumentSummary[]
  readonly leftOut: readonly LeftOut[]
}

const filesAtOnce = 16
/** Files looked at before the event loop gets its turn. */
const filesPerTurn = 500

/**
 * The chapters of a project in order; only files that are not as they were in `previous` are read. When nothing
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
  if (!previous) return { ...arrange(entries), leftOut }
  const isSame =
    previous.entries.size === entries.length &&
    entries.every((entry) => previous.entries.get(entry.documentId)?.hash === entry.hash)
  const isSameRest =
    previous.leftOut.length === leftOut.length &&
    leftOut.every(({ path, problem }, at) => {
      const before = previous.leftOut[at]
      return before?.path === path && before.problem === problem
    })
  if (!isSame) return { ...arrange(entries), leftOut }
  const isUntouched = entries.every((entry) => previous.entries.get(entry.documentId) === entry)
  if (isUntouched && isSameRest) return previous
  const { entries: sorted } = arrange(entries)
  return { ...previous, entries: sorted, leftOut: isSameRest ? previous.leftOut : leftOut }

  function scanFile(name: string): Entry | LeftOut | undefined | Promise<Entry | LeftOut | undefined> {
    const documentId = `${manuscriptFolder}/${name}`
    const state = files.state(rootPath, documentId)
    const cached = previous?.entries.get(documentId)
    if (cached?.state === state) return cached
    if (state.kind === 'missing') return undefined
    // A pipe is never opened: whoever reads it waits for ever.
    if (state.kind !== 'file') return refused(documentId, 'no file')
    return readEntry(documentId, name, state, cached).catch((error: unknown) => {
      if (!isAppError(error) && systemCode(error) === undefined) throw error
      return refused(documentId, isAppError(error) ? error.code : systemCode(error))
    })
  }

  function refused(documentId: string, code: string | undefined): LeftOut {
    logger.warn({ document: documentId, code }, 'chapter left out of the list')
    return { path: documentId, problem: 'read_error' }
  }

  async function readEntry(
    documentId: string,
    name: string,
    state: FileState,
    cached: Entry | undefined,
  ): Promise<Entry | undefined> {
    if (state.size <= maxDocumentBytes) {
      const { bytes, hash } = await files.read(rootPath, documentId, maxDocumentBytes, state)
      // Written a moment ago, it is read at each look; described once.
      return cached?.hash === hash ? { ...cached, state } : entryOf(documentId, bytes, hash, state)
    }
    await resolveContained(rootPath, documentId)
    const hash = await files.view(rootPath).hashOf(documentId, state)
    if (hash === undefined) return undefined
    const description = describeDocument(name, undefined)
    return {
      documentId,
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
  documentId: string,
  bytes: Uint8Array,
  hash: string = sha256Hex(bytes),
  state?: FileState,
): Entry {
  const name = documentId.slice(manuscriptFolder.length + 1)
  const text = decodeUtf8(bytes)?.text
  const description = describeDocument(name, text)
  const key = orderKey(name, description.title)
  return {
    documentId,
    state,
    description,
    key,
    characters: text?.length ?? 0,
    wordCount: countWords(text ?? ''),
    hash,
  }
}

/**
 * Sorts and numbers: a chapter's number is its place among the numbered ones, front matter has 0. A volume goes from
 * the file that begins it to the next that does.
 */
export function arrange(entries: Iterable<Entry>): Pick<Scan, 'entries' | 'summaries'> {
  const sorted = [...entries].sort((a, b) => compareKeys(a.key, b.key))
  let count = 0
  let volume: DocumentSummary['volume']
  const summaries = sorted.map(({ documentId, description, characters, wordCount, hash }) => {
    if (description.numbered) count += 1
    const { kind, title, numbered, hasOwnNumber } = description
    if (description.volume !== undefined)
      volume = { title: description.volume, index: (volume?.index ?? 0) + 1 }
    const chapterNumber = kind === 'front' ? 0 : count
    const unnumbered = numbered && !hasOwnNumber && ({ unnumbered: true } as const)
    return {
      ...{ documentId, kind, title, chapterNumber, characters, words: wordCount, hash },
      ...(unnumbered || {}),
      ...(volume && { volume }),
    }
  })
  return { entries: new Map(sorted.map((entry) => [entry.documentId, entry])), summaries }
}

/** Names of the chapter files, and of what sync tools and editors have left beside them. */
export async function chapterNames(
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
  const orphaned = orphanedNames(all)
  return {
    names: all.filter((name) => /\.md$/i.test(name) && !orphaned.has(name)),
    orphaned: all
      .filter((name) => orphaned.has(name) && shouldShow(name) && /\.md\b/i.test(name))
      .sort(compareCodePoints),
  }
}

/** A project's folder that is gone is no book without chapters. @throws AppError NOT_FOUND. */
export function requireRoot(rootPath: string, files: FileCache): void {
  if (files.state(rootPath, '').kind === 'missing') throw new AppError('NOT_FOUND', '项目文件夹不在了。')
}
