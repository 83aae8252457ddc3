import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError, systemCode } from '../../lib/appError.ts'
import { fileError, namesIn, readFileBounded } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import { syncFolder } from '../../lib/moveFile.ts'

const hash = z.string().length(64)
const path = z.string().min(1).max(4096)
const head = z.object({
  version: z.literal(1),
  /** Real path of the project's folder: a round is of this folder and of no copy of it. */
  root: z.string().max(4096),
  kind: z.enum(['agent', 'replace']),
  label: z.string().max(200),
  conversationId: z.string().max(128).optional(),
  createdAt: z.string().max(40),
})
const write = z.object({
  path,
  /** The chapter's id, by which its file is located under another name. */
  documentId: path.optional(),
  before: hash.nullable(),
  image: z.string().max(12).nullable(),
  after: hash,
})
const record = z.union([
  head,
  write,
  z.object({ state: z.enum(['done', 'undone']) }),
  /** Written before chapters had ids: old to new path of files that got other names. */
  z.object({ renamed: z.record(path, path) }),
])

type Record = z.infer<typeof record>
export type RoundHead = z.infer<typeof head>
/** One write: the text before (`image` is the name of its bytes) and the text after. */
export type LoggedWrite = z.infer<typeof write>

export interface StoredRound extends RoundHead {
  readonly editId: string
  /** Undefined: neither finished nor undone. */
  readonly state: 'done' | 'undone' | undefined
  /** By the paths the files had then, in the order of their first write. */
  readonly writes: ReadonlyMap<string, readonly LoggedWrite[]>
}

const idPattern = /^\d{13}-[0-9a-f]{8}$/
const logName = 'round.jsonl'
const maxLogBytes = 256 * 1_048_576
const maxImageBytes = 128 * 1_048_576

/**
 * Rounds on disk: `<data folder of the project>/edits/<editId>/` with one line per step in `round.jsonl` and the
 * bytes that were there before. A line that a crash has torn is ignored: its step has not started.
 */
export function createRoundFolders(logger: Logger) {
  const folderOf = (dataFolder: string, editId: string) => join(dataFolder, 'edits', editId)

  async function append(folder: string, step: Record): Promise<void> {
    const handle = await open(join(folder, logName), 'a', 0o600)
    try {
      // The line break comes first, so that a torn line before this one ends.
      await handle.writeFile(`\n${JSON.stringify(step)}`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /**
   * A folder for a round, with its head in it. `beforeHead` runs when nobody can see the round yet. @returns the folder.
   */
  async function make(
    dataFolder: string,
    editId: string,
    about: RoundHead,
    beforeHead: () => void,
  ): Promise<string> {
    const folder = folderOf(dataFolder, editId)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      beforeHead()
      await append(folder, about)
      for (const each of [folder, dirname(folder), dataFolder]) await syncFolder(each)
    } catch (error) {
      throw fileError(error)
    }
    return folder
  }

  /** On disk when it resolves. */
  async function log(
    folder: string,
    step: Omit<LoggedWrite, 'image'>,
    image?: {
      readonly name: string
      readonly bytes: Uint8Array
    },
  ): Promise<void> {
    try {
      if (image) {
        const handle = await open(join(folder, image.name), 'wx', 0o600)
        try {
          await handle.writeFile(image.bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await syncFolder(folder)
      }
      await append(folder, { ...step, image: image?.name ?? null })
    } catch (error) {
      throw fileError(error)
    }
  }

  /** Undefined when there is no such round, or it cannot be read as one. */
  async function read(dataFolder: string, editId: string): Promise<StoredRound | undefined> {
    if (!idPattern.test(editId)) return undefined
    const bytes = await readFileBounded(join(folderOf(dataFolder, editId), logName), maxLogBytes).catch(
      nothing,
    )
    let about: RoundHead | undefined
    let state: StoredRound['state']
    let writes = new Map<string, LoggedWrite[]>()
    for (const line of bytes?.toString('utf8').split('\n') ?? []) {
      const step = line === '' ? undefined : parse(line)
      if (!step) continue
      if ('version' in step) about = step
      else if ('state' in step) state = step.state
      else if ('renamed' in step) {
        const { renamed } = step
        writes = new Map([...writes].map(([path, all]) => [renamed[path] ?? path, all]))
      } else writes.set(step.path, [...(writes.get(step.path) ?? []), step])
    }
    if (!about) {
      if (bytes) logger.warn({ editId }, 'a kept round cannot be read')
      return undefined
    }
    return { ...about, editId, state, writes }
  }

  return {
    make,
    log,
    read,
    mark: (dataFolder: string, editId: string, step: { state: 'done' | 'undone' }) =>
      append(folderOf(dataFolder, editId), step),
    /** Newest first. */
    async ids(dataFolder: string): Promise<string[]> {
      return (await namesIn(join(dataFolder, 'edits')))
        .filter((name) => idPattern.test(name))
        .sort()
        .reverse()
    },
    /** The bytes before a write. @throws AppError IO_ERROR when they are not the stored ones. */
    async image(dataFolder: string, editId: string, { image, before }: LoggedWrite): Promise<Buffer> {
      const bytes = await readFileBounded(join(folderOf(dataFolder, editId), image ?? ''), maxImageBytes)
      if (sha256Hex(bytes) !== before) throw new AppError('IO_ERROR', { why: 'editOriginal' })
      return bytes
    },
    /** 0 for one that another process is removing. */
    async bytesIn(dataFolder: string, editId: string): Promise<number> {
      const folder = folderOf(dataFolder, editId)
      let sum = 0
      try {
        for (const name of await readdir(folder)) sum += (await stat(join(folder, name))).size
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw fileError(error)
      }
      return sum
    },
    remove: (dataFolder: string, editId: string) =>
      rm(folderOf(dataFolder, editId), { recursive: true, force: true }),
    lockOf: (dataFolder: string, editId: string) => join(folderOf(dataFolder, editId), 'open.lock'),
  }

  function parse(line: string): Record | undefined {
    try {
      return record.parse(JSON.parse(line))
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
      return undefined
    }
  }
}

/** One damaged round hides itself and no other. */
function nothing(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}
