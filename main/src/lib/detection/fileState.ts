import { lstatSync, type Stats, statSync } from 'node:fs'
import { isAppError } from '../appError.ts'
import { checkProjectPath } from '../containedPath.ts'

/** A file or folder as it was looked at: the same object for as long as looking says that it did not change. */
export interface FileState {
  readonly kind: 'file' | 'folder' | 'other' | 'missing'
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
  readonly dev: number
  /** The path is one a project may have, and no link stands on the way or in the last place. */
  readonly plain: boolean
  /** A link stands in the last place; kind and stamp are those of what it leads to. */
  readonly isLink: boolean
  /** Written so long ago that another write would have another time stamp. */
  readonly isStable: boolean
}

/** How much was done on disk since the start; a request over an unchanged, watched project adds nothing. */
export interface FileAccessCounts {
  /** Files and folders looked at (`lstat`) for somebody who waited. */
  checked: number
  /** Files opened to read or to hash them. */
  opened: number
  /** Looked at by sweeps, in the background. */
  swept: number
}

/** A time stamp may stand still this long while the file changes (network and FAT file systems). */
const stableAfterMs = 2000
const nothing = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, dev: 0 }

/**
 * Looks at `path` below the project's folder; `above` is the state of the folder it lies in. Behind a link the
 * stamp is that of what it leads to. `previous` comes back when it still holds.
 */
export function readFileState(
  root: string,
  path: string,
  above: FileState | undefined,
  previous: FileState | undefined,
  now: number,
): FileState {
  if (above?.kind === 'missing') return absent(path, above.plain, false, previous)
  const place = path === '' ? root : `${root}/${path}`
  let stats = statOf(place, lstatSync)
  const isLink = stats?.isSymbolicLink() === true
  if (isLink) stats = statOf(place, statSync)
  const isDirect = !isLink && (above === undefined || (above.plain && above.kind === 'folder'))
  const plain = isDirect && (previous?.plain === true || isAllowed(path))
  if (!stats) return absent(path, plain, isLink, previous)
  if (
    previous?.isStable &&
    previous.plain === plain &&
    previous.isLink === isLink &&
    isUnchanged(previous, stats)
  )
    return previous
  const { size, mtimeMs, ctimeMs, ino, dev } = stats
  const isStable = now - Math.max(mtimeMs, ctimeMs) >= stableAfterMs
  return { kind: kindOf(stats), size, mtimeMs, ctimeMs, ino, dev, plain, isLink, isStable }
}

/** As numbers: writing them out takes longer than asking for them. */
export function isUnchanged(state: FileState, stats: Stats | undefined): boolean {
  if (!stats) return state.kind === 'missing'
  return (
    state.mtimeMs === stats.mtimeMs &&
    state.ctimeMs === stats.ctimeMs &&
    state.size === stats.size &&
    state.ino === stats.ino &&
    state.dev === stats.dev &&
    state.kind === kindOf(stats)
  )
}

function kindOf(stats: Stats): FileState['kind'] {
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'folder' : 'other'
}

/** The same name composed and decomposed may be another file of the folder: then absence proves nothing. */
function absent(path: string, plain: boolean, isLink: boolean, previous: FileState | undefined): FileState {
  const proven = plain && path.normalize('NFC') === path.normalize('NFD')
  if (previous?.kind === 'missing' && previous.plain === proven && previous.isLink === isLink) return previous
  return { kind: 'missing', ...nothing, plain: proven, isLink, isStable: true }
}

function isAllowed(path: string): boolean {
  try {
    return path === '' || checkProjectPath(path).length > 0
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

/** Undefined when nothing is there, or nothing that can be looked at. */
function statOf(path: string, stat: typeof lstatSync): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false })
  } catch {
    // What is wrong with the path is said by whoever reads it; a look only declines to answer.
    return undefined
  }
}
