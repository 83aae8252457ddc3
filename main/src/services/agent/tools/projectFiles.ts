import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { readContained, resolveContained, toProjectPath } from '../../../lib/containedPath.ts'
import { fileError } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { compareCodePoints } from '../../../lib/text.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import { fullPath } from '../../edits/index.ts'
import type { Redactor } from '../../redaction/index.ts'
import { hiddenTextError, type Replaced, requireHidden } from './editing.ts'
import { countShown, parsedTexts } from './parsedTexts.ts'
import type { FileVersion } from './readMemory.ts'
import { type TextView, viewOf } from './view.ts'

export interface ProjectFilePorts {
  readonly projects: { rootOf(projectId: string): string }
  readonly redactor: Pick<Redactor, 'redact'>
  /** Files that their author hides from every model. */
  readonly excludedPaths: (projectId: string) => Promise<ReadonlySet<string>>
}

export interface ReadableText extends FileVersion {
  readonly path: string
  readonly view: TextView
  readonly bytes: number
}

const maxBytes = 64 * 1_048_576
const maxDepth = 16
/** A longer text is searched in steps, so that the event loop gets its turn between them. */
export const longUnits = 200_000
const maxFiles = 20_000

export type ProjectFiles = ReturnType<typeof createProjectFiles>

/**
 * The files of a project that tools may read: all but hidden files, caches, conversations and files that the author
 * hides.
 */
