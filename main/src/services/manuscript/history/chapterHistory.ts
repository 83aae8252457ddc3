import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Notice } from '#contract/warnings.ts'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import type { Clock } from '../../../lib/clock.ts'
import { readContained } from '../../../lib/containedPath.ts'
import {
  createFileQueue,
  fileError,
  namesIn,
  readFileBounded,
  writeFileAtomically,
} from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'
import { syncFolder } from '../../../lib/moveFile.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import { countWords } from '../../../lib/wordCount.ts'
import { manuscriptFolder, maxDocumentBytes } from '../scan.ts'
import { bytesOf, versionsOverQuota, versionsToPrune } from './thinning.ts'
import {
  fileOfVersion,
  parseVersion,
  type Version,
  type VersionCause,
  versionOf,
  versionOfFile,
} from './version.ts'

/** While the author types, a version is stored no more often than this. */
const typingIntervalMs = 5 * 60_000
/** The versions of a work take at most this, or so many times what its chapters take. */
const leastMaxBytes = 50 * 1_048_576
const maxManuscripts = 20
/** All chapters are checked when a work is first written to, and then at this interval. */
const tidyIntervalMs = 24 * 3_600_000

/** A chapter that is about to be written over. */
interface Overwritten {
  readonly projectId: string
  /** The chapter's id; of front matter its path. */
  readonly documentId: string
  /** Project-relative. */
  readonly path: string
  /** Its bytes as they are on disk. */
  readonly bytes: Uint8Array
  readonly cause: VersionCause
}

export interface ChapterHistory {
  /**
   * Stores what is about to be written over; while the author types no more often than every 5 minutes, and nothing
   * when the newest version has the same text. @throws AppError IO_ERROR, READ_ONLY for a restore, which must be
   * undoable; other failures are in `news`, because the chapter itself must be saved all the same.
   */
  beforeWrite(chapter: Overwritten): Promise<void>
  /** The same for a file of the project that something writes to several files; nothing for what is no chapter. */
  beforeEdit(projectId: string, path: string, cause: VersionCause): Promise<void>
  /** Records the app's own text, so that text from outside is recognised as such. */
  wrote(projectId: string, documentId: string, hash: string): void
  /** Newest first. */
  list(projectId: string, documentId: string): Promise<readonly Version[]>
  /** The bytes of a version. @throws AppError NOT_FOUND, IO_ERROR. */
  read(projectId: string, documentId: string, versionId: string): Promise<Buffer>
  /** Versions that are stored by the path of a chapter go to its id. Twice is as once. */
  adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void>
  /** A copy of a project begins with the versions of the original. */
  copy(from: string, to: string): Promise<void>
  /** Failed versions: reported once, until it has worked again. */
  news(projectId: string): readonly Notice[]
}

interface ChapterState {
  readonly lastVersionAt: number
  /** Hash of what the app wrote last, and when. */
  readonly own?: { readonly hash: string; readonly at: number }
}

export interface HistoryOptions {
  /** The folder for the versions of a project; also of one that is about to be registered. */
  readonly folderOf: (projectId: string) => string
  readonly rootOf: (projectId: string) => string
  /** The id of the chapter whose file this is; the path itself without it, as of front matter. */
  readonly idOf?: (projectId: string, path: string) => Promise<string>
  readonly clock: Clock
  readonly logger: Logger
  /** How a version is stored; for tests of disks that fail. */
  readonly store?: typeof storeVersion
}

