import { randomBytes } from 'node:crypto'
import { mkdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { FileFault } from '../../contract/warnings.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import {
  readContained,
  resolveContained,
  resolveName,
  toProjectPath,
  writeContained,
} from '../../lib/containedPath.ts'
import { acquireFileLock } from '../../lib/fileLock.ts'
import { isPortable } from '../../lib/fileName.ts'
import { createFileQueue, fileError, namesIn, writeFileAtomically } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { syncFolder } from '../../lib/moveFile.ts'
import { createNameCheck } from '../../lib/orphanedFiles.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { fullPath, requireWritable, type WritableKind } from './places.ts'
import { createRoundFolders, type LoggedWrite, type StoredRound } from './roundFolder.ts'
import type {
  BeforeWrite,
  EditAbout,
  EditJournal,
  EditRound,
  EditState,
  EditSummary,
  Skipped,
  UndoStep,
} from './types.ts'

const maxRounds = 50
const maxTotalBytes = 200 * 1_048_576
const labelUnits = 200

export interface EditJournalOptions extends FileOwners {
  readonly clock: Clock
  readonly logger: Logger
}

export function createEditJournal(options: EditJournalOptions): EditJournal {
  const { projects, clock, logger } = options
  const folders = createRoundFolders(logger)
  const writer = createFileWriter(options)
  const queue = createFileQueue()
  const beforeWrite = new Set<BeforeWrite>()
  const written = new Set<(projectId: string, path: string) => void | Promise<void>>()
  /**
   * Locked while a round of this process is open: the end of the lock shows every other process that the round is
   * over.
   */
  const open = new Map<string, { dispose(): void }>()

  async function notifyBeforeWrite(
    projectId: string,
    path: string,
    bytes: Buffer | undefined,
    kind: Parameters<BeforeWrite>[3],
  ) {
    if (!bytes) return
    const text = textOf(bytes)
    for (const listener of beforeWrite) {
      try {
        await listener(projectId, path, text, kind)
      } catch (error) {
        // The before-image is stored already: a history that fails must not stop the work.
        logger.error({ path, cause: String(error) }, 'listener before a write failed')
      }
    }
  }

  async function notifyWritten(projectId: string, path: string) {
    for (const listener of written) {
      try {
        await listener(projectId, path)
      } catch (error) {
        logger.error({ path, cause: String(error) }, 'listener of writes failed')
      }
    }
  }

  function startRound(projectId: string, about: EditAbout): EditRound {
    const dataFolder = projects.dataFolderOf(projectId)
    const createdAt = clock.now()
    const editId = `${String(createdAt).padStart(13, '0')}-${randomBytes(4).toString('hex')}`
    let folder: string | undefined
    let images = 0
    let isDone = false

    async function start(): Promise<string> {
      const head = {
        version: 1 as const,
        root: projects.rootOf(projectId),
        kind: about.kind,
        label: about.label.slice(0, labelUnits).toWellFormed(),
        ...(about.conversationId === undefined ? {} : { conversationId: about.conversationId }),
        createdAt: new Date(createdAt).toISOString(),
      }
      // Locked before anything is visible: another process would mistake the round for one that a crash cut short.
      return folders.make(dataFolder, editId, head, () => {
        const lock = acquireFileLock(folders.lockOf(dataFolder, editId))
        if (lock) open.set(editId, lock)
      })
    }

    async function write(path: string, text: string, baseHash: string | null): Promise<{ hash: string }> {
      if (isDone) throw new AppError(ErrorCode.CONFLICT, { why: 'editEnded' })
      const file = await writer.readCurrent(projectId, path)
      if (file.hash !== baseHash) throw changed(file.path)
      writer.check(file, text)
      const after = sha256Hex(bytesOf(text, file.bytes))
      if (after === file.hash) return { hash: after }
      folder ??= await start()
      const image = file.bytes && { name: String(images++), bytes: file.bytes }
      await folders.log(
        folder,
        { path: file.path, ...(await chapterOf(projectId, file)), ...{ before: file.hash, after } },
        image,
      )
      await notifyBeforeWrite(projectId, file.path, file.bytes, about.kind)
      const result = await writer.write(projectId, file, text)
      if (file.kind !== 'document') await notifyWritten(projectId, file.path)
      return result
    }

    return {
      editId,
      write: (path, text, baseHash) => queue.run(editId, () => write(path, text, baseHash)),
      done: () =>
        queue.run(editId, async () => {
          if (isDone) return
          isDone = true
          if (folder === undefined) return
          await folders.mark(dataFolder, editId, { state: 'done' })
          release(editId)
          // The work is complete and recorded as complete: old rounds can be removed next time.
          await prune(projectId, dataFolder).catch((error: unknown) =>
            logger.error({ projectId, cause: String(error) }, 'old rounds not removed'),
          )
        }),
    }
  }

  function release(editId: string): void {
    open.get(editId)?.dispose()
    open.delete(editId)
  }

  function stateOf(dataFolder: string, { editId, state }: StoredRound): EditState {
    if (state !== undefined) return state
    if (open.has(editId)) return 'open'
    const lock = acquireFileLock(folders.lockOf(dataFolder, editId))
    lock?.dispose()
    return lock ? 'interrupted' : 'open'
  }

  /** A folder that only carries the id of another project is not written to by that one's rounds. */
  async function find(projectId: string, editId: string): Promise<StoredRound> {
    const round = await folders.read(projects.dataFolderOf(projectId), editId)
    if (round?.root === projects.rootOf(projectId)) return round
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'edit' })
  }

  async function all(projectId: string): Promise<(EditSummary & { readonly round: StoredRound })[]> {
    const dataFolder = projects.dataFolderOf(projectId)
    const rounds = []
    for (const editId of await folders.ids(dataFolder)) {
      const round = await folders.read(dataFolder, editId)
      if (round?.root !== projects.rootOf(projectId)) continue
      const { kind, label, conversationId, createdAt, writes } = round
      const summary = {
        editId,
        kind,
        label,
        createdAt,
        files: [...writes.keys()],
        state: stateOf(dataFolder, round),
      }
      rounds.push({ ...summary, ...(conversationId === undefined ? {} : { conversationId }), round })
    }
    return rounds
  }

  /** The oldest go; never one that is open, or that a crash has cut short. */
  async function prune(projectId: string, dataFolder: string): Promise<void> {
    const rounds = (await all(projectId)).filter(({ state }) => state === 'done' || state === 'undone')
    let bytes = 0
    for (const [at, { editId }] of rounds.entries()) {
      bytes += await folders.bytesIn(dataFolder, editId)
      if (at > 0 && (at >= maxRounds || bytes > maxTotalBytes)) await folders.remove(dataFolder, editId)
    }
  }

  function requireState(dataFolder: string, round: StoredRound, allowed: readonly EditState[]): void {
    const state = stateOf(dataFolder, round)
    if (allowed.includes(state)) return
    throw new AppError(ErrorCode.CONFLICT, { why: state === 'open' ? 'editOpen' : 'editDone' })
  }

  /** What taking a round back does to one of its files, as it is now; without `file` it cannot be written to. */
  async function stepOf(
    projectId: string,
    earlier: string,
    writes: readonly LoggedWrite[],
  ): Promise<UndoWork> {
    const path = await pathNow(projectId, earlier, writes.at(-1)?.documentId)
    const file = await writer.readCurrent(projectId, path).catch(elsewhere)
    return file ? { path, file, ...wayBack(writes, file.hash) } : { path, reason: 'changed' }
  }

  async function undo(projectId: string, editId: string) {
    const dataFolder = projects.dataFolderOf(projectId)
    const round = await find(projectId, editId)
    requireState(dataFolder, round, ['done', 'interrupted'])
    const restored: string[] = []
    const skipped: Skipped[] = []
    for (const [earlier, writes] of round.writes) {
      const { path, file, to, reason } = await stepOf(projectId, earlier, writes)
      if (reason) skipped.push({ path, why: reason })
      if (!file || !to) continue
      try {
        await notifyBeforeWrite(projectId, path, file.bytes, 'undo')
        if (to.before === null) await writer.remove(projectId, file)
        else await restore(projectId, file, await folders.image(dataFolder, editId, to))
        if (file.kind !== 'document') await notifyWritten(projectId, path)
        restored.push(path)
      } catch (error) {
        // Somebody was quicker: their text stays.
        if (!isAppError(error, ErrorCode.CONFLICT)) throw error
        if (!reason) skipped.push({ path, why: 'changed' })
      }
    }
    // With nothing restored and something in the way the author may try again.
    if (restored.length > 0 || skipped.length === 0)
      await folders.mark(dataFolder, editId, { state: 'undone' })
    return { restored, skipped }
  }

  async function preview(projectId: string, editId: string): Promise<readonly UndoStep[]> {
    const dataFolder = projects.dataFolderOf(projectId)
    const round = await find(projectId, editId)
    requireState(dataFolder, round, ['done', 'interrupted'])
    const steps: UndoStep[] = []
    for (const [earlier, writes] of round.writes) {
      const { path, file, to } = await stepOf(projectId, earlier, writes)
      if (!file?.bytes || !to) continue
      const restored = to.before === null ? null : textOf(await folders.image(dataFolder, editId, to))
      steps.push({ path, current: textOf(file.bytes), restored })
    }
    return steps
  }

  /** Which chapter a file is; nothing for a file that is none yet. */
  async function chapterOf(projectId: string, { kind, path, hash }: CurrentFile) {
    if (kind !== 'document' || hash === null) return {}
    return { documentId: (await options.documents.locate(projectId, path)).documentId }
  }

  /** Where a file of a round is called now: a chapter's may have got another name. */
  async function pathNow(projectId: string, path: string, documentId: string | undefined): Promise<string> {
    if (!path.startsWith('manuscript/')) return path
    return (await options.documents.locate(projectId, documentId ?? path)).path ?? path
  }

  async function restore(
    projectId: string,
    file: Parameters<typeof writer.write>[1],
    bytes: Buffer,
  ): Promise<void> {
    const { hash } = await writer.write(projectId, file, textOf(bytes))
    if (hash !== sha256Hex(bytes))
      throw new AppError(ErrorCode.IO_ERROR, { why: 'editRestore', path: file.path })
  }

  const inTurn = <T>(projectId: string, task: () => Promise<T>) => queue.run(`undo ${projectId}`, task)

  return {
    startRound,
    list: async (projectId) => (await all(projectId)).map(({ round: _, ...summary }) => summary),
    undo: (projectId, editId) => inTurn(projectId, () => undo(projectId, editId)),
    preview: (projectId, editId) => inTurn(projectId, () => preview(projectId, editId)),
    accept: (projectId, editId) =>
      inTurn(projectId, async () => {
        const dataFolder = projects.dataFolderOf(projectId)
        requireState(dataFolder, await find(projectId, editId), ['interrupted'])
        await folders.mark(dataFolder, editId, { state: 'done' })
      }),
    onBeforeWrite(listener) {
      beforeWrite.add(listener)
      return { dispose: () => void beforeWrite.delete(listener) }
    },
    onWritten(listener) {
      written.add(listener)
      return { dispose: () => void written.delete(listener) }
    },
    dispose() {
      for (const editId of [...open.keys()]) release(editId)
      beforeWrite.clear()
      written.clear()
    },
  }
}

