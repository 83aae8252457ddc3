import { readReply, writeFrame } from '../../../main/src/contract/frames.ts'
import { errorPayload } from '../../../main/src/contract/sentences/errorSentence.ts'
import type { Authenticator, ReadyHandshake } from './authenticator.ts'
import type { Connection, Transport } from './types.ts'

interface Pending {
  readonly channel: string
  readonly message: string
  readonly resolve: (answer: unknown) => void
  sent: boolean
}

export interface SocketOptions {
  readonly url: string
  readonly authenticator: Pick<Authenticator, 'startHandshake'>
  readonly firstDelayMs?: number
  readonly maxDelayMs?: number
  readonly open?: (url: string) => WebSocket
}

/**
 * Sending these twice would do the work twice; after a break they are answered with an error instead.
 * A save is not among them: its base hash makes a second copy harmless.
 */
const onceOnly = new Set(['ai:run', 'documents:create', 'documents:import', 'plan:insert', 'projects:create'])

/**
 * The browser's way to main, by the frames of `contract/frames.ts`. Nothing is sent before the host has proved
 * itself. Reconnects with doubling delays and sends again what was not answered.
 */
export const createSocketTransport = (options: SocketOptions): Transport => {
  const {
    url,
    authenticator,
    firstDelayMs = 300,
    maxDelayMs = 5000,
    open = (at: string) => new WebSocket(at),
  } = options
  const pending = new Map<string, Pending>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const watchers = new Set<() => void>()
  let state: Connection = 'online'
  let socket: WebSocket | null = null
  /** False until a new connection has been told what this page works on. */
  let ready = false
  let resume: Parameters<Transport['resumeWith']>[0] = () => null
  let delayMs = firstDelayMs
  let nextId = 1

  const setState = (next: Connection) => {
    if (state === next) return
    state = next
    for (const watcher of watchers) watcher()
  }

  const receive = (raw: string) => {
    const message = readReply(raw)
    if (message === null) return console.error('a message of the host could not be read')
    if ('event' in message) {
      for (const listener of listeners.get(message.event) ?? []) listener(message.payload)
      return
    }
    const pendingCall = pending.get(String(message.id))
    if (pendingCall === undefined) return
    pending.delete(String(message.id))
    const { id: _, ...answer } = message
    pendingCall.resolve(answer)
  }

  const sendAll = () => {
    for (const entry of pending.values()) {
      if (entry.sent || !ready || socket?.readyState !== WebSocket.OPEN) continue
      socket.send(entry.message)
      entry.sent = true
    }
  }

  /** Main is asked to stop and answers; what was not sent yet never is. */
  const cancel = (id: string, entry: Pending) => {
    if (pending.get(id) !== entry) return
    if (entry.sent) return socket?.send(writeFrame({ cancel: id }))
    pending.delete(id)
    entry.resolve({ ok: false, error: errorPayload('CANCELLED') })
  }

  const onDisconnected = (state: Connection) => {
    socket = null
    ready = false
    setState(state)
    for (const [id, entry] of pending) {
      if (entry.message === '') pending.delete(id)
      if (entry.sent && onceOnly.has(entry.channel)) {
        pending.delete(id)
        entry.resolve({ ok: false, error: errorPayload('CANCELLED', { why: 'connection' }) })
      }
      entry.sent = false
    }
    setTimeout(() => void connect(), delayMs)
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }

  const openConnection = () => {
    ready = true
    sendAll()
    setState('online')
  }
  /** A connection is a new session to main: it has to open the project again before it may name it. */
  const greet = (opened: WebSocket) => {
    const resumption = resume()
    if (resumption === null) return openConnection()
    const id = `resume-${nextId++}`
    const resolve = () => {
      if (socket === opened) openConnection()
    }
    pending.set(id, { channel: resumption.channel, message: '', resolve, sent: true })
    opened.send(writeFrame({ id, ...resumption }))
  }

  const connect = async () => {
    const handshake = await authenticator.startHandshake()
    if (typeof handshake === 'string') onDisconnected(handshake === 'away' ? 'reconnecting' : handshake)
    else enter(handshake)
  }
  const enter = (handshake: ReadyHandshake) => {
    const opened = open(url + handshake.query)
    let first = true
    let closedAs: Connection = 'reconnecting'
    const admit = async (raw: string) => {
      if (await handshake.admit(raw)) {
        if (opened.readyState !== WebSocket.OPEN) return
        delayMs = firstDelayMs
        socket = opened
        greet(opened)
      } else {
        closedAs = 'unverified'
        opened.close()
      }
    }
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) return receive(String(data))
      // Whatever else comes before the host has proved itself is nobody's.
      if (first) void admit(String(data))
      first = false
    })
    opened.addEventListener('close', () => onDisconnected(closedAs))
  }
  void connect()

  return {
    invoke(channel, input, { signal } = {}) {
      return new Promise((resolve) => {
        const id = String(nextId++)
        const entry = { channel, message: writeFrame({ id, channel, input }), resolve, sent: false }
        pending.set(id, entry)
        sendAll()
        signal?.addEventListener('abort', () => cancel(id, entry), { once: true })
      })
    },
    on(event, callback) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(callback))
      return () => {
        set.delete(callback)
      }
    },
    resumeWith(resumeRequest) {
      resume = resumeRequest
    },
    connection: {
      get: () => state,
      subscribe(listener) {
        watchers.add(listener)
        return () => {
          watchers.delete(listener)
        }
      },
    },
  }
}
