import { randomUUID } from 'node:crypto'
import type { DesktopEvent } from '../../contract/desktop.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isFrameId } from '../../contract/frames.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import { errorPayload } from '../../contract/sentences/errorSentence.ts'
import type { DesktopAround } from '../../ipc/session.ts'
import type { Logger } from '../../lib/logger.ts'
import { type CallsUnderWay, createCallsUnderWay } from '../callsUnderWay.ts'
import type { HostedApp } from '../hostedApp.ts'
import { isTrustedSender } from '../security.ts'
import type { InvokeEvent, WebContentsApi } from './api.ts'

/** The names the preload script uses. */
export const invokeChannel = 'creonow:invoke'
export const cancelChannel = 'creonow:cancel'
const eventChannel = 'creonow:event'

/** Messages between pages and the app. */
export interface Calls {
  /** Gives a window its session; it ends with the window. Returns what sends the desktop's events to its page. */
  admit(contents: WebContentsApi, around: DesktopAround): (event: DesktopEvent) => void
  /** Answers one `invoke`; never rejects. */
  answer(event: InvokeEvent, channel: unknown, input: unknown, id?: unknown): Promise<Envelope<unknown>>
  /** Aborts a call of the same window; a call of another window is not affected. */
  cancel(event: InvokeEvent, id: unknown): void
  /** Resolves when no request is under way. */
  drain(): Promise<void>
}

/** The check before dispatch: the caller is identified by the window, never by the payload. */
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
    admit(contents, desktop) {
      const session = app.createSession({
        id: `window-${contents.id}`,
        isWindow: true,
        desktop,
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
      return (event) => session.emit('desktop', event)
    },

    async answer(event, channel, input, id) {
      const calls = windows.get(event.sender.id)
      if (!calls || !isTrustedSender(event.senderFrame, devOrigin)) {
        logger.warn({ security: true, sender: event.sender.id }, 'call from an unknown frame refused')
        return fail(errorPayload(ErrorCode.FORBIDDEN, { why: 'page' }))
      }
      if (typeof channel !== 'string') return fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { why: 'frame' }))
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