/** The file was replaced by a link, or by something else that is not written to. */
function elsewhere(error: unknown): undefined {
  const codes = [ErrorCode.PATH_OUTSIDE_PROJECT, ErrorCode.AGENT_PATH_FORBIDDEN, ErrorCode.FILE_TOO_LARGE]
  if (codes.some((code) => isAppError(error, code))) return undefined
  throw error
}

/** What taking a round back does to one file. */
interface Back {
  /** The write whose before-image is to be restored; undefined: nothing is to be done. */
  readonly to?: LoggedWrite
  readonly reason?: Skipped['why']
}

/**
 * How one file is undone. `current`: sha256hex of its bytes now, null when it is missing. Only a round's own text is
 * replaced: where another program has written in between, undoing ends at its text.
 */
export function wayBack(writes: readonly LoggedWrite[], current: string | null): Back {
  const first = writes[0]
  const last = current === null ? -1 : writes.findLastIndex(({ after }) => after === current)
  if (last < 0) {
    // Announced and never written.
    if (first?.before === current) return {}
    return { reason: current === null ? 'gone' : 'changed' }
  }
  let at = last
  while (at > 0 && writes[at]?.before === writes[at - 1]?.after) at -= 1
  const to = writes[at]
  if (!to || to.before === current) return {}
  return at === 0 ? { to } : { to, reason: 'changed' }
}

