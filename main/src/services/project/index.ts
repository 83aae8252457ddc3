import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue, fileError } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import {
  fromHome,
  isFolder,
  isOtherFile,
  isProjectFolder,
  isSameFolder,
  realFolder,
  requireAbsolute,
} from './folder.ts'
import {
  type ProjectFile,
  type ProjectProfile,
  projectFilePath,
  readProjectFile,
  renameInProjectFile,
  writeProjectFile,
  writeProjectId,
} from './projectFile.ts'
import { createRegistry } from './registry.ts'
import { ensureSample } from './sample.ts'

export type { ProjectProfile } from './projectFile.ts'

export interface OpenedProject {
  readonly projectId: string
  readonly name: string
  readonly language: 'zh' | 'en'
  /** The real path of the project's folder. */
  readonly rootPath: string
  /** One sentence for the writer when the folder got an id just now. */
  readonly notice?: string
}

export interface ListedProject {
  readonly projectId: string
  readonly name: string
  readonly rootPath: string
  /** False when the folder is gone or no longer a project. */
  readonly available: boolean
}

export interface ProjectService {
  /** @throws AppError CONFLICT when the folder already is a project. */
  create(project: {
    readonly rootPath: string
    readonly name: string
    readonly language?: 'zh' | 'en' | undefined
  }): Promise<OpenedProject>
  /**
   * `given.name` is written into a project that has no name yet.
   * @throws AppError NOT_FOUND (neither project.json nor manuscript/), PROJECT_BROKEN {line, column}.
   */
  open(rootPath: string, given?: { readonly name?: string }): Promise<OpenedProject>
  openKnown(projectId: string): Promise<OpenedProject>
  openSample(): Promise<OpenedProject>
  list(): Promise<readonly ListedProject[]>
  exists(projectId: string): boolean
  /** The real path of a known project's folder. @throws AppError NOT_FOUND. */
  rootOf(projectId: string): string
  /** @throws AppError NOT_FOUND, PROJECT_BROKEN {line, column}. */
  profile(projectId: string): Promise<ProjectProfile>
  /** Other ids for the chapters that `.creonow/project.json` names. @throws AppError as `profile`, CONFLICT. */
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): Promise<void>
  /** Where the app keeps what is not the project's: index, permissions, trash. Not created by this call. */
  dataFolderOf(projectId: string): string
}

export interface ProjectOptions {
  readonly dataFolder: string
  /** The sample project, or a folder that holds it. */
  readonly samplesFolder: string
  readonly clock: Clock
  readonly logger: Logger
  readonly files?: FileCache
}