/** The versions of chapters, `<data folder of the project>/history/<id>/<time>…`. Never sent anywhere. */
export function createChapterHistory(options: HistoryOptions): ChapterHistory {
  const { folderOf, rootOf, clock, logger, store = storeVersion } = options
  const { idOf = async (_projectId: string, path: string) => path } = options
  const states = new Map<string, ChapterState>()
  /** Size of all versions of a project, and when they were last checked. */
  const totals = new Map<string, { readonly bytes: number; readonly at: number }>()
  const failures = new Map<string, { readonly notice: Notice; reported: boolean }>()
  const queue = createFileQueue()

  const keyOf = (projectId: string, documentId: string) => `${projectId}\0${documentId}`
  const folderOfChapter = (projectId: string, documentId: string) =>
    join(folderOf(projectId), folderNameOf(documentId))

  async function saveVersion({
    projectId,
    documentId,
    path,
    bytes,
    cause: requested,
  }: Overwritten): Promise<void> {
    const now = clock.now()
    const key = keyOf(projectId, documentId)
    const hash = sha256Hex(bytes)
    const before = states.get(key)
    const isOutside = requested === 'typing' && before?.own !== undefined && before.own.hash !== hash
    const cause = isOutside ? 'outside' : requested
    if (cause === 'typing' && before && now - before.lastVersionAt < typingIntervalMs) return
    const folder = folderOfChapter(projectId, documentId)
    const versions = await versionsIn(folder)
    const newest = versions.at(-1)
    const isEarly =
      cause === 'typing' && newest && before === undefined && now - newest.savedAt < typingIntervalMs
    states.set(key, { ...before, lastVersionAt: isEarly ? newest.savedAt : now })
    if (isEarly || newest?.hash === hash) return
    const modifiedAt = before?.own?.hash === hash ? before.own.at : await changedAt(projectId, path, now)
    const version = await store(
      folder,
      bytes,
      {
        // Later than the previous one, whatever the clocks of machines and copies show.
        savedAt: Math.max(Math.min(modifiedAt, now), (newest?.savedAt ?? -1) + 1),
        cause: cause === 'typing' && newest === undefined ? 'first' : cause,
        words: countWords(decodeUtf8(bytes)?.text ?? ''),
        hash,
      },
      versions,
    )
    const all = [...versions, version]
    const pruned = new Set(versionsToPrune(all, now))
    await removeVersions(folder, [...pruned])
    const left = all.filter((each) => !pruned.has(each))
    await bound(projectId, bytesOf(left) - bytesOf(versions))
  }

  /** When the file was last written, if that can still be read. */
  async function changedAt(projectId: string, path: string, now: number): Promise<number> {
    try {
      return Math.floor((await lstat(join(rootOf(projectId), path))).mtimeMs)
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return now
    }
  }

  async function bound(projectId: string, grown: number): Promise<void> {
    const before = totals.get(projectId)
    const isDue = before === undefined || clock.now() - before.at > tidyIntervalMs
    const total = isDue
      ? { bytes: await tidy(projectId), at: clock.now() }
      : { ...before, bytes: before.bytes + grown }
    totals.set(projectId, total)
    const next = total.bytes
    if (next <= leastMaxBytes) return
    const maxBytes = Math.max(leastMaxBytes, maxManuscripts * (await manuscriptBytes(rootOf(projectId))))
    if (next <= maxBytes) return
    const folders = await foldersOf(projectId)
    const chapters = await Promise.all(folders.map(versionsIn))
    const pruned = new Set(versionsOverQuota(chapters, maxBytes))
    for (const [at, versions] of chapters.entries())
      await removeVersions(
        folders[at] ?? '',
        versions.filter((version) => pruned.has(version)),
      )
    logger.info({ projectId, removed: pruned.size }, 'oldest versions removed: their place is used up')
    totals.set(projectId, { bytes: await tidy(projectId), at: clock.now() })
  }

  const foldersOf = async (projectId: string) =>
    (await namesIn(folderOf(projectId))).map((name) => join(folderOf(projectId), name))

  /** Thins also what nobody works on any more. @returns what is left, in bytes. */
  async function tidy(projectId: string): Promise<number> {
    let total = 0
    for (const folder of await foldersOf(projectId)) {
      const versions = await versionsIn(folder)
      const pruned = new Set(versionsToPrune(versions, clock.now()))
      await removeVersions(folder, [...pruned])
      total += bytesOf(versions.filter((version) => !pruned.has(version)))
    }
    return total
  }

  async function beforeWrite(chapter: Overwritten): Promise<void> {
    const { projectId, cause } = chapter
    try {
      await queue.run(projectId, () => saveVersion(chapter))
      failures.delete(projectId)
    } catch (error) {
      if (cause === 'restore' || !(isAppError(error) || systemCode(error))) throw error
      const isFull = isAppError(error) && (error.details as { why?: string } | undefined)?.why === 'full' // of `fileError`
      logger.warn({ projectId, cause: String(error) }, 'no version kept')
      if (failures.has(projectId)) return
      const notice: Notice = { code: 'HISTORY_NOT_KEPT', params: { cause: isFull ? 'full' : 'refused' } }
      failures.set(projectId, { notice, reported: false })
    }
  }

  return {
    beforeWrite,
    async beforeEdit(projectId, path, cause) {
      if (!path.startsWith(`${manuscriptFolder}/`)) return
      const bytes = await readContained(rootOf(projectId), path, maxDocumentBytes)
      await beforeWrite({ projectId, documentId: await idOf(projectId, path), path, bytes, cause })
    },
    wrote(projectId, documentId, hash) {
      const key = keyOf(projectId, documentId)
      const lastVersionAt = states.get(key)?.lastVersionAt ?? Number.NEGATIVE_INFINITY
      states.set(key, { lastVersionAt, own: { hash, at: clock.now() } })
    },
    list: async (projectId, documentId) =>
      (await versionsIn(folderOfChapter(projectId, documentId))).toReversed(),
    async read(projectId, documentId, versionId) {
      const version = parseVersion(versionId)
      if (!version) throw notThere()
      try {
        return await readVersion(folderOfChapter(projectId, documentId), version)
      } catch (error) {
        throw isAppError(error, 'NOT_FOUND') ? notThere() : error
      }
    },
    adoptIds: (projectId, ids) =>
      queue.run(projectId, async () => {
        for (const [path, id] of ids)
          await moveFolder(folderOfChapter(projectId, path), folderOfChapter(projectId, id))
      }),
    copy: (from, to) =>
      queue.run(to, async () => {
        for (const name of await namesIn(folderOf(from)))
          await linkFolder(join(folderOf(from), name), join(folderOf(to), name))
      }),
    news(projectId) {
      const failure = failures.get(projectId)
      if (!failure || failure.reported) return []
      failure.reported = true
      return [failure.notice]
    },
  }
}

