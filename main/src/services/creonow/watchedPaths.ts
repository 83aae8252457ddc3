import { isCounted, originalName, orphanedNames } from '../../lib/orphanedFiles.ts'
import { folder as creonowFolder } from './creonowFiles.ts'

/** The two folders of a project that are watched. */
export const watchedFolders = ['manuscript', creonowFolder] as const
const derivedFolder = `${creonowFolder}/cache`
/** `<name>.<ext>.<number>` of an atomic write, `<name>.tmp…`, and names without an extension (vim's `4913`). */
const temporaryName = /\.[^.]+\.\d{1,10}$|\.tmp(?:[^\p{L}]|$)|^[^.]+$/iu

/** Whether a folder (project-relative, '' for the project) is entered; `cache/` and what hides is not. */
export function isWatchedFolder(path: string): boolean {
  if (path === '' || path === 'manuscript' || path === creonowFolder) return true
  if (path === derivedFolder || !path.startsWith(`${creonowFolder}/`)) return false
  return !(path.split('/').at(-1) ?? '').startsWith('.')
}

/**
 * Whether a change of this file is reported: chapters, and files below `.creonow/` except derived ones, copies of
 * sync programs and editors, and the temporary files of atomic writes. By name only.
 */
export function isWatchedFile(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (parts[0] === 'manuscript') {
    return parts.length === 2 && /\.md$/i.test(name) && orphanedNames([name]).size === 0
  }
  return (
    parts.length > 1 &&
    isWatchedFolder(parts.slice(0, -1).join('/')) &&
    orphanedNames([name]).size === 0 &&
    !temporaryName.test(name)
  )
}

/** The file that `决战(1).md` would be a copy of; undefined for `决战 2.md`, which may be the author's own count. */
export function originalOf(path: string): string | undefined {
  const cut = path.lastIndexOf('/') + 1
  const name = path.slice(cut)
  const original = isCounted(name) ? undefined : originalName(name)
  return original === undefined ? undefined : path.slice(0, cut) + original
}
