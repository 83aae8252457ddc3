import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promptLanguage } from '#contract/bookLanguage.ts'
import type { Notice } from '#contract/warnings.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { createFileQueue, fileError } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { systemLanguage } from '../../lib/systemLanguage.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import { languageInFolder } from './bookLanguage.ts'
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
  type GivenFields,
  type ProjectFacts,
  type ProjectFile,
  type ProjectProfile,
  projectFile,
  projectFileFormat,
  projectFilePath,
  type StatedFields,
  withFacts,
  withProjectId,
  withStated,
} from './projectFile.ts'
import { createRegistry } from './registry.ts'
import { ensureSample } from './sample.ts'

export { createFolderList, type FolderList } from './folderList.ts'

export { createWindowLocks, type WindowLocks } from './windowLocks.ts'

interface OpenedProject {
  readonly projectId: string
  readonly name: string
  readonly language: 'zh' | 'en'
  /** The real path of the project's folder. */
  readonly rootPath: string
  /** For the writer: the folder got an id just now, or a file is broken. */
  readonly notices?: readonly Notice[]
}

interface ListedProject {
  readonly projectId: string
  readonly name: string
  readonly rootPath: string
  /** False when the folder is missing or no longer a project. */
  readonly available: boolean
  /** When it was opened last, ISO 8601; absent for works that an older version has opened. */
  readonly openedAt?: string
  /** Of all chapters, when they were counted last. */
  readonly words?: number
}

export interface ProjectService {
  /** @throws AppError CONFLICT when the folder already is a project. */
  create(project: {
    readonly rootPath: string
    readonly name: string
    readonly language?: string | undefined
  }): Promise<OpenedProject>
  /**
   * `given` is written into a folder that becomes a project now; the name also where there is none yet.
   * @throws AppError NOT_FOUND (neither project.json nor manuscript/), FILE_BROKEN {path, line, column} when
   * project.json is broken and the folder was never opened before.
   */
  open(rootPath: string, given?: GivenFields): Promise<OpenedProject>
  /** Opens a listed project where it was last. @throws AppError NOT_FOUND. */
  openById(projectId: string): Promise<OpenedProject>
  /** Opens a copy of the sample in the data folder. */
  openSample(): Promise<OpenedProject>
  /** The works that are listed, the one opened last first. */
  list(): Promise<readonly ListedProject[]>
  /** Takes a work off the list; its folder stays, and opening it lists it again. @throws AppError NOT_FOUND. */
  forget(projectId: string): Promise<void>
  /** Opens a registered work whose folder was moved. @throws AppError CONFLICT {why: 'otherWork'}, as `open`. */
  relocate(projectId: string, rootPath: string): Promise<OpenedProject>
  /** Remembers how long the book is, for the list. */
  noteLength(projectId: string, wordCount: number): Promise<void>
  /** Whether the app has opened a project with this id before. */
  exists(projectId: string): boolean
  /**
   * Compares the folder with the one that was opened, by its identity on the disk. @throws AppError CONFLICT when another
   * project is in its place now.
   */
  requireSame(projectId: string): void
  /** The real path of a registered project's folder. @throws AppError NOT_FOUND. */
  rootOf(projectId: string): string
  /**
   * Of a broken project.json its last good copy, else a profile of defaults. @throws AppError NOT_FOUND,
   * PATH_OUTSIDE_PROJECT.
   */
  profile(projectId: string): Promise<ProjectProfile>
  /** The author's description of the book, for its screen. @throws AppError FILE_BROKEN {path, line, column}. */
  facts(projectId: string): Promise<{ readonly facts: ProjectFacts; readonly hash: string | null }>
  /** Returns the new hash. @throws AppError CONFLICT when project.json is not the one with `baseHash`, FILE_BROKEN. */
  setFacts(projectId: string, facts: ProjectFacts, baseHash: string | null): Promise<string>
  /** Stores what an import found, where the book does not say it yet. Returns what was stored. @throws AppError FILE_BROKEN. */
  complete(projectId: string, stated: StatedFields): Promise<readonly (keyof StatedFields)[]>
  /** The notices of an answer that used the profile: that project.json is broken, and where. */
  notices(projectId: string): Promise<ReturnType<typeof noticesOf>>
  /** Called, and awaited, before a copy of a registered project gets its own id; its errors are logged. */
  onCopied(listener: (from: string, to: string) => Promise<void>): void
  /** The app's folder for data that is not the project's: index, permissions, trash. Not created by this call. */
  dataFolderOf(projectId: string): string
}

