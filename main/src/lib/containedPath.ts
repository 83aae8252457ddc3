import { type FileHandle, lstat, mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import nodePath, { type PlatformPath } from 'node:path'
import { AppError, systemCode } from './appError.ts'
import {
  type AtomicWriteOptions,
  fileError,
  outsideProject,
  readHandleBounded,
  readWithoutFollowing,
  writeFileAtomically,
} from './files.ts'

const reservedOnWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i
const illegalOnWindows = /[<>:"|?*]|\p{Cc}/u

/**
 * The parts of a project-relative path with forward slashes, checked by name only.
 * @throws AppError PATH_OUTSIDE_PROJECT (`..`, absolute, drive letter, UNC, NUL),
 * PATH_INVALID (back slash, empty or `.` part, reserved on Windows, half a surrogate pair).
 */
export function checkProjectPath(relativePath: string, platform: string = process.platform): string[] {
  if (relativePath.includes('\0') || /^(?:[\\/]|[A-Za-z]:)/.test(relativePath)) throw outsideProject()
  const parts = relativePath.split(/[\\/]/)
  if (parts.some((part) => /^\.\.[. ]*$/.test(part))) throw outsideProject()
  if (relativePath.includes('\\')) throw new AppError('PATH_INVALID', { why: 'backslash' })
  if (!relativePath.isWellFormed()) throw new AppError('PATH_INVALID', { why: 'malformed' })
  for (const part of parts) {
    if (part === '' || part === '.') throw new AppError('PATH_INVALID', { why: 'emptyPart' })
    if (reservedOnWindows.test(part)) throw new AppError('PATH_INVALID', { why: 'reserved', name: part })
    if (/[. ]$/.test(part)) throw new AppError('PATH_INVALID', { why: 'ending' })
    if (platform === 'win32' && illegalOnWindows.test(part))
      throw new AppError('PATH_INVALID', { why: 'characters' })
  }
  return parts
}

/**
 * The real path of a file of a project, existing or to be made. Containment is judged by real path: a link may lead
 * elsewhere inside the project, never out of it. `rootRealPath` must itself be a real path. @throws AppError as
 * `checkProjectPath`, and NOT_FOUND when the project's folder is missing.
 */
export async function resolveContained(rootRealPath: string, relativePath: string): Promise<string> {
  const parts = checkProjectPath(relativePath)
  // One call where neither the root nor any part is a link, which is nearly always.
  const direct = nodePath.join(rootRealPath, ...parts)
  if ((await realpath(direct).catch(() => undefined)) === direct) return direct
  let real = rootRealPath
  try {
    if ((await realpath(rootRealPath)) !== rootRealPath) throw outsideProject()
    for (const [index, part] of parts.entries()) {
      const next = await realChild(real, part)
      if (next === undefined) return nodePath.join(real, ...parts.slice(index))
      if (!isInside(rootRealPath, next)) throw outsideProject()
      real = next
    }
    return real
  } catch (error) {
    throw fileError(error)
  }
}

/**
 * Where the name itself lies, not where it leads when it is a link: what is to be removed or moved. Throws as
 * `resolveContained`.
 */
export async function resolveName(rootRealPath: string, relativePath: string): Promise<string> {
  const parts = checkProjectPath(relativePath)
  const name = parts.at(-1) ?? ''
  const real = await resolveContained(rootRealPath, relativePath)
  const folder =
    parts.length === 1 ? rootRealPath : await resolveContained(rootRealPath, parts.slice(0, -1).join('/'))
  const isItself = nodePath.dirname(real) === folder && sameName(nodePath.basename(real), name)
  return isItself ? real : nodePath.join(folder, name)
}

const sameName = (a: string, b: string) => a.normalize('NFC') === b.normalize('NFC')

/** The real path of an existing child, undefined when there is none; a dangling link is refused. */
async function realChild(folder: string, name: string): Promise<string | undefined> {
  const path = nodePath.join(folder, name)
  try {
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
  const stats = await lstat(path).catch(() => undefined)
  // A link that leads nowhere, or made by another program a moment ago: the second check decides.
  if (stats) return resolveAgain(path, stats.isSymbolicLink())
  if (name.normalize('NFC') === name.normalize('NFD')) return undefined
  // The same name composed and decomposed is one name to people, but two to most file systems.
  const names = await readdir(folder).catch(() => [])
  const duplicate = names.find((other) => other !== name && sameName(other, name))
  return duplicate === undefined ? undefined : realpath(nodePath.join(folder, duplicate))
}

async function resolveAgain(path: string, isLink: boolean): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    if (isLink) throw outsideProject()
    return undefined
  }
}

export function isInside(rootRealPath: string, realPath: string, path: PlatformPath = nodePath): boolean {
  const relative = path.relative(rootRealPath, realPath)
  return (
    relative === '' ||
    !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
  )
}

/** How a file is named to people and models: relative to the project, forward slashes on every system. */
export function toProjectPath(root: string, absolutePath: string, path: PlatformPath = nodePath): string {
  return path.relative(root, absolutePath).split(path.sep).join('/')
}

/** A save by another program replaces a file once; more often, somebody writes it without pause. */
const maxReadAttempts = 5

/**
 * Reads a file of a project. After opening, the open file is compared with the path once more, so that a
 * link swapped in between check and use is refused instead of followed; a file that was replaced is read anew.
 * @throws AppError as `resolveContained` and `readFileBounded`; CONFLICT when it is replaced again and again.
 */
export async function readContained(
  rootRealPath: string,
  relativePath: string,
  maxBytes: number,
): Promise<Buffer> {
  for (let attempt = 1; attempt <= maxReadAttempts; attempt++) {
    const path = await resolveContained(rootRealPath, relativePath)
    try {
      const handle = await open(path, readWithoutFollowing)
      try {
        if (await isStillAt(handle, path)) return await readHandleBounded(handle, maxBytes)
      } finally {
        await handle.close()
      }
    } catch (error) {
      // Missing for a moment: some programs delete a file before they write it anew.
      if (systemCode(error) !== 'ENOENT' || attempt === maxReadAttempts) throw fileError(error)
    }
  }
  throw new AppError('CONFLICT', { why: 'busy' })
}

/** @throws AppError PATH_OUTSIDE_PROJECT when there is a link in the path now. */
async function isStillAt(handle: FileHandle, path: string): Promise<boolean> {
  const [opened, present, real] = await Promise.all([handle.stat(), stat(path), realpath(path)])
  if (real !== path) throw outsideProject()
  return opened.ino === present.ino && opened.dev === present.dev
}

/**
 * Writes a file of a project atomically, making its folders; containment is checked again when the temporary file is
 * in the target's folder. @throws AppError as `resolveContained` and `writeFileAtomically`.
 */
export async function writeContained(
  rootRealPath: string,
  relativePath: string,
  bytes: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const target = await resolveContained(rootRealPath, relativePath)
  try {
    await mkdir(nodePath.dirname(target), { recursive: true })
  } catch (error) {
    throw fileError(error)
  }
  const path = await resolveContained(rootRealPath, relativePath)
  await writeFileAtomically(path, bytes, { ...options, realPath: true })
}
