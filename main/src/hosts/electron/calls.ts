import { ErrorCode } from '../../contract/errorCodes.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import type { Session } from '../../ipc/session.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HostedApp } from '../hostedApp.ts'
import { isTrustedSender } from '../security.ts'
import type { InvokeEvent, WebContentsApi } from './api.ts'

/** The two names the preload script uses. */
export const invokeChannel = 'creonow:invoke'
const eventChannel = 'creonow:event'

export interface Calls {
  /** Gives a window its session; it ends with the window. */
  admit(contents: WebContentsApi): void
  /** Answers one `invoke`; never rejects. */
  answer(event: InvokeEvent, channel: unknown, input: unknown): Promise<Envelope<unknown>>
  /** Resolves when no request is under way. */
  settled(): Promise<void>
}

/** The gate before dispatch: who calls is what the host knows of the window, never what the payload says. */
export function createCalls(options: {
  app: HostedApp
  devOrigin?: string | undefined
  logger: Logger
}): Calls {
  const { app, devOrigin, logger } = options
  const sessions = new Map<number, Session>()
  const underWay = new Set<Promise<unknown>>()

  return {
    admit(contents) {
      const session = app.createSession({
        id: `window-${contents.id}`,
        mayInspect: () => app.settings.developerMode(),
        emit: (event, payload) => {
          if (!contents.isDestroyed()) contents.send(eventChannel, { event, payload })
        },
      })
      sessions.set(contents.id, session)
      contents.onDestroyed(() => {
        sessions.delete(contents.id)
        session.dispose()
      })
    },

    async answer(event, channel, input) {
      const session = sessions.get(event.sender.id)
      if (!session || !isTrustedSender(event.senderFrame, devOrigin)) {
        logger.warn({ security: true, sender: event.sender.id }, 'call from an unknown frame refused')
        return fail(ErrorCode.FORBIDDEN, '这个页面不能使用 CreoNow。')
      }
      if (typeof channel !== 'string') return fail(ErrorCode.INVALID_ARGUMENT, '收到的消息不合规。')
      const answered = app.router.dispatch(session, channel, input)
      underWay.add(answered)
      try {
        return await answered
      } finally {
        underWay.delete(answered)
      }
    },

    async settled() {
      await Promise.all(underWay)
    },
  }
}