export interface ProjectOptions {
  /** Absolute path of the app's own folder. */
  readonly dataFolder: string
  /** The sample project, or a folder that contains it. */
  readonly samplesFolder: string
  /** Reads and writes `project.json` and the list of projects. */
  readonly versioned: VersionedFiles
  /** Hears of folders that could not be read. */
  readonly logger: Logger
  /** Milliseconds since 1970; the system's clock when absent. */
  readonly now?: () => number
  /** Of a book without text; absent: the language of this computer. */
  readonly interfaceLanguage?: () => 'zh' | 'en'
}

/** Knows every project of this app: one project, one id, one place. */
export function createProjectService(options: ProjectOptions): ProjectService {
  const { dataFolder, samplesFolder, versioned, logger, now = Date.now } = options
  const { interfaceLanguage = systemLanguage } = options
  const registry = createRegistry(options)
  const projectFiles = versioned.of(projectFileFormat)
  const place = (root: string, id?: string) => versioned.inProject({ id, root }, projectFilePath)
  const queue = createFileQueue()
  /** The same profile object while the fields are the same: results are cached by its identity. */
  const defaultProfile: ProjectFile['profile'] = projectFile({}).profile
  /** What was detected in a folder whose file says nothing. */
  const detected = new Map<string, string>()
  const copied = new Set<(from: string, to: string) => Promise<void>>()
  const profiles = new WeakMap<object, ProjectProfile>()
  /** Which folder was opened, by project. */
  const opened = new Map<string, { readonly rootPath: string; readonly folder: string | undefined }>()
  /** Opening reads and writes ids in two places, so one runs after the other. */
  const inTurn = <T>(task: () => Promise<T>) => queue.run('projects', task)

  async function open(givenPath: string, given: GivenFields = {}): Promise<OpenedProject> {
    const rootPath = await realFolder(fromHome(givenPath))
    if (!(await isProjectFolder(rootPath))) throw new AppError('NOT_FOUND', { why: 'notWork' })
    const registeredId = registry.idAt(rootPath)
    const reading = await projectFiles.read(place(rootPath, registeredId))
    const { value: file, problem } = reading
    // An id can neither be read nor written.
    if (problem && registeredId === undefined) throw problem
    const language = file?.profile.language ?? given.language ?? (await detectedLanguage(rootPath))
    const resolved =
      problem && registeredId !== undefined
        ? { projectId: registeredId, notices: noticesOf(reading) }
        : await resolveId(rootPath, file, { ...given, ...(isStated(language) && { language }) })
    const { projectId } = resolved
    const name = nameOf(file, rootPath, given.name ?? (problem && registry.get(projectId)?.name))
    const unstored = await registry.set(projectId, { rootPath, name })
    opened.set(projectId, { rootPath, folder: folderIdentity(rootPath) })
    await registry.note(projectId, { openedAt: new Date(now()).toISOString(), unlisted: false })
    if (!problem && isStated(language)) await storeLanguage(rootPath, language)
    const answer = { projectId, name, language: promptLanguage(language ?? interfaceLanguage()), rootPath }
    const notices = [...(resolved.notices ?? []), ...unstored]
    return notices.length === 0 ? answer : { ...answer, notices }
  }

  /** Looks again until there is enough text. */
  async function detectedLanguage(rootPath: string): Promise<string | undefined> {
    const language = detected.get(rootPath) ?? (await languageInFolder(rootPath))
    if (language !== undefined) detected.set(rootPath, language)
    return language
  }

  /** So that the book has the same language everywhere. A folder that cannot be written has what is detected. */
  async function storeLanguage(rootPath: string, language: string): Promise<void> {
    try {
      await projectFiles.update(place(rootPath), (file) => {
        if (!file || file.raw.language !== undefined) return { next: file, result: undefined }
        return { next: projectFile({ ...file.raw, language }), result: undefined }
      })
    } catch (error) {
      logger.warn({ cause: String(error) }, 'language of a book not stored')
    }
  }

  /** The id of this folder: a copy next to its original gets a new one, a moved project does not. */
  async function resolveId(
    rootPath: string,
    file: ProjectFile | undefined,
    given: GivenFields,
  ): Promise<{ readonly projectId: string; readonly notices?: readonly Notice[] }> {
    const id = file?.profile.id
    if (id === undefined) {
      const projectId = await giveId(rootPath, newId(), given)
      return { projectId, notices: [{ code: 'PROJECT_ID_GIVEN', params: {} }] }
    }
    const elsewhere = registry.get(id)?.rootPath
    if (elsewhere === undefined || (await isSameFolder(elsewhere, rootPath))) return { projectId: id }
    if (!(await hasId(elsewhere, id))) {
      logger.info({ projectId: id }, 'project found at a new place')
      return { projectId: id }
    }
    const ownId = newId()
    await notifyCopied(id, ownId)
    const projectId = await giveId(rootPath, ownId, {}, id)
    logger.info({ projectId, copyOf: id }, 'copied project folder got an id of its own')
    return { projectId, notices: [{ code: 'PROJECT_COPIED', params: {} }] }
  }

  async function notifyCopied(from: string, to: string): Promise<void> {
    try {
      for (const listener of copied) await listener(from, to)
    } catch (error) {
      // The copy is usable without the original's data.
      logger.warn({ projectId: to, copyOf: from, cause: String(error) }, 'a copied project begins without')
    }
  }

  /** Another process may have given one meanwhile: then that is the project's id. */
  function giveId(rootPath: string, id: string, given: GivenFields, before?: string): Promise<string> {
    return projectFiles.update(place(rootPath), (file) => {
      const present = file?.profile.id
      if (present !== undefined && present !== before) return { next: file, result: present }
      return { next: withProjectId(file, id, given), result: id }
    })
  }

  async function hasId(rootPath: string, id: string): Promise<boolean> {
    const { value, problem } = await projectFiles.read(place(rootPath))
    // A file that is there but cannot be read may still be the original: the copy must not take its id.
    return problem ? isFolder(rootPath) : value?.profile.id === id
  }

  async function create(given: Parameters<ProjectService['create']>[0]): Promise<OpenedProject> {
    const project = { ...given, rootPath: fromHome(given.rootPath) }
    requireAbsolute(project.rootPath)
    if (await isOtherFile(project.rootPath)) throw new AppError('CONFLICT', { why: 'file' })
    if (await isProjectFolder(project.rootPath)) throw new AppError('CONFLICT', { why: 'work' })
    try {
      await mkdir(project.rootPath, { recursive: true })
      const rootPath = await realFolder(project.rootPath)
      const { name, language } = project
      await projectFiles.update(place(rootPath), () => ({
        next: projectFile({ id: newId(), name: name.trim(), ...(language !== undefined && { language }) }),
        result: undefined,
      }))
      await mkdir(join(rootPath, 'manuscript'), { recursive: true })
      return await open(rootPath)
    } catch (error) {
      throw fileError(error)
    }
  }

  function requireSame(projectId: string): void {
    const before = opened.get(projectId)
    if (!before || before.rootPath !== registry.get(projectId)?.rootPath) return
    const folder = folderIdentity(before.rootPath)
    // A missing folder is reported by whoever reads it.
    if (folder === undefined || folder === before.folder) return
    if (idInFolder(before.rootPath) !== projectId) throw new AppError('CONFLICT', { why: 'projectReplaced' })
    // Restored or moved back: the same project in another folder.
    opened.set(projectId, { ...before, folder })
  }

  function rootOf(projectId: string): string {
    const rootPath = registry.get(projectId)?.rootPath
    if (rootPath === undefined) throw new AppError('NOT_FOUND', { why: 'project' })
    return rootPath
  }

  async function profile(projectId: string): Promise<ProjectProfile> {
    const rootPath = rootOf(projectId)
    const { value: file, problem } = await projectFiles.read(place(rootPath, projectId))
    // A folder that leads out of the project is refused as a whole, not read around.
    if (isAppError(problem, 'PATH_OUTSIDE_PROJECT')) throw problem
    const fields = file?.profile ?? defaultProfile
    const name = nameOf(file, rootPath)
    const tag = fields.language ?? (await detectedLanguage(rootPath)) ?? interfaceLanguage()
    const language = promptLanguage(tag)
    const before = profiles.get(fields)
    if (before?.id === projectId && before.name === name && before.language === language) return before
    const created = { ...fields, id: projectId, name, language }
    profiles.set(fields, created)
    return created
  }

  return {
    create: (project) => inTurn(() => create(project)),
    open: (rootPath, given) => inTurn(() => open(rootPath, given)),
    openById: (projectId) => inTurn(() => open(rootOf(projectId))),
    openSample: () =>
      inTurn(async () => {
        const giveNewId = async (root: string) => {
          await projectFiles.update(place(root), (file) => ({
            next: withProjectId(file, newId()),
            result: undefined,
          }))
        }
        return open(await ensureSample(samplesFolder, dataFolder, giveNewId))
      }),
    list: () =>
      Promise.all(
        registry
          .all()
          .filter(([, { unlisted }]) => unlisted !== true)
          .toSorted(([, project], [, other]) => (other.openedAt ?? '').localeCompare(project.openedAt ?? ''))
          .map(async ([projectId, { unlisted: _listed, ...project }]) => {
            return { projectId, ...project, available: await isProjectFolder(project.rootPath) }
          }),
      ),
    async forget(projectId) {
      rootOf(projectId)
      await registry.note(projectId, { unlisted: true })
    },
    relocate: (projectId, givenPath) =>
      inTurn(async () => {
        rootOf(projectId)
        const rootPath = await realFolder(fromHome(givenPath))
        const { value } = await projectFiles.read(place(rootPath))
        if (value && value.profile.id !== projectId) throw new AppError('CONFLICT', { why: 'otherWork' })
        return open(rootPath)
      }),
    noteLength: (projectId, wordCount) => registry.note(projectId, { words: wordCount }),
    exists: (projectId) => registry.get(projectId) !== undefined,
    requireSame,
    rootOf,
    profile,
    async facts(projectId) {
      const rootPath = rootOf(projectId)
      const { value: file, hash, problem } = await projectFiles.read(place(rootPath, projectId))
      if (problem) throw problem
      const {
        author = '',
        language: tag = (await detectedLanguage(rootPath)) ?? interfaceLanguage(),
        type = '',
        genre = '',
        person = '',
        tense = '',
        synopsis = '',
      } = file?.profile ?? {}
      const name = nameOf(file, rootPath)
      const language = promptLanguage(tag)
      return { facts: { name, author, language, type, genre, person, tense, synopsis }, hash: hash ?? null }
    },
    async setFacts(projectId, facts, baseHash) {
      const rootPath = rootOf(projectId)
      const written = await projectFiles.update(place(rootPath, projectId), (file, hash) => {
        if ((hash ?? null) !== baseHash)
          throw new AppError('CONFLICT', { why: 'projectInfo', path: projectFilePath })
        const next = withFacts(file, facts)
        return { next, result: projectFiles.hashOf(next) }
      })
      await registry.set(projectId, { rootPath, name: facts.name.trim() })
      return written
    },
    async complete(projectId, stated) {
      return projectFiles.update(place(rootOf(projectId), projectId), (file) => {
        const given = (['author', 'synopsis'] as const).filter(
          (name) => stated[name] !== undefined && file?.profile[name] === undefined,
        )
        return { next: given.length > 0 ? withStated(file, stated) : file, result: given }
      })
    },
    notices: async (projectId) => noticesOf(await projectFiles.read(place(rootOf(projectId), projectId))),
    onCopied: (listener) => void copied.add(listener),
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

/** Device and file number of a folder; undefined when there is none. */
function folderIdentity(rootPath: string): string | undefined {
  const stats = statSync(rootPath, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}

/** The id in the folder's project.json; undefined when none can be read. */
function idInFolder(rootPath: string): string | undefined {
  try {
    const text = readFileSync(join(rootPath, projectFilePath), 'utf8')
    return /"id"\s*:\s*"([^"\\]{1,64})"/.exec(text)?.[1]
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}

/** Worth storing: one that nobody can tell is looked for again by a later version. */
const isStated = (language: string | undefined): language is string =>
  language !== undefined && language !== 'und'
