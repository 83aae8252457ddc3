import { readdir } from 'node:fs/promises'
import { isAppError } from '../../lib/appError.ts'
import { readContained } from '../../lib/containedPath.ts'
import { fileError } from '../../lib/files.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

/** The project's own rules for the agent. */
export interface ProjectInstructions {
  /** As the file is called. */
  readonly path: string
  /** Redacted; empty with a `problem`. */
  readonly text: string
  /** Why the file could not be read. */
  readonly problem?: 'tooLarge' | 'unreadable'
}

const lowerCaseName = 'code_law.md'
const maxBytes = 65_536

/** `CODE_LAW.md` in the project's folder, in any case, as it is now; undefined when there is none. */
export function createInstructionsReader(options: {
  readonly rootOf: (projectId: string) => string
  readonly redact: (text: string, projectId: string) => Promise<string>
}): (projectId: string) => Promise<ProjectInstructions | undefined> {
  return async (projectId) => {
    const root = options.rootOf(projectId)
    const names = await readdir(root).catch((): string[] => [])
    // The documented spelling comes first where a file system distinguishes letter case.
    const path = names.filter((name) => name.toLowerCase() === lowerCaseName).sort()[0]
    if (path === undefined) return undefined
    try {
      const decoded = decodeUtf8(await readContained(root, path, maxBytes))
      if (!decoded) return { path, text: '', problem: 'unreadable' }
      return { path, text: await options.redact(decoded.text, projectId) }
    } catch (error) {
      const failed = fileError(error)
      const isLarge = isAppError(failed, 'FILE_TOO_LARGE')
      return { path, text: '', problem: isLarge ? 'tooLarge' : 'unreadable' }
    }
  }
}
