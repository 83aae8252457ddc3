import type { sessions as channels } from '../contract/sessions.ts'
import type { WebSessions } from '../services/webSessions/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the `sessions:` channels: which browsers are let in, and ending that. */
export function sessionsHandlers(webSessions: WebSessions): Handlers<typeof channels> {
  return {
    'sessions:list': async (_input, { session }) => ({
      sessions: webSessions.list().map(({ id, browser, origin, registeredAt, lastUsedAt }) => ({
        ...{ id, browser, origin },
        registeredAt: new Date(registeredAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        current: id === session.webSession,
      })),
    }),
    'sessions:end': async ({ id }) => ({ ended: await webSessions.end(id) }),
  }
}
