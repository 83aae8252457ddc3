import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, isAppError } from '../appError.ts'
import { readContained, resolveContained, writeContained } from '../containedPath.ts'
import { type AtomicWriteOptions, fileError, readFileBounded, writeFileAtomically } from '../files.ts'

/** Where one versioned file lies. Made by `VersionedFiles`. */
export interface Place {
  /** Real path of the folder that `path` starts from. */
  readonly root: string
  /** With forward slashes, as people see it. */
  readonly path: string
  /** Absolute path of its last good copy; absent: none is stored. */
  readonly copyPath?: string | undefined
  /** A file of a project may not be reached through a link that leads out; the data folder is the user's own. */
  readonly contained: boolean
}

/** Nothing is there: a folder in the place of the file, or a file in that of its folder, is something. */
const isAbsent = (error: unknown): boolean =>
  isAppError(error, 'NOT_FOUND') && !['notFile', 'notFolder'].includes(Object(error.details).why)

/** Undefined when there is no file. @throws AppError as `readContained`. */
export async function readPlace(place: Place, maxBytes: number): Promise<Buffer | undefined> {
  try {
    if (place.contained) return await readContained(place.root, place.path, maxBytes)
    return await readFileBounded(join(place.root, place.path), maxBytes)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** The same for a file of the data folder, before the next line runs. @throws AppError as `readFileBounded`. */
export function readPlaceAtOnce({ root, path }: Place, maxBytes: number): Buffer | undefined {
  try {
    const bytes = readFileSync(join(root, path))
    if (bytes.length <= maxBytes) return bytes
  } catch (cause) {
    const error = fileError(cause)
    if (isAbsent(error)) return undefined
    throw error
  }
  throw new AppError('FILE_TOO_LARGE', { why: 'file', path })
}

/** Makes folders that are missing. @throws AppError as `writeContained`. */
export async function writePlace(
  { root, path, contained }: Place,
  bytes: Uint8Array,
  options: AtomicWriteOptions,
): Promise<void> {
  if (contained) return writeContained(root, path, bytes, options)
  const target = join(root, path)
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileError(error)
  }
  // Only this user can write the data folder.
  await writeFileAtomically(target, bytes, { mode: 0o600, ...options })
}

/** The real folder of the file: what its lock is keyed by. */
export async function folderOfPlace({ root, path, contained }: Place): Promise<string> {
  return dirname(contained ? await resolveContained(root, path) : join(root, path))
}
