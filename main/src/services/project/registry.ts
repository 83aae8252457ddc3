import { z } from 'zod'
import type { Notice } from '#contract/warnings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isAppError } from '../../lib/appError.ts'
import { type Format, noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'

const registeredProject = z.object({
  rootPath: z.string().min(1),
  name: z.string(),
  /** When it was opened last, ISO 8601. */
  openedAt: z.string().max(40).exactOptional(),
  /** Of all its chapters, when that was counted last. */
  words: z.int().min(0).exactOptional(),
  /** Removed from the list of works; the entry remains, so that windows that have it open go on. */
  unlisted: z.boolean().exactOptional(),
})

type RegisteredProject = z.infer<typeof registeredProject>
type Projects = Readonly<Record<string, RegisteredProject>>

/** Which project lies where: `projects.json` in the data folder. */
export interface Registry {
  get(projectId: string): RegisteredProject | undefined
  idAt(rootPath: string): string | undefined
  all(): readonly (readonly [projectId: string, project: RegisteredProject])[]
  /**
   * One root has one id: other ids at the same place are removed. While the file is broken the entry is in this
   * process only, and the notices report that.
   */
  set(projectId: string, project: RegisteredProject): Promise<readonly Notice[]>
  /** Adds facts to a registered project; does nothing for another one, or while the file is broken. */
  note(projectId: string, facts: Partial<Omit<RegisteredProject, 'rootPath' | 'name'>>): Promise<void>
}

const format: Format<Projects> = {
  schema: z.record(z.string(), registeredProject),
  absent: {},
  version: 1,
  maxBytes: 16 * 1_048_576,
  faultAt: (path) =>
    path.length === 0
      ? { code: 'object', params: {} }
      : { code: 'lacks', params: { fields: ['rootPath', 'name'] } },
}

/** The file is broken, or a folder is in its place. */
const cannotBeRead = (error: unknown) =>
  isAppError(error, ErrorCode.FILE_BROKEN) || isAppError(error, ErrorCode.NOT_FOUND)

export function createRegistry({ versioned }: { readonly versioned: VersionedFiles }): Registry {
  const file = versioned.cached(format, 'projects.json')
  /** Opened while the file could not be written. */
  const unstored = new Map<string, RegisteredProject>()

  function find(projects: Projects, projectId: string): RegisteredProject | undefined {
    return unstored.get(projectId) ?? (Object.hasOwn(projects, projectId) ? projects[projectId] : undefined)
  }

  const all = () => Object.entries({ ...file.fresh().value, ...Object.fromEntries(unstored) })

  return {
    // Called dozens of times in a request: the file is checked only now and then.
    get: (projectId) => find(file.current().value, projectId) ?? find(file.fresh().value, projectId),
    idAt: (rootPath) => all().find(([, project]) => project.rootPath === rootPath)?.[0],
    all,
    async note(projectId, facts) {
      try {
        await file.update((projects) => {
          const before = find(projects, projectId)
          const next = before ? { ...projects, [projectId]: { ...before, ...facts } } : projects
          return { next, result: undefined }
        })
      } catch (error) {
        // The file's purpose is the places of works; other facts can be recorded again.
        if (!cannotBeRead(error)) throw error
      }
    },
    async set(projectId, project) {
      try {
        await file.update((projects) => ({
          next: withProject(projects, projectId, project),
          result: undefined,
        }))
        unstored.delete(projectId)
        return []
      } catch (error) {
        if (!cannotBeRead(error)) throw error
        const listed = find(file.fresh().value, projectId)
        if (listed?.rootPath === project.rootPath && listed.name === project.name) return []
        unstored.set(projectId, project)
        return [...noticesOf({ problem: error }), { code: 'PROJECT_NOT_LISTED', params: {} }]
      }
    },
  }
}

function withProject(projects: Projects, projectId: string, project: RegisteredProject): Projects {
  const before = Object.hasOwn(projects, projectId) ? projects[projectId] : undefined
  if (before?.rootPath === project.rootPath && before.name === project.name) return projects
  const otherProjects = Object.entries(projects).filter(
    ([id, { rootPath }]) => id !== projectId && rootPath !== project.rootPath,
  )
  return Object.fromEntries([...otherProjects, [projectId, { ...before, ...project }]])
}
