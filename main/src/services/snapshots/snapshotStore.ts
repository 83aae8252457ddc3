import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { withFileLock } from '../../lib/fileLock.ts'
import {
  createFileQueue,
  fileError,
  namesIn,
  readFileBounded,
  removeSpent,
  writeFileAtomically,
} from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { syncFolder } from '../../lib/moveFile.ts'
import { type Manifest, readManifest, snapshotIdPattern, textsOf, writeManifest } from './manifest.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Half of a text goes at a tenth of the time that the best quality takes. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const maxTextBytes = 64 * 1_048_576
const maxManifestBytes = 128 * 1_048_576
const manifestName = 'manifest.json'
const discardedName = /^\d{13}-\d{13}-[0-9a-f]{8}$/
const longestDiscardedMs = 30 * 86_400_000
const maxDiscarded = 20
const textName = /^[0-9a-f]{64}\.br$/
const filesAtOnce = 8

export interface SnapshotStore {
  /** One at a time in all processes; what a task in it waits for must not wait for a snapshot. */
  inTurn<T>(projectId: string, task: () => Promise<T>): Promise<T>
  /** Oldest first. A damaged one is logged and hides itself alone. */
  list(projectId: string): Promise<readonly Manifest[]>
  /** @throws AppError NOT_FOUND. */
  find(projectId: string, snapshotId: string): Promise<Manifest>
  /** The bytes of a text. @throws AppError IO_ERROR when they are not the stored ones any more. */
  read(projectId: string, hash: string): Promise<Buffer>
  /** The bytes that a stored text has; undefined: it is not stored, or damaged. */
  sizeOf(projectId: string, hash: string): Promise<number | undefined>
  /** Stores a text, on disk when it resolves but for the name of its file. @throws AppError IO_ERROR, READ_ONLY. */
  add(projectId: string, bytes: Uint8Array): Promise<string>
  /** The last write of a snapshot: with it the snapshot is there. @throws AppError IO_ERROR, READ_ONLY. */
  complete(projectId: string, manifest: Manifest): Promise<void>
  /**
   * Inside `inTurn`. Texts that no other snapshot has go with it, but for `needed`. So do deleted snapshots that are
   * older than 30 days at `now`, in milliseconds since the epoch, and all but the newest 20 of them.
   */
  remove(
    projectId: string,
    manifests: readonly Manifest[],
    needed: ReadonlySet<string>,
    now: number,
  ): Promise<void>
  /** Inside `inTurn`. It is no longer listed, and `undelete` brings it back. @throws AppError IO_ERROR, READ_ONLY. */
  discard(projectId: string, manifest: Manifest, now: number): Promise<void>
  /** Inside `inTurn`. @throws AppError NOT_FOUND, IO_ERROR, READ_ONLY. */
  undelete(projectId: string, snapshotId: string): Promise<Manifest>
}

/**
 * `<data folder of the project>/snapshots/`: `<time>-<random>/manifest.json` for each snapshot, `discarded/` with
 * deleted ones, each behind the time of its deletion, and `texts/` with every text once, under its hash.
 */
