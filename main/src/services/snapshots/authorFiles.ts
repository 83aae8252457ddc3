import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isAppError, systemCode } from '../../lib/appError.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { compareCodePoints } from '../../lib/text.ts'

/** What of `.creonow` is the author's own work. Order and plans are in `book.json`, which a snapshot has apart. */
const folders = [
  'rules',
  'settings',
  'characters',
  'locations',
  'items',
  'factions',
  'events',
  'lore',
  'skills',
  'synopses',
  'notes',
]
const singleFiles = [
  'project.json',
  'threads.json',
  'decisions.json',
  'budget.json',
  'memory/preferences.json',
]
const maxDepth = 16
const maxFiles = 20_000
const maxFileBytes = 8 * 1_048_576

/** A file below `.creonow`, with its bytes; undefined: too large, or not to be read. */
export interface AuthorFile {
  /** Project-relative. */
  readonly path: string
  readonly bytes: Buffer | undefined
}

/** The author's files below `.creonow`, in code-point order. Links are not followed; what hides is left out. */
export async function* readAuthorFiles(root: string): AsyncGenerator<AuthorFile> {
  const paths = singleFiles.map((name) => `.creonow/${name}`)
  for (const folder of folders) await list(root, `.creonow/${folder}`, 1, paths)
  for (const path of paths.sort(compareCodePoints)) {
    try {
      yield { path, bytes: await readContained(root, path, maxFileBytes) }
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.code !== 'NOT_FOUND') yield { path, bytes: undefined }
    }
  }
}

/** sha256hex of each of them by path; undefined: too large, or not to be read. */
export async function hashAuthorFiles(root: string): Promise<ReadonlyMap<string, string | undefined>> {
  const hashes = new Map<string, string | undefined>()
  for await (const { path, bytes } of readAuthorFiles(root)) hashes.set(path, bytes && sha256Hex(bytes))
  return hashes
}

async function list(root: string, folder: string, depth: number, paths: string[]): Promise<void> {
  if (depth > maxDepth) return
  for (const entry of await entriesOf(root, folder)) {
    const path = `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || paths.length >= maxFiles) continue
    if (entry.isDirectory()) await list(root, path, depth + 1, paths)
    else if (entry.isFile()) paths.push(path)
  }
}

async function entriesOf(root: string, folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(await resolveContained(root, folder), { withFileTypes: true })
  } catch (error) {
    if (!isAppError(error) && systemCode(error) === undefined) throw error
    return []
  }
}