interface UndoWork extends Back {
  /** Project-relative, as the file is called now. */
  readonly path: string
  readonly file?: CurrentFile
}

const maxBytes = 64 * 1_048_576

/** The services that own the files. */
interface FileOwners {
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  readonly documents: {
    save(projectId: string, documentId: string, text: string, baseHash: string): Promise<{ hash: string }>
    /** A new file with exactly this path. */
    add(projectId: string, path: string, text: string): Promise<{ hash: string }>
    /** The chapter that an id, a path or an earlier path names, and where its file is. */
    locate(
      projectId: string,
      idOrPath: string,
    ): Promise<{ readonly documentId: string; readonly path: string | null }>
    /** Into the trash. */
    remove(projectId: string, documentId: string): Promise<unknown>
  }
  /** Of files with a form of their own: what is wrong with a text, one sentence; undefined: nothing. */
  readonly problemOf: (kind: WritableKind, path: string, text: string) => FileFault | undefined
  /** The file whose folder's lock guards this one; itself when undefined. */
  readonly lockOf: (kind: WritableKind) => string | undefined
  readonly withFolderLock: WithFolderLock
  readonly wrote: (root: string, path: string) => void
}

interface CurrentFile {
  /** Project-relative, as the real file lies. */
  readonly path: string
  readonly kind: WritableKind
  readonly bytes: Buffer | undefined
  /** sha256hex; null: there is no file. */
  readonly hash: string | null
}

