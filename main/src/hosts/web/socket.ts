import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HostedApp } from '../hostedApp.ts'

/** The largest frame a page may send, in bytes: a 64 MiB novel as base64 fits. */
export const maxFrameBytes = 128 * 1024 * 1024
/** Requests of one page that may be under way at once. */
export const maxInFlight = 1024
/** A page that reads nothing while this much waits for it, in bytes, is cut off; it reconnects by itself. */
const maxBufferedBytes = 512 * 1024 * 1024

const frameId = z.union([z.string().min(1).max(128), z.int()])
const request = z.strictObject({ id: frameId, channel: z.string().max(128), input: z.unknown().optional() })
const cancel = z.strictObject({ cancel: frameId })
const frame = z.union([request, cancel])

type FrameId = z.infer<typeof frameId>

/** What is used of a `ws` WebSocket. */
export interface PageSocket {
  readonly bufferedAmount: number
  send(text: string): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/**
 * Answers the frames of one page with a session of its own: `{id, channel, input}` → `{id, ok, …}`,
 * `{cancel: id}`, and events `{event, runId?, payload}`. A frame that cannot be understood gets a coded error
 * with its id, or null. Returns a promise-giving function for the requests still under way.
 */
export function servePage(app: HostedApp, socket: PageSocket, logger: Logger): { settled(): Promise<void> } {
  const inFlight = new Map<FrameId, { controller: AbortController; done: Promise<void> }>()
  let open = true
  const session = app.createSession({
    id: `web-${randomUUID()}`,
    mayInspect: () => app.settings.developerMode(),
    emit: (event, payload) => {
      send('runId' in payload ? { event, runId: payload.runId, payload } : { event, payload })
    },
  })

  function send(message: object): void {
    if (!open) return
    if (socket.bufferedAmount > maxBufferedBytes) {
      logger.warn({ session: session.id }, 'page reads nothing; connection cut')
      socket.terminate()
      return
    }
    socket.send(JSON.stringify(message))
  }

  function answer(id: FrameId | null, envelope: Envelope<unknown>): void {
    send({ id, ...envelope })
  }

  async function run({ id, channel, input }: z.infer<typeof request>, signal: AbortSignal): Promise<void> {
    const envelope = await app.router.dispatch(session, channel, input, signal)
    inFlight.delete(id)
    try {
      answer(id, envelope)
    } catch (error) {
      logger.error(
        { channel, cause: error instanceof Error ? error.message : String(error) },
        'answer not sent',
      )
      answer(id, fail(ErrorCode.INTERNAL, '程序内部出错，内容没有改动。详情已写入日志。'))
    }
  }

  function receive(text: string): void {
    const read = readFrame(text)
    if (read === null) {
      answer(idOf(text), fail(ErrorCode.INVALID_ARGUMENT, '收到的消息不合规。'))
    } else if ('cancel' in read) {
      inFlight.get(read.cancel)?.controller.abort()
    } else if (inFlight.has(read.id)) {
      answer(read.id, fail(ErrorCode.INVALID_ARGUMENT, '这个请求编号正在使用。'))
    } else if (inFlight.size >= maxInFlight) {
      answer(read.id, fail(ErrorCode.CONTEXT_BACKPRESSURE, '同时进行的请求太多，请稍后再试。'))
    } else {
      const controller = new AbortController()
      const entry = { controller, done: Promise.resolve() }
      inFlight.set(read.id, entry)
      entry.done = run(read, controller.signal)
    }
  }

  socket.on('message', (data, isBinary) => {
    if (isBinary) answer(null, fail(ErrorCode.INVALID_ARGUMENT, '收到的消息不合规。'))
    else receive(textOf(data))
  })
  // Requests run on to their end: the last thing a closing page sends is a save.
  socket.on('close', () => {
    open = false
    session.dispose()
  })

  return {
    async settled() {
      await Promise.all([...inFlight.values()].map(({ done }) => done))
    },
  }
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')
}

function readFrame(text: string): z.infer<typeof frame> | null {
  return frame.safeParse(parseJson(text)).data ?? null
}

/** The id of a frame that is wrong otherwise, so that the page's promise does not hang. */
function idOf(text: string): FrameId | null {
  return z.object({ id: frameId }).safeParse(parseJson(text)).data?.id ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is one of the many ways of not being a frame; the caller answers for all of them.
    return undefined
  }
}
