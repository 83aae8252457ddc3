import { join } from 'node:path'
import type { ProjectAccess } from '../../contract/events.ts'
import type { Disposable } from '../../lib/disposables.ts'
import { acquireFileLock } from '../../lib/fileLock.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'

/** How often a reading window checks whether the writing host has ended, in milliseconds. */
const defaultPollMs = 2000

/** What is used of a session. */
interface ProjectWindow {
  readonly id: string
  emit(event: 'access', payload: { readonly projectId: string; readonly access: ProjectAccess }): void
}

/**
 * Of several hosts with windows on one project, the first writes and the others read. The lock ends with its
 * process, so one that was killed leaves nothing behind that would have to be recognised as dead.
 */
export interface WindowLocks extends Disposable {
  /**
   * `root` is the real path of the project. True when the windows of this host may write it. Sends the window an
   * event.
   */
  enter(window: ProjectWindow, projectId: string, root: string): boolean
  /** True also for callers that are no windows: the command line and programs may always write. */
  mayWrite(window: ProjectWindow, projectId: string): boolean
  /** True when the windows of this host may write now. Sends them all an event. */
  takeOver(window: ProjectWindow, projectId: string): boolean
  /** The window no longer shows the project. */
  leave(window: ProjectWindow, projectId: string): void
  /** The window was closed. */
  leaveAll(window: ProjectWindow): void
}

/** A project with windows of this host on it. */
interface OpenProject {
  readonly lockPath: string
  readonly windows: Map<string, ProjectWindow>
  lock: { dispose(): void } | undefined
  access: ProjectAccess
}

export function createWindowLocks(options: {
  /** Where the lock files lie, outside every project. */
  readonly folder: string
  readonly logger: Logger
  readonly pollMs?: number
}): WindowLocks {
  const { folder, logger, pollMs = defaultPollMs } = options
  const projects = new Map<string, OpenProject>()
  let timer: ReturnType<typeof setInterval> | undefined

  function tryLock({ lockPath }: OpenProject) {
    try {
      return acquireFileLock(lockPath)
    } catch (error) {
      // A data folder that takes no lock takes no other file either: writing fails there, with its own sentence.
      logger.warn({ cause: String(error) }, 'window lock not made')
      return { dispose: () => undefined }
    }
  }

  function publishAccess(projectId: string, project: OpenProject, access: ProjectAccess): void {
    if (project.access === access) return
    project.access = access
    for (const window of project.windows.values()) window.emit('access', { projectId, access })
  }

  function take(projectId: string, project: OpenProject): boolean {
    project.lock ??= tryLock(project)
    publishAccess(projectId, project, project.lock ? 'write' : 'elsewhere')
    watch()
    return project.lock !== undefined
  }

  /** Only while a window needs the answer. */
  function watch(): void {
    const needsPolling = [...projects.values()].some(({ lock }) => !lock)
    if (!needsPolling) timer = clearInterval(timer) as undefined
    else timer ??= setInterval(poll, pollMs).unref()
  }

  function poll(): void {
    for (const [projectId, project] of projects) {
      if (project.lock) continue
      const lock = tryLock(project)
      lock?.dispose()
      publishAccess(projectId, project, lock ? 'free' : 'elsewhere')
    }
  }

  function leave(window: ProjectWindow, projectId: string): void {
    const project = projects.get(projectId)
    if (!project?.windows.delete(window.id) || project.windows.size > 0) return
    projects.delete(projectId)
    project.lock?.dispose()
    watch()
  }

  return {
    enter(window, projectId, root) {
      const lockPath = join(folder, `${sha256Hex(root).slice(0, 32)}.lock`)
      const project = projects.get(projectId) ?? {
        lockPath,
        windows: new Map(),
        lock: undefined,
        access: 'write',
      }
      projects.set(projectId, project)
      const entered = take(projectId, project)
      project.windows.set(window.id, window)
      window.emit('access', { projectId, access: project.access })
      return entered
    },
    mayWrite(window, projectId) {
      const project = projects.get(projectId)
      return !project?.windows.has(window.id) || project.lock !== undefined
    },
    takeOver(window, projectId) {
      const project = projects.get(projectId)
      return project?.windows.has(window.id) === true && take(projectId, project)
    },
    leave,
    leaveAll(window) {
      for (const projectId of [...projects.keys()]) leave(window, projectId)
    },
    dispose() {
      clearInterval(timer)
      for (const { lock } of projects.values()) lock?.dispose()
      projects.clear()
    },
  }
}
