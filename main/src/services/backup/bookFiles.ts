import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained } from '../../lib/containedPath.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type ManuscriptService, maxDocumentBytes } from '../manuscript/index.ts'
import { readAuthorFiles, readPresentBook } from '../snapshots/index.ts'

const deflate = promisify(deflateRaw)
/** A file that packs better than any text would be refused as hostile when the zip is opened. */
const maxRatio = 100
/** Files that get other names while they are read: after so many attempts it is refused. */
const maxAttempts = 3

/** A file as it goes into a zip. */
export interface PackedFile {
  /** Project-relative. */
  readonly path: string
  /** Length of the file. */
  readonly bytes: number
  /** sha256hex of the file. */
  readonly hash: string
  readonly crc: number
  /** Of the zip format: 0 stored, 8 deflated. */
  readonly compression: 0 | 8
  readonly packed: Uint8Array
}

/** A book as its files are now. */
export interface BookFiles {
  /** Chapters in the author's order, `book.json`, then the author's other files. */
  readonly files: readonly PackedFile[]
  /** Project-relative paths of files too large to be read. */
  readonly leftOut: readonly string[]
}

/** Packs one file, off the main thread. */
export async function pack(path: string, bytes: Uint8Array): Promise<PackedFile> {
  const deflated = await deflate(bytes)
  const isStored = deflated.length >= bytes.length || bytes.length > deflated.length * maxRatio
  return {
    path,
    bytes: bytes.length,
    hash: sha256Hex(bytes),
    crc: crc32(bytes),
    compression: isStored ? 0 : 8,
    packed: isStored ? bytes : deflated,
  }
}

/**
 * Everything that a snapshot of the book would have, with the bytes that are on disk. @throws AppError CONFLICT (files
 * that change without pause), and as reading the book; the signal's reason.
 */
export async function readBookFiles(options: {
  readonly manuscript: Pick<ManuscriptService, 'outline' | 'book'>
  readonly projectId: string
  readonly root: string
  readonly signal: AbortSignal
}): Promise<BookFiles> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(options)
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND')) throw error
      if (attempt === maxAttempts) throw new AppError('CONFLICT', { why: 'busy' }, { cause: error })
    }
  }
}

async function readOnce({
  manuscript,
  projectId,
  root,
  signal,
}: Parameters<typeof readBookFiles>[0]): Promise<BookFiles> {
  const { chapters, book } = await readPresentBook(manuscript, projectId)
  const files: PackedFile[] = []
  const leftOut: string[] = []
  for (const { path } of chapters) {
    signal.throwIfAborted()
    if (path === null) continue
    const bytes = await readContained(root, path, maxDocumentBytes).catch(tooLarge)
    if (bytes) files.push(await pack(path, bytes))
    else leftOut.push(path)
  }
  files.push(await pack('.creonow/book.json', Buffer.from(`${JSON.stringify(book, null, 2)}\n`)))
  for await (const { path, bytes } of readAuthorFiles(root)) {
    signal.throwIfAborted()
    if (bytes) files.push(await pack(path, bytes))
    else leftOut.push(path)
  }
  return { files, leftOut }
}

function tooLarge(error: unknown): undefined {
  if (isAppError(error, 'FILE_TOO_LARGE')) return undefined
  throw error
}
