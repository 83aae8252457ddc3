import { createHash } from 'node:crypto'
import { createReadStream, type Dirent, lstatSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DocumentSummary } from '#contract/documents.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { type Description, describeDocument } from './describe.ts'
import { leftoverNames } from './leftovers.ts'
import { compareKeys, type OrderKey, orderKey } from './order.ts'

/** A manuscript file is read up to this many bytes. */
export const maxDocumentBytes = 64 * 1024 * 1024
export const manuscriptFolder = 'manuscript'

/** One file as last seen; `stamp` tells whether it must be read again. */
export interface Entry {
  readonly documentId: string
  readonly stamp: string
  readonly description: Description
  readonly key: OrderKey
  readonly characters: number
  readonly hash: string
}

export interface Scan {
  readonly entries: ReadonlyMap<string, Entry>
  readonly summaries: readonly DocumentSummary[]
  /** Changes when a file is added, removed, renamed or replaced. */
  readonly folderStamp: string
}

const filesAtOnce = 16
/** A file changed so recently may change again within the same tick of the file system's clock. */
const settledMs = 50

/**
 * Lists the chapters with these file names in order, reading only files whose size or times changed since
 * `previous`. Links out of the project are left out.
 */
export async function scanManuscript(
  rootPath: string,
  names: readonly string[],
  previous: Scan | undefined,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<Omit<Scan, 'folderStamp'>> {
  const entries: Entry[] = []
  for (let from = 0; from < names.length; from += filesAtOnce) {
    const some = names.slice(from, from + filesAtOnce)
    for (const entry of await Promise.all(some.map(look))) if (entry) entries.push(entry)
  }
  const isSame =
    previous?.entries.size === entries.length &&
    entries.every((entry) => previous.entries.get(entry.documentId) === entry)
  return isSame ? previous : arrange(entries)

  async function look(name: string): Promise<Entry | undefined> {
    const documentId = `${manuscriptFolder}/${name}`
    try {
      const stats = statSync(join(rootPath, manuscriptFolder, name), { bigint: true })
      const stamp = `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
      const known = previous?.entries.get(documentId)
      if (known?.stamp === stamp) return known
      const settled = clock.now() - Number(stats.mtimeMs) > settledMs
      if (stats.size > maxDocumentBytes) return await tooLarge(documentId, name, stamp)
      return entryOf(
        documentId,
        settled ? stamp : '',
        await readContained(rootPath, documentId, maxDocumentBytes),
      )
    } catch (error) {
      if (!isAppError(error) && systemCode(error) === undefined) throw error
      logger.warn(
        { document: documentId, code: isAppError(error) ? error.code : systemCode(error) },
        'chapter left out of the list',
      )
      return undefined
    }
  }

  async function tooLarge(documentId: string, name: string, stamp: string): Promise<Entry> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(await resolveContained(rootPath, documentId)), hash)
    const description = describeDocument(name, undefined)
    const key = orderKey(name, description.title)
    return { documentId, stamp, description, key, characters: 0, hash: hash.digest('hex') }
  }
}

/** What the list knows about a file with these bytes; characters are 0 when it is not UTF-8. */
export function entryOf(documentId: string, stamp: string, bytes: Uint8Array): Entry {
  const name = documentId.slice(manuscriptFolder.length + 1)
  const text = decodeUtf8(bytes)?.text
  const description = describeDocument(name, text)
  const key = orderKey(name, description.title)
  return { documentId, stamp, description, key, characters: text?.length ?? 0, hash: sha256Hex(bytes) }
}

/** Sorts and numbers: a chapter's number is its place among the numbered ones, front matter has 0. */
export function arrange(entries: Iterable<Entry>): Pick<Scan, 'entries' | 'summaries'> {
  const sorted = [...entries].sort((a, b) => compareKeys(a.key, b.key))
  let count = 0
  const summaries = sorted.map(({ documentId, description, characters, hash }) => {
    if (description.numbered) count += 1
    const { kind, title } = description
    return { documentId, kind, title, chapterNumber: kind === 'front' ? 0 : count, characters, hash }
  })
  return { entries: new Map(sorted.map((entry) => [entry.documentId, entry])), summaries }
}

/** Names of the chapter files; leftovers are not among them. */
export async function chapterNames(rootPath: string): Promise<string[]> {
  let found: Dirent[]
  try {
    const folder = await resolveContained(rootPath, manuscriptFolder)
    found = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || systemCode(error) === 'ENOENT') return []
    throw error
  }
  const leftovers = leftoverNames(found.map(({ name }) => name))
  return found
    .filter((item) => (item.isFile() || item.isSymbolicLink()) && /\.md$/i.test(item.name))
    .map(({ name }) => name)
    .filter((name) => !leftovers.has(name))
}

/** Empty when there is no folder; a project folder that is gone is an error. */
export function folderStampOf(rootPath: string): string {
  try {
    const stats = statSync(join(rootPath, manuscriptFolder), { bigint: true })
    return `${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    if (lstatSync(rootPath, { throwIfNoEntry: false })) return ''
    throw new AppError('NOT_FOUND', '项目文件夹不在了。', { cause: error })
  }
}
