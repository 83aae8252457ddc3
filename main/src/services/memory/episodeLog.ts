import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Episode } from '#contract/memory.ts'
import { isAppError, systemCode } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue, fileError, outsideProject } from '../../lib/files.ts'
import { parseJson } from '../../lib/jsonPosition.ts'
import type { Logger } from '../../lib/logger.ts'

const episodesPath = '.creonow/memory/episodes.jsonl'

/** The end of the file that is read; older exchanges stay on disk. */
const maxReadBytes = 4 * 1_048_576
const maxEpisodes = 5000
/** A file with more lines that are no episodes is none of ours; reading each takes its time. */
const maxSkipped = 5000
const newline = 0x0a

const line = z.object({
  id: z.string().min(1).max(128),
  at: z.string().max(40),
  documentId: z.string().min(1).max(1024).optional(),
  skillId: z.string().min(1).max(128),
  instruction: z.string().max(2000),
  excerpt: z.string().max(500),
  outcome: z.enum(['accepted', 'edited', 'rejected']),
  text: z.string().max(2000).optional(),
  receiptId: z.string().min(1).max(128).optional(),
})

/** A line that says: in all lines above, these chapters have other ids now. */
const renaming = z.strictObject({ renamed: z.record(z.string(), z.string()) })

export interface EpisodeLog {
  /** One line at the end of the file, synced. Throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT. */
  append(root: string, episode: Episode): Promise<void>
  /** Old to new id for the chapters of all exchanges so far: one more line, applied when the log is read. */
  renameDocuments(root: string, renamed: ReadonlyMap<string, string>): Promise<void>
  /**
   * The last exchanges, oldest first: at most 5,000 from the last 4 MiB. A torn last line and lines that are no
   * episodes are left out; a missing file is empty. Throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT.
   */
  read(root: string): Promise<readonly Episode[]>
}

/** `episodes.jsonl`: append-only, one JSON object a line; a later line with the same id stands for the earlier one. */
export function createEpisodeLog({
  logger,
  files = createFileCache(),
}: {
  readonly logger: Logger
  readonly files?: FileCache | undefined
}): EpisodeLog {
  const queue = createFileQueue()

  async function append(root: string, entry: object): Promise<void> {
    const path = await resolveContained(root, episodesPath)
    await guarded(async () => {
      await mkdir(dirname(path), { recursive: true })
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
      const handle = await open(path, flags, 0o644)
      try {
        const { size } = await handle.stat()
        // After a crash the last line may be torn; the new one must not be glued to it.
        const torn = size > 0 && (await bytesAt(handle, size - 1, 1))[0] !== newline
        await handle.writeFile(`${torn ? '\n' : ''}${JSON.stringify(entry)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    })
  }

  async function read(root: string): Promise<readonly Episode[]> {
    const path = await resolveContained(root, episodesPath)
    return guarded(async () => {
      const text = await tail(path).catch(missing)
      return text === undefined ? [] : parseLines(text, logger)
    })
  }

  return {
    append: (root, episode) =>
      queue.run(root, () => append(root, episode)).finally(() => files.wrote(root, episodesPath)),
    read: (root) => files.of(root, episodesPath, 'episodes', () => read(root)),
    async renameDocuments(root, renamed) {
      const isNamed = ({ documentId }: Episode) => documentId !== undefined && renamed.has(documentId)
      if (!(await read(root)).some(isNamed)) return
      await queue
        .run(root, () => append(root, { renamed: Object.fromEntries(renamed) }))
        .finally(() => files.wrote(root, episodesPath))
    },
  }
}

async function tail(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw outsideProject()
    const from = Math.max(0, stats.size - maxReadBytes)
    const text = new TextDecoder().decode(await bytesAt(handle, from, stats.size - from))
    // In the middle of a long file the first line is a part of one.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await handle.close()
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Read from the end, so that what is older than the wanted episodes costs nothing. */
function parseLines(text: string, logger: Logger): Episode[] {
  const episodes = new Map<string, Episode>()
  /** What the chapters of the lines above are called now. */
  const names = new Map<string, string>()
  let skipped = 0
  for (const source of text.split('\n').reverse()) {
    if (episodes.size >= maxEpisodes || skipped >= maxSkipped) break
    if (source.trim() === '') continue
    const entry = parseLine(source)
    if (!entry) skipped += 1
    else if ('renamed' in entry) renameBefore(names, entry.renamed)
    else {
      // What the later line says, at the place of the first.
      const corrected = episodes.get(entry.id)
      episodes.delete(entry.id)
      episodes.set(entry.id, corrected ?? withPresentName(entry, names))
    }
  }
  if (skipped > 0) logger.warn({ path: episodesPath, skipped }, 'lines that are no episodes left out')
  return [...episodes.values()].reverse()
}

function renameBefore(names: Map<string, string>, renamed: Readonly<Record<string, string>>): void {
  const earlier = Object.entries(renamed).map(([from, to]) => [from, names.get(to) ?? to] as const)
  for (const [from, to] of earlier) names.set(from, to)
}

function withPresentName(episode: Episode, names: ReadonlyMap<string, string>): Episode {
  const { documentId } = episode
  const name = documentId === undefined ? undefined : names.get(documentId)
  return name === undefined ? episode : { ...episode, documentId: name }
}

/** Undefined for a torn or foreign line: its absence is counted by the caller. */
function parseLine(source: string): Episode | z.infer<typeof renaming> | undefined {
  const json = parseJson(source)
  if (!json.ok) return undefined
  const renamed = renaming.safeParse(json.value)
  if (renamed.success) return renamed.data
  const parsed = line.safeParse(json.value)
  if (!parsed.success) return undefined
  const { documentId, text, receiptId, ...rest } = parsed.data
  return {
    ...rest,
    ...(documentId === undefined ? {} : { documentId }),
    ...(text === undefined ? {} : { text }),
    ...(receiptId === undefined ? {} : { receiptId }),
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isAppError(error) ? error : fileError(error)
  }
}

function missing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error
}
