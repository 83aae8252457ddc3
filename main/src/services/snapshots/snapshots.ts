import { randomBytes } from 'node:crypto'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { readContained } from '../../lib/containedPath.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { countWords } from '../../lib/wordCount.ts'
import { type ManuscriptService, maxDocumentBytes } from '../manuscript/index.ts'
import { hashAuthorFiles, readAuthorFiles } from './authorFiles.ts'
import { type BookComparison, compareBooks } from './comparison.ts'
import {
  isSameBook,
  type Manifest,
  maxNameUnits,
  type SnapshotCause,
  type StoredChapter,
  timeOf,
} from './manifest.ts'
import { type PresentBook, readPresentBook } from './presentBook.ts'
import { planFiles } from './restorePlan.ts'
import { eachAtOnce, type SnapshotStore } from './snapshotStore.ts'
import { maxByAuthor, snapshotsToRemove } from './thinning.ts'

/** A snapshot without its texts. */
export interface SnapshotSummary {
  readonly snapshotId: string
  /** In milliseconds since the epoch. */
  readonly madeAt: number
  readonly cause: SnapshotCause
  /** The author's. */
  readonly name?: string
  readonly chapters: number
  /** 字 of all chapters. */
  readonly words: number
  /** Paths of files that were too large to be stored. */
  readonly leftOut: readonly string[]
}

export interface SnapshotsOptions {
  readonly manuscript: Pick<ManuscriptService, 'outline' | 'book'>
  readonly rootOf: (projectId: string) => string
  readonly store: SnapshotStore
  /** Texts that are needed although no snapshot may have them. */
  readonly neededTexts: (projectId: string) => Promise<ReadonlySet<string>>
  readonly clock: Clock
  readonly logger: Logger
}

interface About {
  readonly cause: SnapshotCause
  readonly name?: string | undefined
  /** A snapshot that does not go to make room for this one. */
  readonly neededId: string | undefined
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Files that get other names while they are read: after so many attempts it is refused. */
const maxAttempts = 3

/** Whole books at one moment: made, listed, compared, removed. */
export function createSnapshots(options: SnapshotsOptions) {
  const { manuscript, rootOf, store, neededTexts, clock, logger } = options

  async function storeBook(
    projectId: string,
    { chapters, book }: PresentBook,
    { cause, name, neededId }: About,
  ): Promise<Manifest> {
    const root = rootOf(projectId)
    const earlier = await store.list(projectId)
    const byAuthor = earlier.filter((each) => each.cause === 'author').length
    if (cause === 'author' && byAuthor >= maxByAuthor)
      throw new AppError('CONFLICT', { why: 'snapshotLimit', limit: maxByAuthor })
    const leftOut: string[] = []
    const storedChapters: (StoredChapter | undefined)[] = Array.from(chapters, () => undefined)
    await eachAtOnce([...chapters.entries()], async ([at, chapter]) => {
      const { path, hash } = chapter
      if (path === null) {
        storedChapters[at] = chapter
        return
      }
      const size = await store.sizeOf(projectId, hash)
      if (size !== undefined) {
        storedChapters[at] = { ...chapter, bytes: size }
        return
      }
      const bytes = await readContained(root, path, maxDocumentBytes).catch(tooLarge)
      if (!bytes) {
        leftOut.push(path)
        return
      }
      const stored = await storeIfNew(projectId, bytes)
      const isAsListed = stored.hash === hash
      storedChapters[at] = {
        ...chapter,
        ...stored,
        words: isAsListed ? chapter.words : countWords(decodeUtf8(bytes)?.text ?? ''),
      }
    })
    const files: Manifest['files'] = []
    for await (const { path, bytes } of readAuthorFiles(root)) {
      if (bytes) files.push({ path, ...(await storeIfNew(projectId, bytes)) })
      else leftOut.push(path)
    }
    const bookText = await storeIfNew(projectId, Buffer.from(JSON.stringify(book)))
    const newest = earlier.at(-1)
    const madeAt = Math.max(clock.now(), newest ? timeOf(newest) + 1 : 0)
    const manifest: Manifest = {
      version: 1,
      snapshotId: `${String(madeAt).padStart(13, '0')}-${randomBytes(4).toString('hex')}`,
      cause,
      ...(name !== undefined && { name }),
      book: bookText.hash,
      chapters: storedChapters.filter((each) => each !== undefined),
      files,
      leftOut: leftOut.sort(),
    }
    if (newest && cause !== 'author' && isSameBook(newest, manifest)) return newest
    await store.complete(projectId, manifest)
    await removeOld(projectId, [...earlier, manifest], neededId)
    return manifest
  }

  async function storeIfNew(projectId: string, bytes: Buffer) {
    const hash = sha256Hex(bytes)
    if ((await store.sizeOf(projectId, hash)) === undefined) await store.add(projectId, bytes)
    return { hash, bytes: bytes.length }
  }

  /** The snapshot is made: what fails here is tried again with the next. */
  async function removeOld(
    projectId: string,
    manifests: readonly Manifest[],
    neededId: string | undefined,
  ): Promise<void> {
    const bookBytes = (manifests.at(-1)?.chapters ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
    const old = snapshotsToRemove(manifests, { bookBytes }).filter(
      ({ snapshotId }) => snapshotId !== neededId,
    )
    if (old.length === 0) return
    try {
      await store.remove(projectId, old, await neededTexts(projectId), clock.now())
      logger.info({ projectId, removed: old.length }, 'oldest snapshots removed')
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'old snapshots not removed')
    }
  }

  /** What a failed snapshot has stored already is of no use to anybody. */
  async function removeRemains(projectId: string): Promise<void> {
    try {
      await store.remove(projectId, [], await neededTexts(projectId), clock.now())
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'remains of a snapshot not removed')
    }
  }

