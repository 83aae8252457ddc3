import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import {
  type FileProblem,
  folder,
  type Listing,
  listSettingsFiles,
  type ProblemFile,
  readTextFile,
  type TextFile,
} from './creonowFiles.ts'
import { ensureFolder } from './ensure.ts'
import { parseTerminology, type Terminology, terminologyPath } from './terminology.ts'

export interface CreonowServiceOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  readonly logger: Logger
}

export interface TerminologyProblem {
  readonly path: string
  readonly problem: FileProblem
  readonly line?: number
  readonly column?: number
}

/** The `.creonow` folder of each project. What is wrong with a file is a result, never an exception. */
export interface CreonowService {
  /**
   * A UTF-8 file of `.creonow/**`: whole up to 256 KiB, up to 4 MiB its start with `tooLarge`.
   * @throws AppError PATH_OUTSIDE_PROJECT, PATH_INVALID: the path itself is refused.
   */
  read(projectId: string, relativePath: string): Promise<TextFile | ProblemFile>
  listSettings(projectId: string): Promise<Listing>
  /** Empty lists when the project has no such file. */
  terminology(projectId: string): Promise<Terminology | TerminologyProblem>
  ensure(
    projectId: string,
    templateFolder: string,
  ): Promise<{ readonly rootPath: string; readonly ensured: true; readonly created: readonly string[] }>
}

export function createCreonowService({ rootOf, logger }: CreonowServiceOptions): CreonowService {
  async function read(projectId: string, relativePath: string): Promise<TextFile | ProblemFile> {
    if (!relativePath.startsWith(`${folder}/`)) {
      throw new AppError(ErrorCode.PATH_OUTSIDE_PROJECT, `这里只能读“${folder}”里的文件。`)
    }
    const file = await readTextFile(rootOf(projectId), relativePath)
    if ('problem' in file && file.problem !== 'missing') logger.warn({ ...file }, 'file not usable')
    return file
  }

  return {
    read,

    async listSettings(projectId) {
      const listing = await listSettingsFiles(rootOf(projectId))
      for (const problem of listing.problems) logger.warn({ ...problem }, 'file not usable')
      return listing
    },

    async terminology(projectId) {
      const file = await read(projectId, terminologyPath)
      if ('problem' in file) return file.problem === 'missing' ? { terms: [], banned: [] } : file
      if (file.tooLarge) return { path: terminologyPath, problem: 'too_large' }
      const parsed = parseTerminology(file.text)
      return 'line' in parsed ? { path: terminologyPath, problem: 'invalid_format', ...parsed } : parsed
    },

    async ensure(projectId, templateFolder) {
      const created = await ensureFolder(rootOf(projectId), templateFolder)
      if (created.length > 0) logger.info({ projectId, created: created.length }, 'project folder completed')
      return { rootPath: folder, ensured: true, created }
    },
  }
}
