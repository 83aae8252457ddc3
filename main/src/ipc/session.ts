import type { DesktopNotification, ShownWindow, UpdateAction, UpdateState } from '../contract/desktop.ts'
import type { EventName, EventPayload } from '../contract/events.ts'
import type { DeepReadonly } from '../contract/shared.ts'

/** The desktop around a page. */
export interface DesktopAround {
  /** Takes what the page shows. */
  describe(shown: ShownWindow): void
  /** Shows a notification of the system; false: the system shows none. */
  notify(notification: DesktopNotification): boolean
  /** Prints the page as it is; undefined: it was not printed. `pdf` resolves with the file. */
  print(to: 'printer' | 'pdf'): Promise<Uint8Array | undefined>
  /** Shows how far the work of the page is, from 0 to 1; null: nothing is under way. */
  progress(ratio: number | null): void
  /** Takes whether the page has a text that is on no disk yet. */
  unsaved(isUnsaved: boolean): void
  /** Does a step about a new version, and says where it is then. Never rejects. */
  update(action: UpdateAction): Promise<UpdateState>
}

/**
 * Who is calling. Made by a host for one window, socket or process; a payload can change nothing in it.
 */
export interface Session {
  readonly id: string
  /** The browser's session behind it, where it is a page of the web host. */
  readonly webSession?: string | undefined
  /** A window of the desktop app or a page: of two hosts with one on a project, only one may write it. */
  readonly isWindow: boolean
  /** Who is behind it: the browser's session, else this one. What somebody starts only the same one may end. */
  readonly owner: string
  /** Ids of the projects this session has opened; it may name no others. */
  readonly openProjects: Set<string>
  /** Whether `context:inspect` is allowed right now. */
  mayInspect(): boolean
  /** The desktop around the page of this caller; absent: there is none. */
  readonly desktop?: DesktopAround | undefined
  /** Sends an event to this caller only. */
  emit<N extends EventName>(event: N, payload: DeepReadonly<EventPayload<N>>): void
  isOpen(): boolean
  /** Called by the host when its caller has disconnected; nothing is sent to it any more. */
  dispose(): void
}

export interface SessionOptions {
  readonly id: string
  readonly webSession?: string
  readonly isWindow?: true
  readonly mayInspect: () => boolean
  /** The desktop around the page; absent: there is none. */
  readonly desktop?: DesktopAround
  readonly emit?: Session['emit']
}

/** `onDisposed` is called once, when the caller has disconnected. */
export function createSession(options: SessionOptions, onDisposed?: () => void): Session {
  const { id, webSession, isWindow = false, mayInspect, emit } = options
  let open = true
  return {
    id,
    webSession,
    isWindow,
    owner: webSession ?? id,
    openProjects: new Set(),
    mayInspect,
    desktop: options.desktop,
    emit: (event, payload) => {
      if (open) emit?.(event, payload)
    },
    isOpen: () => open,
    dispose() {
      if (!open) return
      open = false
      onDisposed?.()
    },
  }
}

/** The callers of this app that are there now. */
export interface LiveSessions {
  open(options: SessionOptions): Session
  /** Sends an event to every session that has the project open. */
  broadcast<N extends EventName>(projectId: string, event: N, payload: DeepReadonly<EventPayload<N>>): void
}

/** `onClosed` is called for every session that ends, so that its running requests can end too. */
export function createLiveSessions(onClosed: (session: Session) => void): LiveSessions {
  const live = new Set<Session>()
  return {
    open(options) {
      const session = createSession(options, () => {
        live.delete(session)
        onClosed(session)
      })
      live.add(session)
      return session
    },
    broadcast(projectId, event, payload) {
      for (const session of live) if (session.openProjects.has(projectId)) session.emit(event, payload)
    },
  }
}
