import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FileFault } from '#contract/warnings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { checkProjectPath, resolveContained } from '../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { fileError } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { createFileSynced, exists } from '../../lib/moveFile.ts'
import { compareCodePoints } from '../../lib/text.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import {
  type FileProblem,
  folder,
  type Listing,
  listTextFiles,
  type ProblemFile,
  readTextFile,
  rulesFolder,
  settingsFolder,
  type TextFile,
} from './creonowFiles.ts'
import { fileOf, type Terminology, terminologyFormat, terminologyPath } from './terminology.ts'

export interface CreonowServiceOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  readonly logger: Logger
  readonly versioned: VersionedFiles
  readonly files?: FileCache
}

/** The words in force. */
interface WordList extends Terminology {
  /** The file is broken: these are those of its last good copy, which as a file would be this. */
  readonly copy?: TextFile
  readonly notices?: ReturnType<typeof noticesOf>
}

interface TerminologyProblem {
  readonly path: string
  readonly problem: FileProblem
  readonly place?: { readonly line: number; readonly column: number; readonly fault: FileFault }
}

/** The `.creonow` folder of each project. What is wrong with a file is a result, never an exception. */
export interface CreonowService {
  /**
   * A UTF-8 file of `.creonow/**`: whole up to 256 KiB, up to 4 MiB its start with `tooLarge`.
   * @throws AppError PATH_OUTSIDE_PROJECT, PATH_INVALID: the path itself is refused.
   */
  read(projectId: string, relativePath: string): Promise<TextFile | ProblemFile>
  /** The files of `.creonow/settings`, in code-point order. */
  listSettings(projectId: string): Promise<Listing>
  /** Every usable file of `.creonow/rules`, in code-point order; others are in the log. */
  rules(projectId: string): Promise<readonly TextFile[]>
  /**
   * One file of `.creonow/settings/**`.
   * @throws AppError as `read`; INVALID_ARGUMENT (another folder), NOT_FOUND, FILE_TOO_LARGE,
   * DOCUMENT_ENCODING (no UTF-8, or an unfinished merge), IO_ERROR.
   */
  readSetting(projectId: string, relativePath: string): Promise<TextFile>
  /** Whether the project has the folder. @throws AppError PATH_OUTSIDE_PROJECT when it is a link that leads out. */
  exists(projectId: string): Promise<boolean>
  /** Empty lists when the project has no such file; a problem when it is broken and no copy is there. */
  terminology(projectId: string): Promise<WordList | TerminologyProblem>
  /** Creates the folder from the template; existing files stay. */
  ensure(
    projectId: string,
    templateFolder: string,
  ): Promise<{ readonly rootPath: string; readonly ensured: true; readonly created: readonly string[] }>
}

const maxRuleFiles = 100

