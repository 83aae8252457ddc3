import { lstatSync, type Stats, statSync } from 'node:fs'
import { isAppError } from '../appError.ts'
import { checkProjectPath } from '../containedPath.ts'

/** The state of a file or folder at a check: the same object for as long as checks show no change. */
export interface FileState {
  readonly kind: 'file' | 'folder' | 'other' | 'missing'
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
  readonly dev: number
  /** The path is one a project may have, and neither it nor a folder above it is a link. */
  readonly plain: boolean
  /** The path itself is a link; kind and stamp are those of its target. */
  readonly isLink: boolean
  /** Written so long ago that another write would have another time stamp. */
  readonly isStable: boolean
}

/** How much was done on disk since the start; a request over an unchanged, watched project adds nothing. */
export interface FileAccessCounts {
  /** Files and folders that were checked (`lstat`) during a request. */
  checked: number
  /** Files opened to read or to hash them. */
  opened: number
  /** Checked by sweeps, in the background. */
  swept: number
}

/** A time stamp may not change for this long although the file does (network and FAT file systems). */
const stableAfterMs = 2000
const nothing = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, dev: 0 }

/**
 * Checks `path` below the project's folder; `above` is the state of its folder. Behind a link the stamp is that of
 * the target. Returns `previous` when nothing has changed.
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

/** Compared as numbers: making a string of them takes longer than the `lstat`. */
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

/** Undefined when nothing is there, or nothing that can be read. */
function statOf(path: string, stat: typeof lstatSync): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false })
  } catch {
    // The fault of the path is reported by whoever reads it; a check only has no answer.
    return undefined
  }
}
