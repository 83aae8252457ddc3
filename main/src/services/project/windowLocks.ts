import { join } from 'node:path'
import type { ProjectAccess } from '../../contract/events.ts'
import type { Disposable } from '../../lib/disposables.ts'
import { holdFileLock } from '../../lib/fileLock.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'

/** How often a window that only reads looks whether the other is gone, in milliseconds. */
const usualLookMs = 2000

/** What is used of a session. */
export interface ProjectWindow {
  readonly id: string
  emit(event: 'access', payload: { readonly projectId: string; readonly access: ProjectAccess }): void
}

/**
 * Of several hosts with windows on one project, the first writes and the others read. The lock ends with its
 * process, so one that was killed leaves nothing behind that would have to be recognised as dead.
 */
export interface WindowLocks extends Disposable {
  /** `root` is the real path of the project. True when the windows of this host may write it. Tells the window. */
  enter(window: ProjectWindow, projectId: string, root: string): boolean
  /** Also for who has not entered: the command and programs write beside every window. */
  mayWrite(window: ProjectWindow, projectId: string): boolean
  /** True when the windows of this host may write now. Tells them all. */
  takeOver(window: ProjectWindow, projectId: string): boolean
  leave(window: ProjectWindow, projectId: string): void
  leaveAll(window: ProjectWindow): void
}

/** A project with windows of this host on it. */
interface Room {
  readonly lockPath: string
  readonly windows: Map<string, ProjectWindow>
  lock: { dispose(): void } | undefined
  access: ProjectAccess
}

export function createWindowLocks(options: {
  /** Where the lock files lie, outside every project. */
  readonly folder: string
  readonly logger: Logger
  readonly lookMs?: number
}): WindowLocks {
  const { folder, logger, lookMs = usualLookMs } = options
  const rooms = new Map<string, Room>()
  let timer: ReturnType<typeof setInterval> | undefined

  function tryLock({ lockPath }: Room) {
    try {
      return holdFileLock(lockPath)
    } catch (error) {
      // A data folder that takes no lock takes no other file either: writing fails there, with its own sentence.
      logger.warn({ cause: String(error) }, 'window lock not made')
      return { dispose: () => undefined }
    }
  }

  function tell(projectId: string, room: Room, access: ProjectAccess): void {
    if (room.access === access) return
    room.access = access
    for (const window of room.windows.values()) window.emit('access', { projectId, access })
  }

  function take(projectId: string, room: Room): boolean {
    room.lock ??= tryLock(room)
    tell(projectId, room, room.lock ? 'write' : 'elsewhere')
    watch()
    return room.lock !== undefined
  }

  /** Only while somebody waits to hear of it. */
  function watch(): void {
    const waiting = [...rooms.values()].some(({ lock }) => !lock)
    if (!waiting) timer = clearInterval(timer) as undefined
    else timer ??= setInterval(look, lookMs).unref()
  }

  function look(): void {
    for (const [projectId, room] of rooms) {
      if (room.lock) continue
      const lock = tryLock(room)
      lock?.dispose()
      tell(projectId, room, lock ? 'free' : 'elsewhere')
    }
  }

  function leave(window: ProjectWindow, projectId: string): void {
    const room = rooms.get(projectId)
    if (!room?.windows.delete(window.id) || room.windows.size > 0) return
    rooms.delete(projectId)
    room.lock?.dispose()
    watch()
  }

  return {
    enter(window, projectId, root) {
      const lockPath = join(folder, `${sha256Hex(root).slice(0, 32)}.lock`)
      const room = rooms.get(projectId) ?? { lockPath, windows: new Map(), lock: undefined, access: 'write' }
      rooms.set(projectId, room)
      const entered = take(projectId, room)
      room.windows.set(window.id, window)
      window.emit('access', { projectId, access: room.access })
      return entered
    },
    mayWrite(window, projectId) {
      const room = rooms.get(projectId)
      return !room?.windows.has(window.id) || room.lock !== undefined
    },
    takeOver(window, projectId) {
      const room = rooms.get(projectId)
      return room?.windows.has(window.id) === true && take(projectId, room)
    },
    leave,
    leaveAll(window) {
      for (const projectId of [...rooms.keys()]) leave(window, projectId)
    },
    dispose() {
      clearInterval(timer)
      for (const { lock } of rooms.values()) lock?.dispose()
      rooms.clear()
    },
  }
}
