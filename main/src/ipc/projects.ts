import type { Notice } from '#contract/warnings.ts'
import type { projects as channels } from '../contract/projects.ts'
import { noticeSentence } from '../contract/sentences/codedSentence.ts'
import type { FolderList, ProjectService, WindowLocks } from '../services/project/index.ts'
import type { Call, Handlers } from './router.ts'

type Opened = Awaited<ReturnType<ProjectService['open']>>

/** Opening a project is what lets a session name it. */
export function projectsHandlers(options: {
  readonly projects: ProjectService
  readonly windows: WindowLocks
  readonly folders: FolderList
  /** Finishes what an earlier process has left half-done in the project, before anything reads it. */
  readonly onOpening: (projectId: string) => Promise<void>
  /**
   * Called after a project has been opened, so that indexing can start. `isWriter`: by a window that may write it, and
   * not by a command or a program.
   */
  readonly onOpened: (projectId: string, isWriter: boolean) => void
  /** Called when a window shows it no longer. */
  readonly onClosed: (projectId: string) => void
  /** Gives a new project its folders and empty rule files. */
  readonly onCreated: (projectId: string) => Promise<void>
}): Handlers<typeof channels> {
  const { projects, windows } = options
  const opened = async (opening: Promise<Opened>, { session }: Call) => {
    const project = await opening
    const { projectId, rootPath } = project
    // What is half-done there may be in the hands of the window that writes.
    const mayWrite = !session.isWindow || windows.enter(session, projectId, rootPath)
    if (mayWrite) await options.onOpening(projectId)
    session.openProjects.add(projectId)
    options.onOpened(projectId, session.isWindow && mayWrite)
    const { notices } = project
    return notices ? { ...project, notices: [...notices], notice: sentencesOf(notices) } : project
  }
  return {
    'projects:create': async (input, call) => {
      const project = await opened(projects.create(input), call)
      await options.onCreated(project.projectId)
      return project
    },
    'projects:open': ({ rootPath }, call) => opened(projects.open(rootPath), call),
    'projects:openKnown': ({ projectId }, call) => opened(projects.openById(projectId), call),
    'projects:openSample': (_input, call) => opened(projects.openSample(), call),
    'projects:close': async ({ projectId }, { session }) => {
      windows.leave(session, projectId)
      options.onClosed(projectId)
      return { closed: true }
    },
    'projects:takeOver': async ({ projectId }, { session }) => {
      const accepted = windows.takeOver(session, projectId)
      if (accepted) {
        await options.onOpening(projectId)
        options.onOpened(projectId, true)
      }
      return { taken: accepted }
    },
    'projects:forget': async ({ projectId }) => {
      await projects.forget(projectId)
      return { forgotten: true }
    },
    'projects:relocate': ({ projectId, rootPath }, call) =>
      opened(projects.relocate(projectId, rootPath), call),
    'folders:list': ({ path }) => options.folders(path),
    'projects:list': async () => ({ projects: [...(await projects.list())] }),
  }
}

const sentencesOf = (notices: readonly Notice[]) =>
  notices.map((notice) => noticeSentence(notice, 'zh')).join('')
