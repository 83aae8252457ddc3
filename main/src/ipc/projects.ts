import type { projects as channels } from '../contract/projects.ts'
import type { ProjectService } from '../services/project/index.ts'
import type { Call, Handlers } from './router.ts'

type Opened = Awaited<ReturnType<ProjectService['open']>>

/** Opening a project is what lets a session name it. */
export function projectsHandlers(options: {
  readonly projects: ProjectService
  /** Finishes what an earlier run has left half-done in the project, before anybody looks at it. */
  readonly onOpening: (projectId: string) => Promise<void>
  /** Told after a project has been opened, so that indexing can begin. */
  readonly onOpened: (projectId: string) => void
  /** Gives a new project its folders and empty rule files. */
  readonly onCreated: (projectId: string) => Promise<void>
}): Handlers<typeof channels> {
  const opened = async (opening: Promise<Opened>, { session }: Call) => {
    const project = await opening
    await options.onOpening(project.projectId)
    session.openProjects.add(project.projectId)
    options.onOpened(project.projectId)
    return project
  }
  return {
    'projects:create': async (input, call) => {
      const project = await opened(options.projects.create(input), call)
      await options.onCreated(project.projectId)
      return project
    },
    'projects:open': ({ rootPath }, call) => opened(options.projects.open(rootPath), call),
    'projects:openKnown': ({ projectId }, call) => opened(options.projects.openKnown(projectId), call),
    'projects:openSample': (_input, call) => opened(options.projects.openSample(), call),
    'projects:list': async () => ({ projects: await options.projects.list() }),
  }
}
