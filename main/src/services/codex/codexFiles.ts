import { type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { type CodexEntry, codexFolders, type EntryType } from './entry.ts'
import { parseEntryFile, stemOf } from './entryFile.ts'

export const maxEntryBytes = 4 * 1_048_576
const maxEntries = 50_000
/** Files looked at before the event loop gets its turn. */
const filesPerTurn = 250
/** A file written less than this ago may be written again without a new time stamp. */
const settledMs = 2000

export interface EntryFile {
  /** Project-relative, forward slashes. */
  readonly path: string
  /** Kind of its folder. */
  readonly type: EntryType
  /** sha256hex of the bytes; of nothing when it cannot be read. */
  readonly hash: string
  /** Size and times of the file when it was read; empty while they prove nothing. */
  readonly stamp: string
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
}

/**
 * Reads the six folders of a codex. Files whose size and times are those of `previous` are not read again;
 * when nothing changed, `previous` itself comes back.
 */
export async function scanCodex(
  root: string,
  previous: CodexScan | undefined,
  { files: cache, clock }: { readonly files: FileCache; readonly clock: Clock },
): Promise<CodexScan> {
  const problems: string[] = []
  const files = new Map<string, EntryFile>()
  let turn = 0
  for (const [type, name] of codexFolders) {
    const folder = `.creonow/${name}`
    const listed = await cache.of(root, folder, 'names', () => listFolder(root, folder))
    if (typeof listed === 'string') {
      problems.push(listed)
      continue
    }
    for (const fileName of listed.names) {
      const path = `${folder}/${fileName}`
      const stats = statSync(join(listed.realPath, fileName), { throwIfNoEntry: false })
      if (stats?.isFile() !== true || files.size >= maxEntries) continue
      const stamp = stampOf(stats)
      const known = previous?.files.get(path)
      const file =
        known && known.stamp === stamp ? known : await readEntryFile(root, path, type, stats, clock)
      files.set(path, known && known.hash === file.hash && known.stamp === file.stamp ? known : file)
      turn += 1
      if (turn % filesPerTurn === 0) await new Promise(setImmediate)
    }
  }
  if (previous && isSame(previous, files, problems)) return { ...previous, files }
  return { files, ...arrange(files), problems }
}

async function readEntryFile(
  root: string,
  path: string,
  type: EntryType,
  stats: Stats,
  clock: Clock,
): Promise<EntryFile> {
  const stamp = clock.now() - stats.mtimeMs > settledMs ? stampOf(stats) : ''
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
async function listFolder(
  root: string,
  folder: string,
): Promise<{ readonly realPath: string; readonly names: readonly string[] } | string> {
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

/** Copies and half-written files that lie beside a writer's own, as in `.creonow/settings`. */
function isLeftover(name: string): boolean {
  return (
    /^(?:\.|~\$|#)|~$/.test(name) ||
    /\.sync-conflict-|冲突副本|conflicted copy|\((?:case )?conflict/i.test(name) ||
    /\(\d{1,3}\)\.[^.]*$/.test(name)
  )
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

const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`

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

/** Code-point order: the same on every system, unlike that of UTF-16 units or of a locale. */
export function compareCodePoints(a: string, b: string): number {
  const first = [...a]
  const second = [...b]
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const difference = (first[at]?.codePointAt(0) ?? 0) - (second[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return first.length - second.length
}