export function createSnapshotStore(options: {
  readonly folderOf: (projectId: string) => string
  readonly logger: Logger
}): SnapshotStore {
  const { folderOf, logger } = options
  const queue = createFileQueue()
  const textFile = (projectId: string, hash: string) => join(folderOf(projectId), 'texts', `${hash}.br`)

  const discardedOf = (projectId: string) => join(folderOf(projectId), 'discarded')

  /** Undefined: no snapshot, or a damaged one. `folder`: where it is, when it is not listed. */
  async function readOne(
    projectId: string,
    snapshotId: string,
    folder = join(folderOf(projectId), snapshotId),
  ) {
    const file = join(folder, manifestName)
    const bytes = await readFileBounded(file, maxManifestBytes).catch(unreadable)
    const manifest = bytes && readManifest(bytes.toString('utf8'))
    if (bytes && manifest?.snapshotId !== snapshotId) {
      logger.warn({ projectId, snapshotId }, 'a snapshot is damaged and not listed')
      return { isDamaged: true }
    }
    return { isDamaged: false, manifest }
  }

  async function all(projectId: string) {
    const names = (await namesIn(folderOf(projectId))).filter((name) => snapshotIdPattern.test(name)).sort()
    const manifests: Manifest[] = []
    const incomplete: string[] = []
    let hasDamaged = false
    for (const name of names) {
      const { manifest, isDamaged } = await readOne(projectId, name)
      if (manifest) manifests.push(manifest)
      else if (isDamaged) hasDamaged = true
      else incomplete.push(name)
    }
    return { manifests, incomplete, hasDamaged }
  }

  /** Deleted snapshots, the oldest deletion first. */
  const discardedNames = async (projectId: string) =>
    (await namesIn(discardedOf(projectId))).filter((name) => discardedName.test(name)).sort()

  /** The manifests of those that can still be brought back; the others are removed. */
  async function discarded(projectId: string, now: number) {
    const names = await discardedNames(projectId)
    const manifests: Manifest[] = []
    let hasDamaged = false
    for (const [at, name] of names.entries()) {
      const folder = join(discardedOf(projectId), name)
      const isOld = Number(name.slice(0, 13)) < now - longestDiscardedMs || at < names.length - maxDiscarded
      if (isOld) await rm(folder, { recursive: true, force: true })
      else {
        const { manifest, isDamaged } = await readOne(projectId, name.slice(14), folder)
        if (manifest) manifests.push(manifest)
        hasDamaged ||= isDamaged
      }
    }
    return { manifests, hasDamaged }
  }

  async function read(projectId: string, hash: string): Promise<Buffer> {
    try {
      const content = await readFileBounded(textFile(projectId, hash), maxTextBytes)
      const bytes = await decompress(content, { maxOutputLength: maxTextBytes })
      if (sha256Hex(bytes) === hash) return bytes
    } catch (error) {
      if (!isAppError(error) && systemCode(error) === undefined) throw error
      // Before a text is stored for the first time this is what is to be expected.
      if (!isAppError(error, 'NOT_FOUND')) logger.warn({ projectId, hash }, 'a text of a snapshot is damaged')
    }
    throw damaged()
  }

  return {
    inTurn: (projectId, task) =>
      queue.run(projectId, () => withFileLock(join(folderOf(projectId), 'snapshots.lock'), task)),
    list: async (projectId) => (await all(projectId)).manifests,
    async find(projectId, snapshotId) {
      const stored = snapshotIdPattern.test(snapshotId) ? await readOne(projectId, snapshotId) : undefined
      if (stored?.isDamaged) throw damaged()
      if (stored?.manifest) return stored.manifest
      throw new AppError('NOT_FOUND', { why: 'snapshot' })
    },
    read,
    async sizeOf(projectId, hash) {
      try {
        return (await read(projectId, hash)).length
      } catch (error) {
        if (!isAppError(error)) throw error
        return undefined
      }
    },
    async add(projectId, bytes) {
      const hash = sha256Hex(bytes)
      try {
        await mkdir(join(folderOf(projectId), 'texts'), { recursive: true, mode: 0o700 })
        const content = await compress(bytes, quality)
        await writeFileAtomically(textFile(projectId, hash), content, { mode: 0o600 })
      } catch (error) {
        throw fileError(error)
      }
      return hash
    },
    async complete(projectId, manifest) {
      const folder = join(folderOf(projectId), manifest.snapshotId)
      try {
        await syncFolder(join(folderOf(projectId), 'texts'))
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFileAtomically(join(folder, manifestName), writeManifest(manifest), { mode: 0o600 })
        for (const each of [folder, folderOf(projectId)]) await syncFolder(each)
      } catch (error) {
        await removeSpent(folder, logger)
        throw fileError(error)
      }
    },
    async discard(projectId, { snapshotId }, now) {
      try {
        await mkdir(discardedOf(projectId), { recursive: true, mode: 0o700 })
        const name = `${String(now).padStart(13, '0')}-${snapshotId}`
        await rename(join(folderOf(projectId), snapshotId), join(discardedOf(projectId), name))
      } catch (error) {
        throw fileError(error)
      }
    },
    async undelete(projectId, snapshotId) {
      const name = (await discardedNames(projectId)).find((each) => each.slice(14) === snapshotId)
      if (name === undefined) throw new AppError('NOT_FOUND', { why: 'snapshot' })
      const folder = join(discardedOf(projectId), name)
      const { manifest } = await readOne(projectId, snapshotId, folder)
      if (!manifest) throw damaged()
      try {
        await rename(folder, join(folderOf(projectId), snapshotId))
      } catch (error) {
        throw fileError(error)
      }
      return manifest
    },
    async remove(projectId, manifests, needed, now) {
      for (const { snapshotId } of manifests)
        await rm(join(folderOf(projectId), snapshotId), { recursive: true, force: true })
      const { manifests: left, incomplete, hasDamaged } = await all(projectId)
      for (const name of incomplete) await removeSpent(join(folderOf(projectId), name), logger)
      const deleted = await discarded(projectId, now)
      // A damaged manifest, or that of a newer app, cannot name its texts: none is removed while there is one.
      if (hasDamaged || deleted.hasDamaged) return
      const users = [...left, ...deleted.manifests]
      const used = new Set([...needed, ...users.flatMap((manifest) => [...textsOf(manifest).keys()])])
      for (const name of await namesIn(join(folderOf(projectId), 'texts')))
        if (textName.test(name) && !used.has(name.slice(0, 64)))
          await removeSpent(join(folderOf(projectId), 'texts', name), logger)
    },
  }
}

/** Runs a task for every item, eight at a time. */
export async function eachAtOnce<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const work = async () => {
    for (const item of rest) await task(item)
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
}

/** No manifest is no snapshot; one that cannot be read is a damaged one, and hides itself. */
function unreadable(error: unknown): Buffer | undefined {
  if (isAppError(error, 'NOT_FOUND')) return undefined
  if (isAppError(error)) return Buffer.alloc(0)
  throw error
}

const damaged = () => new AppError('IO_ERROR', { why: 'snapshot' })