export function createCreonowService({
  rootOf,
  logger,
  versioned,
  files = createFileCache(),
}: CreonowServiceOptions): CreonowService {
  const listings = new Map<string, Listing>()
  const wordLists = versioned.of(terminologyFormat)

  async function read(projectId: string, relativePath: string): Promise<TextFile | ProblemFile> {
    if (!relativePath.startsWith(`${folder}/`)) {
      throw new AppError(ErrorCode.PATH_OUTSIDE_PROJECT, { why: 'folder', folder })
    }
    const root = rootOf(projectId)
    const file = await files.of(root, relativePath, 'text', () => readNow(root, relativePath), unitsOf)
    if ('problem' in file && file.problem !== 'missing') logger.warn({ ...file }, 'file not usable')
    return file
  }

  /** A pipe or device is never opened: reading it would block for ever. */
  async function readNow(root: string, path: string): Promise<TextFile | ProblemFile> {
    const { kind } = files.state(root, path)
    return kind === 'other' || kind === 'folder' ? { path, problem: 'read_error' } : readTextFile(root, path)
  }

  /** The same object while nothing in it changed. */
  async function list(projectId: string, top: string): Promise<Listing> {
    const root = rootOf(projectId)
    return files.getOrScan(root, [top], `texts ${top}`, async () => {
      const listing = await listTextFiles(root, top, files)
      const key = `${root}/${top}`
      const before = listings.get(key)
      if (before && isDeepStrictEqual(before, listing)) return before
      for (const problem of listing.problems) logger.warn({ ...problem }, 'file not usable')
      listings.set(key, listing)
      return listing
    })
  }

  return {
    read,
    listSettings: (projectId) => list(projectId, settingsFolder),

    async rules(projectId) {
      const { files } = await list(projectId, rulesFolder)
      const readings: (TextFile | ProblemFile)[] = []
      for (const { path } of files.slice(0, maxRuleFiles)) readings.push(await read(projectId, path))
      return readings.filter((file) => 'text' in file)
    },

    async readSetting(projectId, relativePath) {
      checkProjectPath(relativePath)
      if (relativePath.startsWith(`${folder}/`) && !relativePath.startsWith(`${settingsFolder}/`)) {
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'settingsFolder', folder: settingsFolder })
      }
      const file = await read(projectId, relativePath)
      if ('problem' in file) throw problemError(file)
      return file
    },

    async exists(projectId) {
      try {
        return (await stat(await resolveContained(rootOf(projectId), folder))).isDirectory()
      } catch (error) {
        if (isAppError(fileError(error), ErrorCode.NOT_FOUND)) return false
        throw error
      }
    },

    async terminology(projectId) {
      const place = versioned.inProject({ id: projectId, root: rootOf(projectId) }, terminologyPath)
      const reading = await wordLists.read(place)
      if (!reading.problem) return reading.value
      if (reading.from === 'copy')
        return { ...reading.value, copy: fileOf(reading.value), notices: noticesOf(reading) }
      return problemOf(await read(projectId, terminologyPath), reading.problem)
    },

    async ensure(projectId, templateFolder) {
      const root = rootOf(projectId)
      const created = await ensureFolder(root, templateFolder).finally(() => files.wrote(root, folder))
      if (created.length > 0) logger.info({ projectId, created: created.length }, 'project folder completed')
      return { rootPath: folder, ensured: true, created }
    },
  }
}

function problemOf(file: TextFile | ProblemFile, { details }: AppError): TerminologyProblem {
  if ('problem' in file) return file
  if (file.tooLarge) return { path: terminologyPath, problem: 'too_large' }
  const { line, column, fault } = Object(details) as Partial<NonNullable<TerminologyProblem['place']>> // of brokenFile
  return {
    path: terminologyPath,
    problem: 'invalid_format',
    ...(line && column && fault && { place: { line, column, fault } }),
  }
}

const unitsOf = (file: TextFile | ProblemFile) => ('text' in file ? file.text.length : 0)

function problemError({ path, problem }: ProblemFile): AppError {
  switch (problem) {
    case 'missing':
      return new AppError(ErrorCode.NOT_FOUND, { why: 'path', path })
    case 'too_large':
      return new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'text', path })
    case 'invalid_format':
      return new AppError(ErrorCode.DOCUMENT_ENCODING, { why: 'text', path })
    case 'read_error':
      return new AppError(ErrorCode.IO_ERROR, { why: 'path', path })
    case 'leftover':
      return new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'copy', path })
  }
}

/** Marks an empty folder in the template's repository; a project has the folder itself. */
const folderKeeper = '.gitkeep'

/**
 * Creates in `.creonow/` what the template has and the project lacks. Never overwrites, also when another
 * process creates the same file at the same moment: a complete file is linked into place, or nothing.
 * @returns project-relative paths of the files that were created.
 * @throws AppError PATH_OUTSIDE_PROJECT (a link leads out), READ_ONLY, NOT_FOUND (no project), IO_ERROR.
 */
async function ensureFolder(root: string, templateFolder: string): Promise<string[]> {
  const created: string[] = []

  async function copy(source: string, target: string): Promise<void> {
    await mkdir(await resolveContained(root, target), { recursive: true })
    const entries = await readdir(source, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => compareCodePoints(a.name, b.name))) {
      const from = join(source, entry.name)
      const to = `${target}/${entry.name}`
      if (entry.isDirectory()) await copy(from, to)
      else if (entry.name !== folderKeeper && (await createFile(root, to, from))) created.push(to)
    }
  }

  try {
    await copy(templateFolder, folder)
  } catch (error) {
    throw fileError(error)
  }
  return created
}

/** False when something of that name is already there. */
async function createFile(root: string, target: string, source: string): Promise<boolean> {
  const path = await resolveContained(root, target)
  return !(await exists(path)) && createFileSynced(path, await readFile(source))
}
