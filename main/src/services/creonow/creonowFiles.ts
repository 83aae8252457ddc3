import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { fileError } from '../../lib/files.ts'
import { orphanedNames, shouldShow } from '../../lib/orphanedFiles.ts'
import { compareCodePoints } from '../../lib/text.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

export const folder = '.creonow'
export const settingsFolder = `${folder}/settings`
export const rulesFolder = `${folder}/rules`
const maxReadBytes = 4 * 1_048_576
export const maxWholeBytes = 256 * 1024
/** How far before the limit a paragraph end is searched, UTF-16 units. */
const paragraphReachUnits = 4096
const maxListed = 5000
const maxDepth = 16

export type FileProblem = 'invalid_format' | 'read_error' | 'too_large' | 'missing' | 'leftover'

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
  /** Over the limit for a file: only its size was read. */
  readonly tooLarge: boolean
  /** UTF-16 units of the whole file's text. */
  readonly fetchedChars: number
}

export interface Listing {
  /** In code-point order of their paths. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  /**
   * A file that is not used: a link out of the project, a pipe, an unreadable or too large folder, a file in a
   * folder's place, and copies that sync programs and editors made of the author's files.
   */
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

/** Text files below a folder of `.creonow`; what is not used comes as a problem. */
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
    const orphaned = orphanedNames(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name))
    for (const entry of entries) {
      const { name } = entry
      const child = `${path}/${name}`
      if (orphaned.has(name) || (entry.isDirectory() && name.startsWith('.'))) {
        if (shouldShow(name) && isText(name)) problems.push({ path: child, problem: 'leftover' })
        continue
      }
      if (files.length + problems.length >= maxListed || depth > maxDepth) {
        problems.push({ path, problem: 'too_large' })
        return
      }
      // A linked folder is not entered: it could lead back to one above.
      if (entry.isDirectory()) await visit(child, depth + 1)
      else if (textName.test(name)) await add(child)
    }
  }

  async function add(path: string): Promise<void> {
    const { kind, size, plain } = cache.state(root, path)
    if (kind === 'other') problems.push({ path, problem: 'read_error' })
    if (!plain && !(await leadsInside(path))) return
    if (kind === 'file') files.push({ path, bytes: size })
  }

  /** A link that leads out of the project, or nowhere, is a problem and no file. */
  async function leadsInside(path: string): Promise<boolean> {
    try {
      await resolveContained(root, path)
      return true
    } catch (error) {
      problems.push({ path, problem: linkProblemOf(fileError(error)) })
      return false
    }
  }

  const blocking = fileInPlaceOf(root, top, cache)
  if (blocking === undefined) await visit(top, 0)
  else problems.push({ path: blocking, problem: 'read_error' })
  return { files: files.sort(byPath), problems: problems.sort(byPath) }
}

const textName = /\.(?:md|txt|json)$/i
/** The name of such a copy may go on behind the extension: `世界观.md.icloud`, `.世界观.md.swp`. */
const isText = (name: string) => /\.(?:md|txt|json)(?![\p{L}\p{N}])/iu.test(name)

const entriesOf = async (root: string, path: string) =>
  readdir(await resolveContained(root, path), { withFileTypes: true })

/** Something that is no folder, on the way or at the end of the path. */
function fileInPlaceOf(root: string, folder: string, cache: FileCache): string | undefined {
  const parts = folder.split('/')
  return parts
    .map((_, at) => parts.slice(0, at + 1).join('/'))
    .find((path) => /^(?:file|other)$/.test(cache.state(root, path).kind))
}

/** A file in which a merge of version control was never finished. */
function hasMergeMarkers(text: string): boolean {
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
