import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { AppError } from '../../lib/appError.ts'
import { projectFilePath } from './projectFile.ts'

/** True when the folder contains `.creonow/project.json` or `manuscript/`. */
export async function isProjectFolder(path: string): Promise<boolean> {
  return (await exists(join(path, projectFilePath))) || (await isFolder(join(path, 'manuscript')))
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** Something that is not a folder has that path. */
export async function isOtherFile(path: string): Promise<boolean> {
  return (await exists(path)) && !(await isFolder(path))
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** `~` and `~/…` as a writer types them, made whole; other paths as they are. */
export function fromHome(path: string): string {
  return /^~(?:[\\/]|$)/.test(path) ? join(homedir(), path.slice(1)) : path
}

/** @throws AppError INVALID_ARGUMENT for a relative path, NOT_FOUND for a missing folder. */
export async function realFolder(path: string): Promise<string> {
  requireAbsolute(path)
  if (!(await isFolder(path))) throw new AppError('NOT_FOUND', { why: 'folder' })
  return realpath(path)
}

export function requireAbsolute(path: string): void {
  if (!isAbsolute(path) || path.includes('\0')) throw new AppError('INVALID_ARGUMENT', { why: 'folder' })
}

/** True when both paths are one folder on disk, whatever way leads there. */
export async function isSameFolder(a: string, b: string): Promise<boolean> {
  if (a === b) return true
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}
