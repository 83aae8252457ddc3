import { readdir } from 'node:fs/promises'
import type { Notice } from '#contract/warnings.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError, systemCode } from '../../../lib/appError.ts'
import { readContained, resolveContained } from '../../../lib/containedPath.ts'

/** The picture on the front of a book. */
export interface Cover {
  /** The file as it is. */
  readonly bytes: Uint8Array
  /** By the first bytes, not by the name. */
  readonly mediaType: 'image/jpeg' | 'image/png'
}

/** What looking for a cover came to. */
export interface CoverReading {
  /** Undefined: the book has none that can be used. */
  readonly cover: Cover | undefined
  /** `COVER_LEFT_OUT` for each file before it that cannot be used. */
  readonly notices: readonly Notice[]
}

type Problem = Extract<Notice, { readonly code: 'COVER_LEFT_OUT' }>['params']['problem']

/** The largest file that is taken as a cover. */
export const maxCoverBytes = 20 * 1024 * 1024

/** Extensions of a cover's file, the first before the others. */
const extensions = ['jpg', 'jpeg', 'png']
/** Folders of a project that may have one, in this order; empty: the project's own. */
const folders = ['', '.creonow']

const signatures = [
  { mediaType: 'image/jpeg', start: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const

/**
 * The cover of a book: the first file named `cover.jpg`, `cover.jpeg` or `cover.png`, in any case, in the project's
 * folder or in `.creonow` that is a picture of at most `maxCoverBytes`. No link out of the project is followed.
 * `root`: real path of the project's folder.
 */
export async function readCover(root: string): Promise<CoverReading> {
  const notices: Notice[] = []
  const leaveOut = (path: string, problem: Problem) =>
    notices.push({ code: 'COVER_LEFT_OUT', params: { path, problem } })
  for (const folder of folders) {
    try {
      for (const name of await coverNames(root, folder)) {
        const path = folder === '' ? name : `${folder}/${name}`
        const read = await readContained(root, path, maxCoverBytes).catch(problemOf)
        if (typeof read === 'string') {
          leaveOut(path, read)
          continue
        }
        const type = signatures.find(({ start }) => start.every((byte, at) => read[at] === byte))
        if (type) return { cover: { bytes: read, mediaType: type.mediaType }, notices }
        leaveOut(path, 'noPicture')
      }
    } catch (error) {
      leaveOut(folder === '' ? '.' : folder, problemOf(error))
    }
  }
  return { cover: undefined, notices }
}

/** The files of a folder that are called a cover, the first to be tried first. */
async function coverNames(root: string, folder: string): Promise<readonly string[]> {
  const path = folder === '' ? root : await resolveContained(root, folder)
  const names = await readdir(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  return extensions.flatMap((extension) =>
    names.filter((name) => name.toLowerCase() === `cover.${extension}`).toSorted(),
  )
}

function problemOf(error: unknown): Problem {
  if (isAppError(error, ErrorCode.FILE_TOO_LARGE)) return 'tooLarge'
  return isAppError(error, ErrorCode.PATH_OUTSIDE_PROJECT) ? 'outside' : 'unreadable'
}
