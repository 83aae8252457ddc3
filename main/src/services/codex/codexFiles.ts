import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FileFault } from '#contract/warnings.ts'
import { type AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { orphanedNames, shouldShow } from '../../lib/orphanedFiles.ts'
import { compareCodePoints } from '../../lib/text.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { type CodexEntry, codexFolders, type EntryType } from './entry.ts'
import { parseEntryFile, stemOf } from './entryFile.ts'

export const maxEntryBytes = 4 * 1_048_576
const maxEntries = 50_000
/** Files checked before the event loop gets its turn. */
const filesPerTurn = 500
/** Files read at once: the thread pool reads them while this thread parses. */
const readsAtOnce = 8
export const codexPlaces = codexFolders.map(([, name]) => `.creonow/${name}`)

export interface EntryFile {
  /** Project-relative, forward slashes. */
  readonly path: string
  /** Kind of its folder. */
  readonly type: EntryType
  /** sha256hex of the bytes; of nothing when it cannot be read. */
  readonly hash: string
  /** State of the file when it was read. */
  readonly state: FileState
  readonly entry?: CodexEntry
  /** Why there is no entry. */
  readonly fault?: FileFault
  /** No entry, but a copy that a sync program or an editor made of one. */
  readonly isOrphaned?: true
}

export interface CodexScan {
  /** By path, in code-point order. */
  readonly files: ReadonlyMap<string, EntryFile>
  /** Entries that can be used, no two with one id. */
  readonly entries: readonly { readonly entry: CodexEntry; readonly path: string; readonly hash: string }[]
  readonly broken: readonly EntryFile[]
  /** Folders that could not be read. */
  readonly problems: readonly FolderProblem[]
}

interface FolderProblem {
  readonly path: string
  readonly fault: FileFault
}

/** The names of a folder's files, or why there are none; the same object while the names are the same. */
type Listing = { readonly names: readonly string[]; readonly orphaned: ReadonlySet<string> } | FolderProblem

/**
 * Reads the six folders of a codex. Files that are as they were in `previous` are not read again, and what is made
 * of one stays the same object while its bytes do; when nothing changed, `previous` itself comes back.
 */
export async function scanCodex(
  root: string,
  previous: CodexScan | undefined,
  cache: FileCache,
): Promise<CodexScan> {
  const problems: FolderProblem[] = []
  const filesByPath = new Map<string, EntryFile | undefined>()
  const stale: { readonly path: string; readonly type: EntryType; readonly isOrphaned: boolean }[] = []
  for (const [type, name] of codexFolders) {
    const folder = `.creonow/${name}`
    const listed = await cache.of(root, folder, 'names', () => listFolder(root, folder))
    if ('fault' in listed) {
      problems.push(listed)
      continue
    }
    for (const fileName of listed.names) {
      if (filesByPath.size >= maxEntries) break
      const path = `${folder}/${fileName}`
      const previousFile = previous?.files.get(path)
      const isOrphaned = listed.orphaned.has(fileName)
      const isUnchanged =
        previousFile?.state === cache.state(root, path) && (previousFile.isOrphaned ?? false) === isOrphaned
      if (!isUnchanged) stale.push({ path, type, isOrphaned })
      // In its place already, so that the order is that of the names whenever the file has been read.
      filesByPath.set(path, previousFile)
      if (filesByPath.size % filesPerTurn === 0) await new Promise(setImmediate)
    }
  }
  const read = async () => {
    for (let next = stale.pop(); next; next = stale.pop()) {
      const file = await readEntryFile(root, next.path, next.type, next.isOrphaned, cache)
      if (file) filesByPath.set(next.path, likeBefore(file, previous?.files.get(next.path)))
      else filesByPath.delete(next.path)
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, read))
  const files = new Map<string, EntryFile>()
  for (const [path, file] of filesByPath) if (file) files.set(path, file)
  if (!previous) return { files, ...arrange(files), problems }
  return compared(previous, files, problems)
}

/** With the entry that was made of the same bytes before. */
function likeBefore(file: EntryFile, previousFile: EntryFile | undefined): EntryFile {
  const isSame =
    previousFile?.hash === file.hash &&
    sameFault(previousFile, file) &&
    previousFile.isOrphaned === file.isOrphaned
  return isSame ? { ...previousFile, state: file.state } : file
}

const sameFault = (file: EntryFile, other: EntryFile) => isDeepStrictEqual(file.fault, other.fault)

function compared(
  previous: CodexScan,
  files: ReadonlyMap<string, EntryFile>,
  problems: readonly FolderProblem[],
): CodexScan {
  if (previous.files.size !== files.size || !isDeepStrictEqual(previous.problems, problems))
    return { files, ...arrange(files), problems }
  let isTouched = false
  for (const [path, file] of files) {
    const previousFile = previous.files.get(path)
    if (file === previousFile) continue
    isTouched = true
    if (!previousFile || previousFile.hash !== file.hash || !sameFault(previousFile, file))
      return { files, ...arrange(files), problems }
  }
  return isTouched ? { ...previous, files } : previous
}

/** Undefined when it was removed meanwhile. */
async function readEntryFile(
  root: string,
  path: string,
  type: EntryType,
  isOrphaned: boolean,
  cache: FileCache,
): Promise<EntryFile | undefined> {
  const state = cache.state(root, path)
  if (state.kind === 'missing') return undefined
  const base = { path, type, state }
  if (isOrphaned)
    return {
      ...base,
      hash: sha256Hex(''),
      fault: { code: 'leftover', params: {} },
      isOrphaned: true,
    }
  // A pipe is never opened: reading it would block for ever.
  if (state.kind !== 'file') return { ...base, hash: sha256Hex(''), fault: { code: 'notFile', params: {} } }
  try {
    const { bytes, hash } = await cache.read(root, path, maxEntryBytes, state)
    const text = decodeUtf8(bytes)?.text
    if (text === undefined) return { ...base, hash, fault: { code: 'notUtf8', params: {} } }
    const reading = parseEntryFile(text, { path, type })
    return reading.ok ? { ...base, hash, entry: reading.entry } : { ...base, hash, fault: reading.fault }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { ...base, hash: sha256Hex(''), fault: faultOf(error) }
  }
}

/** The names of entry files, what sync tools and editors leave behind among them; or why there are none. */
async function listFolder(root: string, folder: string): Promise<Listing> {
  try {
    const items = await readdir(await resolveContained(root, folder), { withFileTypes: true })
    const names = items.filter((item) => !item.isDirectory()).map(({ name }) => name)
    const orphaned = orphanedNames(names)
    const shown = names.filter((name) =>
      orphaned.has(name) ? shouldShow(name) && /\.(?:md|json)\b/i.test(name) : /\.(?:md|json)$/i.test(name),
    )
    return { names: shown.sort(compareCodePoints), orphaned }
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || systemCode(error) === 'ENOENT')
      return { names: [], orphaned: new Set() }
    if (systemCode(error) === 'ENOTDIR') return { path: folder, fault: { code: 'notFolder', params: {} } }
    if (isAppError(error)) return { path: folder, fault: faultOf(error) }
    if (systemCode(error) !== undefined) return { path: folder, fault: faultOf(undefined) }
    throw error
  }
}