  async function create(projectId: string, about: About): Promise<Manifest> {
    for (let attempt = 1; ; attempt++) {
      // Outside the turn: the list of chapters may wait for a lock whose owner waits for a snapshot.
      const present = await readPresentBook(manuscript, projectId)
      try {
        return await store.inTurn(projectId, async () => {
          try {
            return await storeBook(projectId, present, about)
          } catch (error) {
            await removeRemains(projectId)
            throw error
          }
        })
      } catch (error) {
        if (!isAppError(error, 'NOT_FOUND')) throw error
        if (attempt === maxAttempts) throw new AppError('CONFLICT', { why: 'busy' }, { cause: error })
      }
    }
  }

  return {
    /**
     * The whole book as it is. One of the app's own is the newest, when that has the same book. @throws AppError
     * CONFLICT (as many of the author's as there may be; files that change without pause), IO_ERROR, READ_ONLY.
     */
    async create(
      projectId: string,
      cause: SnapshotCause,
      { name, neededId }: { readonly name?: string | undefined; readonly neededId?: string } = {},
    ): Promise<SnapshotSummary & { readonly manifest: Manifest }> {
      const trimmed = name?.trim().slice(0, maxNameUnits).toWellFormed()
      const manifest = await create(projectId, { cause, neededId, ...(trimmed && { name: trimmed }) })
      return { ...summaryOf(manifest), manifest }
    },

    /** Newest first. */
    list: async (projectId: string): Promise<readonly SnapshotSummary[]> =>
      (await store.list(projectId)).map(summaryOf).toReversed(),

    /** What became of the book since. @throws AppError NOT_FOUND, IO_ERROR (damaged). */
    async compare(
      projectId: string,
      snapshotId: string,
    ): Promise<{ readonly snapshot: SnapshotSummary } & BookComparison> {
      const manifest = await store.find(projectId, snapshotId)
      const present = await readPresentBook(manuscript, projectId)
      const files = planFiles(manifest, await hashAuthorFiles(rootOf(projectId)))
      return { snapshot: summaryOf(manifest), ...compareBooks(manifest, present, files) }
    },

    /** The text of a chapter. @throws AppError NOT_FOUND, IO_ERROR (damaged), DOCUMENT_ENCODING. */
    async read(projectId: string, snapshotId: string, documentId: string): Promise<string> {
      const { chapters } = await store.find(projectId, snapshotId)
      const chapter = chapters.find((each) => each.documentId === documentId)
      if (!chapter || chapter.path === null) throw new AppError('NOT_FOUND', { why: 'snapshotChapter' })
      const decoded = decodeUtf8(await store.read(projectId, chapter.hash))
      if (!decoded) throw new AppError('DOCUMENT_ENCODING', { why: 'version' })
      return decoded.text
    },

    /** `undelete` brings it back for some time. @throws AppError NOT_FOUND, IO_ERROR, READ_ONLY. */
    async delete(projectId: string, snapshotId: string): Promise<void> {
      await store.inTurn(projectId, async () => {
        await store.discard(projectId, await store.find(projectId, snapshotId), clock.now())
        await store.remove(projectId, [], await neededTexts(projectId), clock.now())
      })
    },

    /** @throws AppError NOT_FOUND, IO_ERROR, READ_ONLY. */
    async undelete(projectId: string, snapshotId: string): Promise<SnapshotSummary> {
      return summaryOf(await store.inTurn(projectId, () => store.undelete(projectId, snapshotId)))
    },
  }
}

function summaryOf(manifest: Manifest): SnapshotSummary {
  const { snapshotId, cause, name, chapters, leftOut } = manifest
  return {
    ...{ snapshotId, madeAt: timeOf(manifest), cause },
    ...(name !== undefined && { name }),
    chapters: chapters.length,
    words: chapters.reduce((sum, chapter) => sum + chapter.words, 0),
    leftOut,
  }
}

function tooLarge(error: unknown): undefined {
  if (isAppError(error, 'FILE_TOO_LARGE')) return undefined
  throw error
}
