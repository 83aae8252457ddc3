import type { Router } from '../ipc/router.ts'
import type { Session, SessionOptions } from '../ipc/session.ts'
import type { WebSessions } from '../services/webSessions/index.ts'

/** What a host needs of the composition root (`createApp`): the same for window, socket and terminal. */
export interface HostedApp {
  readonly router: Router
  readonly settings: {
    developerMode(): boolean
    /** Whether new versions are looked for unasked. */
    checksForUpdates(): boolean
  }
  /** Whether a task, a job or a model is at work, in any window. */
  isWorking(): boolean
  readonly dataFolder: string
  readonly webSessions: WebSessions
  createSession(options: SessionOptions): Session
  dispose(): Promise<void>
}