/** Why a file or folder cannot be read, out of what reading it threw. */
function faultOf(error: AppError | undefined): FileFault {
  const codes: Readonly<Record<string, 'tooLarge' | 'outside' | 'noAccess'>> = {
    FILE_TOO_LARGE: 'tooLarge',
    PATH_OUTSIDE_PROJECT: 'outside',
    READ_ONLY: 'noAccess',
  }
  return { code: codes[error?.code ?? ''] ?? 'unreadable', params: {} }
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
    } else broken.push({ ...file, fault: { code: 'idTaken', params: { id: entry.id, path: owner } } })
  }
  return { entries, broken }
}

/** Whose folder's lock guards all six folders. */
export const codexLock = `${codexPlaces[0]}/entry.md`

/** Why a text could not be read as the entry at a path; undefined: it can, or the path is no entry's. */
export function entryProblem(path: string, text: string): FileFault | undefined {
  const type = codexFolders.find(([, name]) => path.startsWith(`.creonow/${name}/`))?.[0]
  const reading = type && parseEntryFile(text, { path, type })
  return reading && !reading.ok ? reading.fault : undefined
}

/** The id by which a file without a usable entry is listed. */
export const idOfBroken = (path: string): string => `file:${sha256Hex(path).slice(0, 12)}`

/** A broken file as the list shows it: named by its file, in no prompt. */
export function describeBroken({ path, type, hash, fault }: EntryFile) {
  return {
    id: idOfBroken(path),
    type,
    name: stemOf(path).slice(0, 200) || 'entry',
    aliases: [],
    aiContextLevel: 'never' as const,
    path,
    hash,
    ...(fault && { fault }),
  }
}