export function createProjectFiles({ projects, redactor, excludedPaths }: ProjectFilePorts) {
  /** The real, project-relative path. @throws AppError PATH_OUTSIDE_PROJECT, PATH_INVALID, AGENT_PATH_FORBIDDEN. */
  async function resolve(projectId: string, given: string): Promise<string> {
    const named = fullPath(given.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''))
    const root = projects.rootOf(projectId)
    if (named === '' || named === '.') return ''
    const path = toProjectPath(root, await resolveContained(root, named))
    if (!isVisible(named) || !isVisible(path)) throw forbidden(named)
    if ((await excludedPaths(projectId)).has(path)) throw forbidden(named)
    return path
  }

  /** @throws AppError as `resolve`; NOT_FOUND, FILE_TOO_LARGE, DOCUMENT_ENCODING. */
  async function read(projectId: string, given: string): Promise<ReadableText> {
    const root = projects.rootOf(projectId)
    const path = await resolve(projectId, given)
    if (path === '') throw new AppError(ErrorCode.NOT_FOUND, { why: 'isFolder' })
    const bytes = await readContained(root, path, maxBytes)
    const text = decodeUtf8(bytes)?.text
    if (text === undefined) throw new AppError(ErrorCode.DOCUMENT_ENCODING, { why: 'notUtf8', path })
    const version = { mtimeMs: await mtimeOf(projectId, path), hash: sha256Hex(bytes) }
    return { path, ...version, view: await view(projectId, path, text), bytes: bytes.length }
  }

  async function view(projectId: string, path: string, text: string): Promise<TextView> {
    const scope = path.startsWith('manuscript/') ? 'manuscript' : 'creonow'
    const isLong = text.length > longUnits
    if (isLong) await otherWork()
    const redacted = await redactor.redact(text, scope, projectId)
    if (isLong) await otherWork()
    return viewOf(text, redacted)
  }

  /**
   * The view of a file after an edit; `before` is its text, undefined for a new one. @throws AppError AGENT_REDACTED
   * where the file, or a text that a parser makes of it, shows what was hidden before.
   */
  async function viewAfter(
    projectId: string,
    path: string,
    { text, hidden }: Pick<Replaced, 'text' | 'hidden'>,
    before: string | undefined,
  ): Promise<TextView> {
    const after = await view(projectId, path, text)
    requireHidden(after, hidden)
    if (hidden.length > 0 && path.startsWith('.creonow/')) {
      const secrets = hidden.map(({ from, to }) => text.slice(from, to))
      const shown = async (of: string) => {
        const parts = parsedTexts(path, of).map((part) => view(projectId, path, part))
        return countShown(
          secrets,
          (await Promise.all(parts)).map((part) => part.text),
        )
      }
      const shownBefore = await shown(before ?? '')
      if ((await shown(text)).some((count, at) => count > (shownBefore[at] ?? 0))) throw hiddenTextError()
    }
    return after
  }

  async function mtimeOf(projectId: string, path: string): Promise<number> {
    try {
      return (await stat(await resolveContained(projects.rootOf(projectId), path))).mtimeMs
    } catch (error) {
      throw fileError(error)
    }
  }

  /** What lies in a folder, folders first. Links that lead out, and what is no file, are left out. */
  async function list(projectId: string, path: string): Promise<readonly Listed[]> {
    const root = projects.rootOf(projectId)
    const excluded = await excludedPaths(projectId)
    let entries: Dirent[]
    try {
      const folder = path === '' ? root : await resolveContained(root, path)
      entries = await readdir(folder, { withFileTypes: true })
    } catch (error) {
      throw fileError(error)
    }
    const listed: Listed[] = []
    for (const entry of entries) {
      const child = path === '' ? entry.name : `${path}/${entry.name}`
      if (!isVisible(child) || excluded.has(child)) continue
      if (entry.isDirectory()) listed.push({ name: entry.name, path: child, kind: 'folder' })
      else if (entry.isFile()) listed.push({ name: entry.name, path: child, kind: 'file' })
      else if (entry.isSymbolicLink() && (await leadsToFile(projectId, child)))
        listed.push({ name: entry.name, path: child, kind: 'file' })
    }
    return listed.sort((a, b) =>
      a.kind === b.kind ? compareCodePoints(a.name, b.name) : a.kind === 'folder' ? -1 : 1,
    )
  }

  async function leadsToFile(projectId: string, path: string): Promise<boolean> {
    try {
      const real = await resolve(projectId, path)
      return (await stat(await resolveContained(projects.rootOf(projectId), real))).isFile()
    } catch (error) {
      if (isAppError(fileError(error))) return false
      throw error
    }
  }

  /** Every file below a folder, in the order of paths; `more`: there are more than so many. */
  async function walk(projectId: string, from: string, signal: AbortSignal): Promise<Walked> {
    const paths: string[] = []
    const visit = async (path: string, depth: number): Promise<boolean> => {
      signal.throwIfAborted()
      for (const { kind, path: child } of await list(projectId, path)) {
        if (kind === 'folder' && depth < maxDepth && !(await visit(child, depth + 1))) return false
        if (kind === 'file' && paths.push(child) >= maxFiles) return false
      }
      return true
    }
    const isWhole = await visit(from, 0)
    return { paths: paths.sort(compareCodePoints), more: !isWhole }
  }

  return { resolve, read, view, viewAfter, mtimeOf, list, walk }
}

export interface Listed {
  readonly name: string
  readonly path: string
  readonly kind: 'folder' | 'file'
}

export interface Walked {
  readonly paths: readonly string[]
  readonly more: boolean
}

/** Earlier exchanges, as conversations: what the author said elsewhere goes along only where the engine chose it. */
const episodes = '.creonow/memory/episodes.jsonl'

/** The app's own data, conversations, and notes in the margin, which are for the author alone. */
const privateFolders = ['cache', 'conversations', 'notes']

/** Not hidden files, private folders and earlier exchanges. */
function isVisible(path: string): boolean {
  if (path === episodes) return false
  const [top, second] = path.split('/')
  const isOwn = top === '.creonow' && !privateFolders.includes(second ?? '')
  const rest = isOwn ? path.slice('.creonow/'.length).split('/') : path.split('/')
  return path === '.creonow' || rest.every((part) => !part.startsWith('.'))
}

function forbidden(path: string): AppError {
  return new AppError(ErrorCode.AGENT_PATH_FORBIDDEN, { why: 'hidden', path })
}
