import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { compareCodePoints, isLeftover } from '../../lib/fileName.ts'
import { fileError } from '../../lib/files.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

export const folder = '.creonow'
export const settingsFolder = `${folder}/settings`
export const rulesFolder = `${folder}/rules`
const maxReadBytes = 4 * 1_048_576
const maxWholeBytes = 256 * 1024
/** How far before the limit a paragraph end is looked for, UTF-16 units. */
const paragraphReachUnits = 4096
const maxListed = 5000
const maxDepth = 16

export type FileProblem = 'invalid_format' | 'read_error' | 'too_large' | 'missing'

export interface ProblemFile {
  readonly path: string
  readonly problem: FileProblem
}

export interface TextFile {
  /** Project-relative, forward slashes. */
  readonly path: string
  /** Without BOM, line endings as stored; cut when `tooLarge`. */
  readonly text: string
  /** Size of the whole file. */
  readonly bytes: number
  readonly tooLarge: boolean
  /** UTF-16 units of the whole file's text. */
  readonly fetchedChars: number
}

export interface Listing {
  /** In code-point order of their paths. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  /** What stands there but cannot be used: a link out of the project, an unreadable or overfull folder. */
  readonly problems: readonly ProblemFile[]
}

/** @throws AppError PATH_OUTSIDE_PROJECT, PATH_INVALID for the path; everything about the file is a result. */
export async function readTextFile(root: string, path: string): Promise<TextFile | ProblemFile> {
  let content: Buffer
  try {
    content = await readContained(root, path, maxReadBytes)
  } catch (error) {
    return { path, problem: problemOf(error) }
  }
  const text = decodeUtf8(content)?.text
  if (text === undefined || hasMergeMarkers(text)) return { path, problem: 'invalid_format' }
  const tooLarge = content.length > maxWholeBytes
  return {
    path,
    text: tooLarge ? startOf(content) : text,
    bytes: content.length,
    tooLarge,
    fetchedChars: text.length,
  }
}

/** Text files below a folder of `.creonow`, without leftovers of sync programs, editors and version control. */
export async function listTextFiles(root: string, top: string, cache: FileCache): Promise<Listing> {
  const files: { path: string; bytes: number }[] = []
  const problems: ProblemFile[] = []

  async function visit(path: string, depth: number): Promise<void> {
    let entries: readonly Dirent[]
    try {
      entries = await cache.of(root, path, 'entries', () => entriesOf(root, path))
    } catch (error) {
      const problem = linkProblemOf(fileError(error))
      if (problem !== 'missing') problems.push({ path, problem })
      return
    }
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (isLeftover(entry.name)) continue
      if (files.length + problems.length >= maxListed || depth > maxDepth) {
        problems.push({ path, problem: 'too_large' })
        return
      }
      // A linked folder is not entered: it could lead back to one above.
      if (entry.isDirectory()) await visit(child, depth + 1)
      else if (/\.(?:md|txt|json)$/i.test(entry.name)) await add(child)
    }
  }

  async function add(path: string): Promise<void> {
    try {
      const bytes = await cache.of(root, path, 'bytes', () => sizeOf(root, path))
      if (bytes !== undefined) files.push({ path, bytes })
    } catch (error) {
      problems.push({ path, problem: linkProblemOf(fileError(error)) })
    }
  }

  await visit(top, 0)
  return { files: files.sort(byPath), problems: problems.sort(byPath) }
}

const entriesOf = async (root: string, path: string) =>
  readdir(await resolveContained(root, path), { withFileTypes: true })

/** Undefined for what is no file. */
async function sizeOf(root: string, path: string): Promise<number | undefined> {
  const found = await stat(await resolveContained(root, path))
  return found.isFile() ? found.size : undefined
}

/** A file in which a merge of version control was never finished. */
export function hasMergeMarkers(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7} /m.test(text)
}

/**
 * The first 256 KiB, ended after a paragraph when one ends near the limit, else where no key or path can go on, so
 * that no half of one is left that nobody recognises.
 */
function startOf(content: Buffer): string {
  const whole = new TextDecoder().decode(content.subarray(0, maxWholeBytes), { stream: true })
  const near = whole.length - paragraphReachUnits
  const lineEnd = whole.lastIndexOf('\n') + 1
  if (lineEnd > Math.max(near, 0)) return whole.slice(0, lineEnd)
  let end = whole.length
  while (end > near && !isSpaceOrCjk(whole.charCodeAt(end - 1))) end -= 1
  return end > near ? whole.slice(0, end) : whole
}

const isSpaceOrCjk = (unit: number) => unit <= 0x20 || unit >= 0x2e80

function problemOf(error: unknown): FileProblem {
  if (isAppError(error, 'PATH_OUTSIDE_PROJECT') || isAppError(error, 'PATH_INVALID')) throw error
  return linkProblemOf(error)
}

function linkProblemOf(error: unknown): FileProblem {
  if (isAppError(error, 'NOT_FOUND')) return 'missing'
  if (isAppError(error, 'FILE_TOO_LARGE')) return 'too_large'
  if (isAppError(error) || error instanceof Error) return 'read_error'
  throw error
}

const byPath = (a: { path: string }, b: { path: string }) => compareCodePoints(a.path, b.path)