/** Writes each kind of file as its owner does, under the lock that everybody takes for it. */
function createFileWriter(owners: FileOwners) {
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
      if (hash === null) await refuseHidden(root, path)
      const next = bytesOf(text, bytes)
      await writeContained(root, path, next, { beforeRename: refuseOther })
      owners.wrote(root, path)
      return { hash: sha256Hex(next) }
    })
  }

  /** @throws AppError PATH_INVALID for a new file that would be set aside as a copy, or have another set aside. */
  async function refuseHidden(root: string, path: string): Promise<void> {
    const name = basename(path)
    const check = createNameCheck(await namesIn(await resolveContained(root, dirname(path))))
    if (!isPortable(name) || !check.accepts(name)) throw new AppError(ErrorCode.PATH_INVALID)
  }

  /** Refuses a text that its owner could not read again. */
  function check({ path, kind, bytes }: CurrentFile, text: string): void {
    if (bytes && !decodeUtf8(bytes)) throw new AppError(ErrorCode.DOCUMENT_ENCODING, { why: 'edit', path })
    const offsetUtf16 = loneSurrogateAt(text)
    if (offsetUtf16 >= 0)
      throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'editCharacters', offsetUtf16 })
    if (Buffer.byteLength(text) > maxBytes)
      throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'megabytes', path, megabytes: 64 })
    const problem = owners.problemOf(kind, path, text)
    if (problem !== undefined)
      throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'editProblem', path, problem })
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

/** Without its byte order mark; empty where the bytes are no text. */
const textOf = (bytes: Buffer) => decodeUtf8(bytes)?.text ?? ''

/** The bytes of a text in the place of others: with their byte order mark. */
function bytesOf(text: string, before: Uint8Array | undefined): Buffer {
  return encodeUtf8(text, before ? (decodeUtf8(before)?.bom ?? false) : false)
}

function changed(path: string): AppError {
  return new AppError(ErrorCode.CONFLICT, { why: 'editChanged', path })
}

function missing(error: unknown): undefined {
  if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
  throw error
}