/** Of front matter, whose path is no name for a folder, a hash of it. */
const folderNameOf = (documentId: string) =>
  /^c_[A-Za-z0-9_-]+$/.test(documentId) ? documentId : sha256Hex(documentId).slice(0, 32)

async function manuscriptBytes(root: string): Promise<number> {
  let bytes = 0
  for (const name of await namesIn(join(root, manuscriptFolder)))
    bytes += (await lstat(join(root, manuscriptFolder, name)).catch(() => undefined))?.size ?? 0
  return bytes
}

const notThere = () => new AppError('NOT_FOUND', { why: 'version' })

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Half of a text goes at a tenth of the time that the best quality takes. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The versions in a folder, oldest first; none when there is no folder. */
async function versionsIn(folder: string): Promise<Version[]> {
  return (await namesIn(folder))
    .flatMap((name) => versionOfFile(name) ?? [])
    .sort((version, other) => version.savedAt - other.savedAt)
}

/**
 * Stores the bytes of a chapter, compressed; content that one of `existing` has is stored once, under both names.
 * Synced before it resolves. @throws AppError IO_ERROR, READ_ONLY.
 */
async function storeVersion(
  folder: string,
  bytes: Uint8Array,
  fields: Omit<Version, 'versionId' | 'bytes'>,
  existing: readonly Version[],
): Promise<Version> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const same = existing.find(({ hash }) => hash === fields.hash)
    const again = same && versionOf({ ...fields, bytes: same.bytes })
    if (
      same &&
      again &&
      (await linked(join(folder, fileOfVersion(same)), join(folder, fileOfVersion(again))))
    )
      return again
    const content = await compress(bytes, quality)
    const version = versionOf({ ...fields, bytes: content.length })
    await writeFileAtomically(join(folder, fileOfVersion(version)), content, { mode: 0o600 })
    await syncFolder(folder)
    return version
  } catch (error) {
    throw fileError(error)
  }
}

/** The bytes of a version. @throws AppError NOT_FOUND, IO_ERROR when they are not the stored ones. */
async function readVersion(folder: string, version: Version): Promise<Buffer> {
  const content = await readFileBounded(join(folder, fileOfVersion(version)), maxDocumentBytes)
  const bytes = await decompress(content, { maxOutputLength: maxDocumentBytes }).catch(broken)
  return sha256Hex(bytes) === version.hash ? bytes : broken()
}

async function removeVersions(folder: string, versions: readonly Version[]): Promise<void> {
  for (const version of versions) await rm(join(folder, fileOfVersion(version)), { force: true })
}

/** Moves a folder; into one that is there already, file by file. Done twice it is done once. */
async function moveFolder(from: string, to: string): Promise<void> {
  const names = await namesIn(from)
  if (names.length === 0) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) await rename(join(from, name), join(to, name))
  await rm(from, { recursive: true, force: true })
}

/** The same files in another folder, without taking more room where the system knows links. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(from)) {
    if (versionOfFile(name) === undefined) continue
    if (!(await linked(join(from, name), join(to, name)))) await copyFile(join(from, name), join(to, name))
  }
}

/** False where there are no hard links, or no file. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return true
    if (systemCode(error) === undefined) throw error
    return false
  }
}

const broken = (): never => {
  throw new AppError('IO_ERROR', { why: 'version' })
}
