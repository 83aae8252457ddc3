import { randomUUID } from 'node:crypto'
import { eventFrame, writeFrame } from '../../contract/frames.ts'
import type { Logger } from '../../lib/logger.ts'
import { answerFrames } from '../answerFrames.ts'
import type { HostedApp } from '../hostedApp.ts'
import type { Admitted } from './gate.ts'

/** A page that reads nothing while this many bytes are queued for it is cut off; it reconnects by itself. */
const maxBufferedBytes = 512 * 1024 * 1024

/** What is used of a `ws` WebSocket. */
export interface PageSocket {
  readonly bufferedAmount: number
  send(text: string): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/**
 * Answers the frames of one page with a session of its own, as long as its web session lasts. Gives the requests
 * that are still under way.
 */
export function servePage(
  app: HostedApp,
  socket: PageSocket,
  admitted: Admitted,
  logger: Logger,
): { drain(): Promise<void> } {
  let open = true
  socket.send(writeFrame(admitted.greeting))
  const session = app.createSession({
    id: `web-${randomUUID()}`,
    webSession: admitted.session,
    isWindow: true,
    mayInspect: () => app.settings.developerMode(),
    emit: (event, payload) => send(writeFrame(eventFrame(event, payload))),
  })

  function send(text: string): void {
    if (!open) return
    if (!app.webSessions.find(admitted.session)) {
      end()
      return
    }
    if (socket.bufferedAmount > maxBufferedBytes) {
      logger.warn({ session: session.id }, 'page reads nothing; connection cut')
      socket.terminate()
      return
    }
    socket.send(text)
  }

  /** Ended in the settings, perhaps by another process, or not used for hours: nothing goes in or out any more. */
  function end(): void {
    logger.info({ session: session.id }, 'web session has ended; connection cut')
    socket.terminate()
  }

  const { receive, drain } = answerFrames({
    dispatch: (channel, input, signal) => app.router.dispatch(session, channel, input, signal),
    send,
  })
  // Frames are text: bytes are answered like any text that is no frame.
  socket.on('message', (data, isBinary) => {
    if (app.webSessions.use(admitted.session)) receive(isBinary ? '' : bytesOf(data))
    else end()
  })
  // Requests run on to their end: the last thing a closing page sends is a save.
  socket.on('close', () => {
    open = false
    session.dispose()
  })
  return { drain }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
