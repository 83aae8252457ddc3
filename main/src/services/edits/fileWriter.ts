import { randomBytes } from 'node:crypto'
import { mkdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import {
  readContained,
  resolveContained,
  resolveName,
  toProjectPath,
  writeContained,
} from '../../lib/containedPath.ts'
import { fileError, writeFileAtomically } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { syncFolder } from '../../lib/moveFile.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { fullPath, requireWritable, type WritableKind } from './places.ts'

const maxBytes = 64 * 1_048_576

/** The services that own the files. */
export interface FileOwners {
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  readonly documents: {
    save(projectId: string, documentId: string, text: string, baseHash: string): Promise<{ hash: string }>
    /** A new file with exactly this id. */
    add(projectId: string, documentId: string, text: string): Promise<{ hash: string }>
    /** Into the trash. */
    remove(projectId: string, documentId: string): Promise<unknown>
  }
  /** Of files with a form of their own: what is wrong with a text, one sentence; undefined: nothing. */
  readonly problemOf: (kind: WritableKind, path: string, text: string) => string | undefined
  /** The file whose folder's lock guards this one; itself when undefined. */
  readonly lockOf: (kind: WritableKind) => string | undefined
  readonly withFolderLock: WithFolderLock
  readonly wrote: (root: string, path: string) => void
}

export interface CurrentFile {
  /** Project-relative, as the real file lies. */
  readonly path: string
  readonly kind: WritableKind
  readonly bytes: Buffer | undefined
  /** sha256hex; null: there is no file. */
  readonly hash: string | null
}

export type FileWriter = ReturnType<typeof createFileWriter>

/** Writes each kind of file as its owner does, under the lock that everybody takes for it. */
export function createFileWriter(owners: FileOwners) {
  const { projects, documents, withFolderLock } = owners

  /** @throws AppError AGENT_PATH_FORBIDDEN, PATH_OUTSIDE_PROJECT, PATH_INVALID, FILE_TOO_LARGE. */
  async function readCurrent(projectId: string, given: string): Promise<CurrentFile> {
    const root = projects.rootOf(projectId)
    const named = fullPath(given)
    const real = await resolveContained(root, named)
    requireWritable(named)
    // A link inside the project may lead to what nobody may write.
    const path = toProjectPath(root, real)
    const kind = requireWritable(path)
    const bytes = await readContained(root, path, maxBytes).catch(missing)
    return { path, kind, bytes, hash: bytes ? sha256Hex(bytes) : null }
  }

  async function write(
    projectId: string,
    { path, kind, hash, bytes }: CurrentFile,
    text: string,
  ): Promise<{ hash: string }> {
    if (kind === 'document')
      return hash === null
        ? documents.add(projectId, path, text)
        : documents.save(projectId, path, text, hash)
    const root = projects.rootOf(projectId)
    return withFolderLock(root, owners.lockOf(kind) ?? path, async () => {
      const refuseOther = async () => {
        const now = await readContained(root, path, maxBytes).catch(missing)
        if ((now ? sha256Hex(now) : null) !== hash) throw changed(path)
      }
      await refuseOther()
      const next = bytesOf(text, bytes)
      await writeContained(root, path, next, { beforeRename: refuseOther })
      owners.wrote(root, path)
      return { hash: sha256Hex(next) }
    })
  }

  /** Refuses a text that its owner could not read again. */
  function check({ path, kind, bytes }: CurrentFile, text: string): void {
    if (bytes && !decodeUtf8(bytes))
      throw new AppError(ErrorCode.DOCUMENT_ENCODING, `“${path}”不是 UTF-8 文本，没有改动。`, {
        data: { path },
      })
    const offsetUtf16 = loneSurrogateAt(text)
    if (offsetUtf16 >= 0)
      throw new AppError(ErrorCode.INVALID_ARGUMENT, '要写的内容里有坏掉的字符，没有写入。', {
        data: { offsetUtf16 },
      })
    if (Buffer.byteLength(text) > maxBytes)
      throw new AppError(ErrorCode.FILE_TOO_LARGE, `“${path}”会超过 64 MB，没有写入。`, { data: { path } })
    const problem = owners.problemOf(kind, path, text)
    if (problem !== undefined)
      throw new AppError(ErrorCode.INVALID_ARGUMENT, `“${path}”这样写会读不出来：${problem}。没有写入。`, {
        data: { path, problem },
      })
  }

  /** A file that a round made, with the bytes it wrote; they stay in the trash. @throws AppError CONFLICT. */
  async function remove(projectId: string, { path, kind, hash }: CurrentFile): Promise<void> {
    if (kind === 'document') return void (await documents.remove(projectId, path))
    const root = projects.rootOf(projectId)
    const folder = join(projects.dataFolderOf(projectId), 'trash', 'files')
    await withFolderLock(root, owners.lockOf(kind) ?? path, async () => {
      const bytes = await readContained(root, path, maxBytes)
      if (sha256Hex(bytes) !== hash) throw changed(path)
      const name = `${randomBytes(4).toString('hex')}-${path.split('/').at(-1) ?? ''}`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFileAtomically(join(folder, name), bytes, { mode: 0o600 })
        await syncFolder(folder)
        const own = await resolveName(root, path)
        await unlink(own)
        await syncFolder(dirname(own))
      } catch (error) {
        throw fileError(error)
      }
      owners.wrote(root, path)
    })
  }

  return { readCurrent, check, write, remove }
}

/** The bytes of a text in the place of others: with their byte order mark. */
export function bytesOf(text: string, before: Uint8Array | undefined): Buffer {
  return encodeUtf8(text, before ? (decodeUtf8(before)?.bom ?? false) : false)
}

export function changed(path: string): AppError {
  return new AppError(ErrorCode.CONFLICT, `“${path}”刚刚在别处改过，没有覆盖。请重新读过再改。`, {
    data: { path },
  })
}

function missing(error: unknown): undefined {
  if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
  throw error
}