/** Knows every project of this app: one project, one id, one place. */
export function createProjectService(options: ProjectOptions): ProjectService {
  const { dataFolder, samplesFolder, logger, files = createFileCache() } = options
  const registry = createRegistry(options)
  const queue = createFileQueue()
  /** Opening reads and writes ids in two places, so one runs after the other. */
  const inTurn = <T>(task: () => Promise<T>) => queue.run('projects', task)

  async function open(givenPath: string, given: { readonly name?: string } = {}): Promise<OpenedProject> {
    const rootPath = await realFolder(fromHome(givenPath))
    if (!(await isProjectFolder(rootPath)))
      throw new AppError('NOT_FOUND', '这个文件夹里没有 .creonow/project.json，也没有 manuscript 文件夹。')
    const file = await readProjectFile(rootPath)
    const { projectId, notice } = await settleId(rootPath, file, given.name)
    const name = nameOf(file, rootPath, given.name)
    await registry.set(projectId, { rootPath, name })
    const opened = { projectId, name, language: file?.profile.language ?? 'zh', rootPath }
    return notice === undefined ? opened : { ...opened, notice }
  }

  /** The id this folder keeps or gets: a copy beside its original gets a new one, a moved project does not. */
  async function settleId(rootPath: string, file: ProjectFile | undefined, name: string | undefined) {
    const id = file?.profile.id
    if (id === undefined) {
      const projectId = newId()
      await writeProjectId(rootPath, file, projectId, name)
      return { projectId, notice: '这个文件夹还没有项目编号，已写入 .creonow/project.json。' }
    }
    const elsewhere = registry.get(id)?.rootPath
    if (elsewhere === undefined || (await isSameFolder(elsewhere, rootPath))) return { projectId: id }
    if (!(await holdsId(elsewhere, id))) {
      logger.info({ projectId: id }, 'project found at a new place')
      return { projectId: id }
    }
    const projectId = newId()
    await writeProjectId(rootPath, file, projectId)
    logger.info({ projectId, copyOf: id }, 'copied project folder got an id of its own')
    return { projectId, notice: '这是另一个项目文件夹的副本，已换上新的项目编号，两份互不影响。' }
  }

  async function holdsId(rootPath: string, id: string): Promise<boolean> {
    try {
      return (await readProjectFile(rootPath))?.profile.id === id
    } catch (error) {
      // A file that is there but cannot be read may still be the original: the copy must not take its id.
      logger.warn({ projectId: id, cause: String(error) }, 'project file at the known place is unreadable')
      return isFolder(rootPath)
    }
  }

  async function create(given: Parameters<ProjectService['create']>[0]): Promise<OpenedProject> {
    const project = { ...given, rootPath: fromHome(given.rootPath) }
    requireAbsolute(project.rootPath)
    if (await isOtherFile(project.rootPath))
      throw new AppError('CONFLICT', '那里已经有一个同名的文件，请换个文件夹名。')
    if (await isProjectFolder(project.rootPath))
      throw new AppError('CONFLICT', '这个文件夹里已经有一个项目了，请直接打开它。')
    try {
      await mkdir(project.rootPath, { recursive: true })
      const rootPath = await realFolder(project.rootPath)
      const { name, language = 'zh' } = project
      await writeProjectFile(rootPath, { id: newId(), name: name.trim(), language })
      await mkdir(join(rootPath, 'manuscript'), { recursive: true })
      return await open(rootPath)
    } catch (error) {
      throw fileError(error)
    }
  }

  function rootOf(projectId: string): string {
    const rootPath = registry.get(projectId)?.rootPath
    if (rootPath === undefined) throw new AppError('NOT_FOUND', '没有这个项目。')
    return rootPath
  }

  async function profile(projectId: string): Promise<ProjectProfile> {
    const rootPath = rootOf(projectId)
    const file = await files.of(rootPath, projectFilePath, 'project', () => readProjectFile(rootPath))
    const fields = file?.profile ?? { language: 'zh' as const, chapters: {}, pins: [] }
    return { ...fields, id: projectId, name: nameOf(file, rootPath) }
  }

  return {
    create: (project) => inTurn(() => create(project)),
    open: (rootPath, given) => inTurn(() => open(rootPath, given)),
    openKnown: (projectId) => inTurn(() => open(rootOf(projectId))),
    openSample: () => inTurn(async () => open(await ensureSample(samplesFolder, dataFolder, newId()))),
    list: () =>
      Promise.all(
        registry.all().map(async ([projectId, { rootPath, name }]) => {
          return { projectId, name, rootPath, available: await isProjectFolder(rootPath) }
        }),
      ),
    exists: (projectId) => registry.get(projectId) !== undefined,
    rootOf,
    profile,
    renameDocuments: (projectId, renamed) => inTurn(() => renameInProjectFile(rootOf(projectId), renamed)),
    dataFolderOf: (projectId) => {
      rootOf(projectId)
      return join(dataFolder, 'projects', projectId)
    },
  }
}

function nameOf(file: ProjectFile | undefined, rootPath: string, given?: string): string {
  return (file?.profile.name ?? given ?? basename(rootPath)).slice(0, 200).toWellFormed().trim() || '未命名'
}

function newId(): string {
  return randomBytes(8).toString('hex')
}
