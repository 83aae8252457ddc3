import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isAppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { VersionedFiles } from '../../lib/versionedFile/index.ts'
import { type SessionsFile, sessionsFormat, type WebSession } from './sessionsFile.ts'

/** A session that nobody has used for so long has ended, in milliseconds: twelve hours. */
const webSessionIdleMs = 12 * 3600 * 1000
/** Uses closer together than this are one, so that typing does not write the file, in milliseconds. */
const betweenNotesMs = 60_000
const maxSessions = 100

/** What the host proves itself with, and what its pages encrypt their journal with. Base64url. */
export interface HostKeys {
  /** Signs challenges of this host. */
  readonly privateKey: KeyObject
  /** Encrypts the page's journal; base64url. */
  readonly journalKey: string
}

/** The browsers that were let in: `webSessions.json` in the data folder (0600), which outlives the host. */
export interface WebSessions {
  /** Made on first use. @throws AppError FILE_BROKEN, IO_ERROR. */
  hostKeys(): Promise<HostKeys>
  /** Undefined when it has ended, also through another process. */
  find(id: string): WebSession | undefined
  /** Notes a use; false when the session has ended. */
  use(id: string): boolean
  /** @throws AppError FILE_BROKEN, IO_ERROR. */
  register(session: Pick<WebSession, 'publicKey' | 'origin' | 'port' | 'browser'>): Promise<WebSession>
  /** Latest used first. */
  list(): readonly WebSession[]
  /** Whether there was such a session. */
  end(id: string): Promise<boolean>
}

/** Names a session by its key, as the page does too. */
export const sessionIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url')

export function createWebSessions(options: {
  readonly versioned: VersionedFiles
  readonly clock: Clock
  readonly logger: Logger
}): WebSessions {
  const { versioned, clock, logger } = options
  const file = versioned.cached(sessionsFormat, 'webSessions.json')
  /** Uses that the file does not know yet. */
  const used = new Map<string, number>()

  const lastUse = ({ id, lastUsedAt }: WebSession) => Math.max(lastUsedAt, used.get(id) ?? 0)
  // After a clock that went back ages are negative: nothing has ended then.
  const isAlive = (session: WebSession) => clock.now() - lastUse(session) < webSessionIdleMs
  const alive = (value: SessionsFile | null) => (value?.sessions ?? []).filter(isAlive)

  function find(id: string): WebSession | undefined {
    return alive(file.current().value).find((session) => session.id === id)
  }

  /** Changes the sessions that have not ended; those that have are forgotten with it. */
  const edit = <R>(change: (sessions: readonly WebSession[]) => { next: WebSession[]; result: R }) =>
    file.update((value) => {
      const before = value ?? newFile()
      const { next, result } = change(alive(before))
      return { next: { ...before, sessions: next }, result }
    })

  async function note(id: string): Promise<void> {
    try {
      await edit((sessions) => ({
        next: sessions.map((session) =>
          session.id === id ? { ...session, lastUsedAt: lastUse(session) } : session,
        ),
        result: undefined,
      }))
    } catch (error) {
      // This process knows of the use; only after a restart the session may seem older than it is.
      logger.warn({ cause: isAppError(error) ? error.code : String(error) }, 'use of a session not noted')
    }
  }

  return {
    find,

    async hostKeys() {
      const { value } = file.fresh()
      const { hostKey, journalKey } =
        value ??
        (await file.update((stored) => {
          const next = stored ?? newFile()
          return { next, result: next }
        }))
      const key = Buffer.from(hostKey, 'base64url')
      return { privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }), journalKey }
    },

    use(id) {
      const session = find(id)
      if (!session) return false
      if (Math.abs(clock.now() - lastUse(session)) >= betweenNotesMs) {
        used.set(id, clock.now())
        void note(id)
      }
      return true
    },

    async register(given) {
      const now = clock.now()
      const session = { ...given, id: sessionIdOf(given.publicKey), registeredAt: now, lastUsedAt: now }
      await edit((sessions) => ({
        next: [session, ...sessions.toSorted((a, b) => lastUse(b) - lastUse(a))].slice(0, maxSessions),
        result: undefined,
      }))
      return session
    },

    list: () =>
      alive(file.fresh().value)
        .map((session) => ({ ...session, lastUsedAt: lastUse(session) }))
        .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt),

    end: (id) =>
      file.update((value) => {
        const sessions = alive(value)
        const left = sessions.filter((session) => session.id !== id)
        // Whatever is not there changes nothing, and makes no file.
        if (!value || left.length === sessions.length) return { next: value, result: false }
        return { next: { ...value, sessions: left }, result: true }
      }),
  }
}

function newFile(): SessionsFile {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    hostKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    journalKey: randomBytes(32).toString('base64url'),
    sessions: [],
  }
}
