import { randomBytes } from 'node:crypto'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { acquireFileLock } from '../../lib/fileLock.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { bytesOf, changed, createFileWriter, type FileOwners } from './fileWriter.ts'
import { createRoundFolders, type StoredRound } from './roundFolder.ts'
import { wayBack } from './takingBack.ts'
import type {
  BeforeWrite,
  EditAbout,
  EditJournal,
  EditRound,
  EditState,
  EditSummary,
  Skipped,
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
  /** Held while a round of this process is open: its end tells every other process that nobody writes it any more. */
  const open = new Map<string, { dispose(): void }>()

  async function notifyBeforeWrite(
    projectId: string,
    path: string,
    bytes: Buffer | undefined,
    kind: Parameters<BeforeWrite>[3],
  ) {
    if (!bytes) return
    const text = decodeUtf8(bytes)?.text ?? ''
    for (const listener of beforeWrite) {
      try {
        await listener(projectId, path, text, kind)
      } catch (error) {
        // The before-image is kept here already: a history that fails must not stop the work.
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
      // Held before there is anything to see: another process would take the round for one that a crash cut short.
      return folders.make(dataFolder, editId, head, () => {
        const lock = acquireFileLock(folders.lockOf(dataFolder, editId))
        if (lock) open.set(editId, lock)
      })
    }

    async function write(path: string, text: string, baseHash: string | null): Promise<{ hash: string }> {
      if (isDone) throw new AppError(ErrorCode.CONFLICT, '这一步已经结束，没有写入。')
      const file = await writer.readCurrent(projectId, path)
      if (file.hash !== baseHash) throw changed(file.path)
      writer.check(file, text)
      const after = sha256Hex(bytesOf(text, file.bytes))
      if (after === file.hash) return { hash: after }
      folder ??= await start()
      const image = file.bytes && { name: String(images++), bytes: file.bytes }
      await folders.log(folder, { path: file.path, before: file.hash, after }, image)
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
          // The work is done and said to be done: what is old can go the next time.
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
    throw new AppError(ErrorCode.NOT_FOUND, '没有这次修改的记录，也许已经太久。', { data: { why: 'edit' } })
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
    const message = state === 'open' ? '这次修改还在进行，请等它结束或先停下。' : '这次修改已经处理过了。'
    throw new AppError(ErrorCode.CONFLICT, message, { data: { why: 'edit' } })
  }

  async function undo(projectId: string, editId: string) {
    const dataFolder = projects.dataFolderOf(projectId)
    const round = await find(projectId, editId)
    requireState(dataFolder, round, ['done', 'interrupted'])
    const restored: string[] = []
    const skipped: Skipped[] = []
    for (const [path, writes] of round.writes) {
      const file = await writer.readCurrent(projectId, path).catch(elsewhere)
      if (!file) {
        skipped.push({ path, why: 'changed' })
        continue
      }
      const { to, reason } = wayBack(writes, file.hash)
      if (reason) skipped.push({ path, why: reason })
      if (!to) continue
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

  async function restore(
    projectId: string,
    file: Parameters<typeof writer.write>[1],
    bytes: Buffer,
  ): Promise<void> {
    const { hash } = await writer.write(projectId, file, decodeUtf8(bytes)?.text ?? '')
    if (hash !== sha256Hex(bytes))
      throw new AppError(ErrorCode.IO_ERROR, `“${file.path}”没有能一字不差地改回去。`, {
        data: { path: file.path },
      })
  }

  const inTurn = <T>(projectId: string, task: () => Promise<T>) => queue.run(`undo ${projectId}`, task)

  return {
    startRound,
    list: async (projectId) => (await all(projectId)).map(({ round: _, ...summary }) => summary),
    undo: (projectId, editId) => inTurn(projectId, () => undo(projectId, editId)),
    accept: (projectId, editId) =>
      inTurn(projectId, async () => {
        const dataFolder = projects.dataFolderOf(projectId)
        requireState(dataFolder, await find(projectId, editId), ['interrupted'])
        await folders.mark(dataFolder, editId, { state: 'done' })
      }),
    async renameDocuments(projectId, renamed) {
      const dataFolder = projects.dataFolderOf(projectId)
      for (const { editId, files, state } of await all(projectId)) {
        const met = files.filter((path) => renamed.has(path))
        if (met.length === 0 || state === 'undone') continue
        await folders.mark(dataFolder, editId, {
          renamed: Object.fromEntries(met.map((path) => [path, renamed.get(path) ?? path])),
        })
      }
    },
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

/** Where the file stood there is now a link, or something else that is not written to. */
function elsewhere(error: unknown): undefined {
  const codes = [ErrorCode.PATH_OUTSIDE_PROJECT, ErrorCode.AGENT_PATH_FORBIDDEN, ErrorCode.FILE_TOO_LARGE]
  if (codes.some((code) => isAppError(error, code))) return undefined
  throw error
}
