import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Episode } from '#contract/memory.ts'
import { isAppError, systemCode } from '../../lib/appError.ts'
import { appendLine } from '../../lib/appendLine.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue, fileError, outsideProject } from '../../lib/files.ts'
import { parseJson } from '../../lib/jsonPosition.ts'
import type { Logger } from '../../lib/logger.ts'
import { createEpisodeIndex, type EpisodeIndex } from './episodeIndex.ts'

const episodesPath = '.creonow/memory/episodes.jsonl'

/** Read and parsed at once, about 500 exchanges. */
const pieceBytes = 1_048_576
/** Projects whose log is cached in memory. */
const openLogs = 4
/** Replaces the beginning of a line that is too long. */
const notJson = '\0'

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

/** A line by which the chapters of all lines above have other ids; `renamed` is its name in the file. */
const newIds = z.strictObject({ renamed: z.record(z.string(), z.string()) })

export interface EpisodeLog {
  /** One line at the end of the file, synced. Throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT. */
  append(root: string, episode: Episode): Promise<void>
  /** Old to new id for the chapters of all exchanges so far: one more line, applied when the log is read. */
  adoptIds(root: string, ids: ReadonlyMap<string, string>): Promise<void>
  /**
   * The whole log. The file is read once; lines that this log appends are followed, after anybody else's change
   * it is read anew. A torn last line and lines that are no episodes are left out; a missing file is empty.
   * Throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT.
   */
  read(root: string): Promise<EpisodeIndex>
  /** How often a log was read from the disk since the start. */
  readonly counts: { readonly read: number }
}

interface CachedLog {
  readonly index: EpisodeIndex
  /** The file that was indexed. */
  stamp: Stamp
}

type Stamp = Readonly<Record<'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'dev', number>>

const missing: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, dev: 0 }
const isSame = (a: Stamp, b: Stamp) =>
  a.size === b.size &&
  a.mtimeMs === b.mtimeMs &&
  a.ctimeMs === b.ctimeMs &&
  a.ino === b.ino &&
  a.dev === b.dev

/** `episodes.jsonl`: append-only, one JSON object a line; a later line with the same id replaces the earlier one. */
export function createEpisodeLog({
  logger,
  files = createFileCache(),
}: {
  readonly logger: Logger
  readonly files?: FileCache | undefined
}): EpisodeLog {
  const queue = createFileQueue()
  const cachedLogs = new LRUCache<string, CachedLog>({ max: openLogs })
  const reading = new Map<string, Promise<EpisodeIndex>>()
  const counts = { read: 0 }

  async function append(root: string, entry: Episode | z.infer<typeof newIds>): Promise<void> {
    const path = await resolveContained(root, episodesPath)
    const { bytes, before, after } = await appendLine(path, JSON.stringify(entry))
    const log = cachedLogs.get(root)
    // A line of another process may have come between ours and the indexed part.
    if (!log || !isSame(log.stamp, before) || after.size !== before.size + bytes) return
    take(log.index, entry)
    log.stamp = after
  }

  async function readAnew(root: string): Promise<EpisodeIndex> {
    const path = await resolveContained(root, episodesPath)
    counts.read += 1
    return guarded(async () => {
      const index = createEpisodeIndex()
      const stamp = await linesOf(path, index, logger).catch(whenMissing)
      cachedLogs.set(root, { index, stamp })
      return index
    })
  }

  async function read(root: string): Promise<EpisodeIndex> {
    const state = files.state(root, episodesPath)
    const log = cachedLogs.get(root)
    if (log && state.plain && isSame(log.stamp, state.kind === 'missing' ? missing : state)) return log.index
    const underWay = reading.get(root)
    if (underWay) return underWay
    const pending = readAnew(root).finally(() => reading.delete(root))
    reading.set(root, pending)
    return pending
  }

  const write = (root: string, entry: Episode | z.infer<typeof newIds>) =>
    queue.run(root, () => append(root, entry)).finally(() => files.wrote(root, episodesPath))

  return {
    append: write,
    read,
    async adoptIds(root, ids) {
      const isNamed = ({ documentId }: Episode) => documentId !== undefined && ids.has(documentId)
      if ((await read(root)).all().some(isNamed)) await write(root, { renamed: Object.fromEntries(ids) })
    },
    counts,
  }
}

/** Puts the lines of the file into the index, piece by piece; answers with the file's stamp before reading. */
async function linesOf(path: string, index: EpisodeIndex, logger: Logger): Promise<Stamp> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw outsideProject()
    let skipped = 0
    let tail = ''
    const decoder = new TextDecoder()
    for (let at = 0; at < stats.size; at += pieceBytes) {
      const bytes = await bytesAt(handle, at, Math.min(pieceBytes, stats.size - at))
      const lines = (tail + decoder.decode(bytes, { stream: true })).split('\n')
      tail = lines.pop() ?? ''
      // No episode is as long as that: what it begins with is left out like any other line that is none.
      if (tail.length > pieceBytes) tail = notJson
      for (const source of lines) if (!takeLine(index, source)) skipped += 1
      await otherWork()
    }
    if (!takeLine(index, tail + decoder.decode())) skipped += 1
    if (skipped > 0) logger.warn({ path: episodesPath, skipped }, 'lines that are no episodes left out')
    return stats
  } finally {
    await handle.close()
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** False for a line without any field of ours. */
function takeLine(index: EpisodeIndex, source: string): boolean {
  if (source.trim() === '') return true
  const entry = parseLine(source)
  if (entry) take(index, entry)
  return entry !== undefined
}

function take(index: EpisodeIndex, entry: Episode | z.infer<typeof newIds>): void {
  if ('renamed' in entry) index.adoptIds(entry.renamed)
  else index.add(entry)
}

/** Undefined for a torn or foreign line: its absence is counted by the caller. */
function parseLine(source: string): Episode | z.infer<typeof newIds> | undefined {
  const json = parseJson(source)
  if (!json.ok) return undefined
  const ids = newIds.safeParse(json.value)
  if (ids.success) return ids.data
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

function whenMissing(error: unknown): Stamp {
  if (systemCode(error) !== 'ENOENT') throw error
  return missing
}
