import { randomUUID } from 'node:crypto'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isFrameId } from '../../contract/frames.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import type { Logger } from '../../lib/logger.ts'
import { type CallsUnderWay, createCallsUnderWay } from '../callsUnderWay.ts'
import type { HostedApp } from '../hostedApp.ts'
import { isTrustedSender } from '../security.ts'
import type { InvokeEvent, WebContentsApi } from './api.ts'

/** The names the preload script uses. */
export const invokeChannel = 'creonow:invoke'
export const cancelChannel = 'creonow:cancel'
const eventChannel = 'creonow:event'

export interface Calls {
  /** Gives a window its session; it ends with the window. */
  admit(contents: WebContentsApi): void
  /** Answers one `invoke`; never rejects. */
  answer(event: InvokeEvent, channel: unknown, input: unknown, id?: unknown): Promise<Envelope<unknown>>
  /** Aborts a call of the same window; anything else is left alone. */
  cancel(event: InvokeEvent, id: unknown): void
  /** Resolves when no request is under way. */
  drain(): Promise<void>
}

/** The gate before dispatch: who calls is what the host knows of the window, never what the payload says. */
export function createCalls(options: {
  app: HostedApp
  devOrigin?: string | undefined
  logger: Logger
}): Calls {
  const { app, devOrigin, logger } = options
  const windows = new Map<number, CallsUnderWay>()
  /** Of every window that was opened: the calls of a closed one, a last save above all, run to their end. */
  const all = new Set<CallsUnderWay>()

  return {
    admit(contents) {
      const session = app.createSession({
        id: `window-${contents.id}`,
        isWindow: true,
        mayInspect: () => app.settings.developerMode(),
        emit: (event, payload) => {
          if (!contents.isDestroyed()) contents.send(eventChannel, { event, payload })
        },
      })
      const calls = createCallsUnderWay((channel, input, signal) =>
        app.router.dispatch(session, channel, input, signal),
      )
      windows.set(contents.id, calls)
      all.add(calls)
      contents.onDestroyed(() => {
        windows.delete(contents.id)
        session.dispose()
        void calls.drain().then(() => all.delete(calls))
      })
    },

    async answer(event, channel, input, id) {
      const calls = windows.get(event.sender.id)
      if (!calls || !isTrustedSender(event.senderFrame, devOrigin)) {
        logger.warn({ security: true, sender: event.sender.id }, 'call from an unknown frame refused')
        return fail(ErrorCode.FORBIDDEN, '这个页面不能使用 CreoNow。')
      }
      if (typeof channel !== 'string') return fail(ErrorCode.INVALID_ARGUMENT, '收到的消息不合规。')
      return calls.answer({ id: isFrameId(id) ? id : randomUUID(), channel, input })
    },

    cancel(event, id) {
      if (isFrameId(id) && isTrustedSender(event.senderFrame, devOrigin))
        windows.get(event.sender.id)?.cancel(id)
    },

    async drain() {
      await Promise.all([...all].map((calls) => calls.drain()))
    },
  }
}
