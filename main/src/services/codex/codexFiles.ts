import { type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { compareCodePoints, isLeftover } from '../../lib/fileName.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { type CodexEntry, codexFolders, type EntryType } from './entry.ts'
import { parseEntryFile, stemOf } from './entryFile.ts'

export const maxEntryBytes = 4 * 1_048_576
const maxEntries = 50_000
/** Files looked at before the event loop gets its turn. */
const filesPerTurn = 500
/** A file written less than this ago may be written again without a new time stamp. */
const settledMs = 2000

type Stamp = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>

export interface EntryFile {
  /** Project-relative, forward slashes. */
  readonly path: string
  /** Kind of its folder. */
  readonly type: EntryType
  /** sha256hex of the bytes; of nothing when it cannot be read. */
  readonly hash: string
  /** Size and times of the file when it was read; undefined while they prove nothing. */
  readonly stamp: Stamp | undefined
  readonly entry?: CodexEntry
  /** Why there is no entry, one sentence. */
  readonly problem?: string
}

export interface CodexScan {
  /** By path, in code-point order. */
  readonly files: ReadonlyMap<string, EntryFile>
  /** Entries that can be used, no two with one id. */
  readonly entries: readonly { readonly entry: CodexEntry; readonly path: string; readonly hash: string }[]
  readonly broken: readonly EntryFile[]
  /** Folders that could not be read. */
  readonly problems: readonly string[]
  readonly listings: readonly Listing[]
}

/** The names of a folder's entry files, or why there are none; the same object while the folder is the same. */
type Listing = { readonly realPath: string; readonly names: readonly string[] } | string

/**
 * Reads the six folders of a codex. Files whose size and times are those of `previous` are not read again;
 * when nothing changed, `previous` itself comes back.
 */
export async function scanCodex(
  root: string,
  previous: CodexScan | undefined,
  { files: cache, clock }: { readonly files: FileCache; readonly clock: Clock },
): Promise<CodexScan> {
  const listings: Listing[] = []
  for (const [, name] of codexFolders) {
    const folder = `.creonow/${name}`
    listings.push(await cache.of(root, folder, 'names', () => listFolder(root, folder)))
  }
  if (previous && (await isUnchanged(previous, listings))) return previous
  const problems: string[] = []
  const files = new Map<string, EntryFile>()
  let turn = 0
  for (const [index, [type, name]] of codexFolders.entries()) {
    const folder = `.creonow/${name}`
    const listed = listings[index] ?? ''
    if (typeof listed === 'string') {
      problems.push(listed)
      continue
    }
    for (const fileName of listed.names) {
      const path = `${folder}/${fileName}`
      const stats = statSync(join(listed.realPath, fileName), { throwIfNoEntry: false })
      if (stats?.isFile() !== true || files.size >= maxEntries) continue
      const known = previous?.files.get(path)
      const file =
        known && isStamp(known.stamp, stats) ? known : await readEntryFile(root, path, type, stats, clock)
      files.set(path, known && known.hash === file.hash && isStamp(known.stamp, stats) ? known : file)
      turn += 1
      if (turn % filesPerTurn === 0) await new Promise(setImmediate)
    }
  }
  if (previous && isSame(previous, files, problems)) return { ...previous, files, listings }
  return { files, ...arrange(files), problems, listings }
}

/** The common case, without a new list: the same names, and every file as it was. */
async function isUnchanged(
  { files, listings: before }: CodexScan,
  listings: readonly Listing[],
): Promise<boolean> {
  if (listings.some((listing, index) => listing !== before[index])) return false
  let turn = 0
  for (const [index, [, name]] of codexFolders.entries()) {
    const listed = listings[index]
    if (listed === undefined || typeof listed === 'string') continue
    for (const fileName of listed.names) {
      const known = files.get(`.creonow/${name}/${fileName}`)
      const stats = statSync(join(listed.realPath, fileName), { throwIfNoEntry: false })
      if (!known || stats?.isFile() !== true || !isStamp(known.stamp, stats)) return false
      turn += 1
      if (turn % filesPerTurn === 0) await new Promise(setImmediate)
    }
  }
  return true
}

async function readEntryFile(
  root: string,
  path: string,
  type: EntryType,
  stats: Stats,
  clock: Clock,
): Promise<EntryFile> {
  const stamp =
    clock.now() - stats.mtimeMs > settledMs
      ? { size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, ino: stats.ino }
      : undefined
  const base = { path, type, stamp }
  try {
    const bytes = await readContained(root, path, maxEntryBytes)
    const hash = sha256Hex(bytes)
    const text = decodeUtf8(bytes)?.text
    if (text === undefined) return { ...base, hash, problem: '不是 UTF-8 编码' }
    const reading = parseEntryFile(text, { path, type })
    return reading.ok ? { ...base, hash, entry: reading.entry } : { ...base, hash, problem: reading.problem }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { ...base, hash: sha256Hex(''), problem: error.message }
  }
}

/** The names of entry files, without what sync tools and editors leave behind; or why there are none. */
async function listFolder(root: string, folder: string): Promise<Listing> {
  try {
    const realPath = await resolveContained(root, folder)
    const found = await readdir(realPath, { withFileTypes: true })
    const names = found
      .filter((item) => item.isFile() || item.isSymbolicLink())
      .map(({ name }) => name)
      .filter((name) => /\.(?:md|json)$/i.test(name) && !isLeftover(name))
    return { realPath, names: names.sort(compareCodePoints) }
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || systemCode(error) === 'ENOENT') return { realPath: root, names: [] }
    if (isAppError(error)) return `${folder}：${error.message}`
    if (systemCode(error) !== undefined) return `${folder}：这个文件夹读不出来。`
    throw error
  }
}

function arrange(files: ReadonlyMap<string, EntryFile>): Pick<CodexScan, 'entries' | 'broken'> {
  const owners = new Map<string, string>()
  const entries: CodexScan['entries'][number][] = []
  const broken: EntryFile[] = []
  for (const file of files.values()) {
    const { entry, path, hash } = file
    if (!entry) {
      broken.push(file)
      continue
    }
    const owner = owners.get(entry.id)
    if (owner === undefined) {
      owners.set(entry.id, path)
      entries.push({ entry, path, hash })
    } else broken.push({ ...file, problem: `编号 ${entry.id} 已经用在 ${owner}` })
  }
  return { entries, broken }
}

function isSame(
  previous: CodexScan,
  files: ReadonlyMap<string, EntryFile>,
  problems: readonly string[],
): boolean {
  if (previous.files.size !== files.size || previous.problems.join('\n') !== problems.join('\n')) return false
  for (const [path, { hash, problem }] of files) {
    const known = previous.files.get(path)
    if (known?.hash !== hash || known.problem !== problem) return false
  }
  return true
}

/** As numbers: writing them out takes longer than asking for them. */
const isStamp = (stamp: Stamp | undefined, { size, mtimeMs, ctimeMs, ino }: Stats) =>
  stamp?.mtimeMs === mtimeMs && stamp.ctimeMs === ctimeMs && stamp.size === size && stamp.ino === ino

/** The id by which a file without a usable entry is listed. */
export const idOfBroken = (path: string): string => `file:${sha256Hex(path).slice(0, 12)}`

/** A broken file as the list shows it: named by its file, kept from every prompt. */
export function describeBroken({ path, type, hash, problem }: EntryFile) {
  return {
    id: idOfBroken(path),
    type,
    name: stemOf(path).slice(0, 200) || 'entry',
    aliases: [],
    aiContextLevel: 'never' as const,
    path,
    hash,
    error: problem ?? '',
  }
}
