import { afterEach, describe, expect, test } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { createSocketTransport } from '../../../../renderer/src/ipc/socket.ts'

interface Message {
  readonly id: string
  readonly channel: string
  readonly input: unknown
}

const servers: WebSocketServer[] = []
/** Lets everybody in without a word from the host; `tests/integration/hosts/webGate.test.ts` is about the real one. */
const openDoor = {
  startHandshake: async () => ({ query: '', admit: async (first: string) => first === 'welcome' }),
}

/** A real server on loopback; `answer` sees every message of every connection. */
const serve = async (answer: (socket: ServerSocket, message: Message, connection: number) => void) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  servers.push(server)
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    const connection = connections
    socket.send('welcome')
    socket.on('message', (raw) => answer(socket, JSON.parse(String(raw)), connection))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return createSocketTransport({
    url: `ws://127.0.0.1:${address.port}/ipc`,
    authenticator: openDoor,
    firstDelayMs: 5,
  })
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})
const reply = (socket: ServerSocket, id: string, data: unknown) =>
  socket.send(JSON.stringify({ id, ok: true, data }))

describe('createSocketTransport', () => {
  test('gives answers to their callers, in any order', async () => {
    const held: (() => void)[] = []
    const transport = await serve((socket, { id, input }) => {
      held.unshift(() => reply(socket, id, input))
      if (held.length === 2) for (const release of held) release()
    })
    const answers = await Promise.all([transport.invoke('a:b', 1), transport.invoke('a:b', 2)])
    expect(answers).toEqual([
      { ok: true, data: 1 },
      { ok: true, data: 2 },
    ])
  })

  test('gives events to their listeners until they stop', async () => {
    const transport = await serve((socket, { id }) => {
      socket.send(JSON.stringify({ event: 'run', runId: 'r', payload: { n: 1 } }))
      reply(socket, id, null)
    })
    const seen: unknown[] = []
    const stop = transport.on('run', (payload) => seen.push(payload))
    await transport.invoke('a:b', null)
    stop()
    await transport.invoke('a:b', null)
    expect(seen).toEqual([{ n: 1 }])
  })

  test('sends a save without an answer again after a break (unsaved text was lost)', async () => {
    const states: string[] = []
    const transport = await serve((socket, { id, input }, connection) => {
      if (connection === 1) socket.terminate()
      else reply(socket, id, input)
    })
    transport.connection.subscribe(() => states.push(transport.connection.get()))
    const saved = await transport.invoke('documents:save', { text: '雾' })
    expect(saved).toEqual({ ok: true, data: { text: '雾' } })
    expect(states).toEqual(['reconnecting', 'online'])
  })

  test('does not start a run twice after a break (it was paid for twice)', async () => {
    const runs: number[] = []
    const transport = await serve((socket, { channel }, connection) => {
      if (channel === 'ai:run') runs.push(connection)
      socket.terminate()
    })
    const answer = await transport.invoke('ai:run', {})
    expect(answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(runs).toEqual([1])
  })

  test('opens the project on a new connection before it saves (the save was refused and the text stayed unsaved)', async () => {
    const seen: string[] = []
    const transport = await serve((socket, { id, channel, input }, connection) => {
      if (connection === 1) return socket.terminate()
      seen.push(channel)
      setTimeout(() => reply(socket, id, input), channel === 'projects:openKnown' ? 20 : 0)
    })
    transport.resumeWith(() => ({ channel: 'projects:openKnown', input: { projectId: 'p' } }))
    await transport.invoke('documents:save', {})
    expect(seen).toEqual(['projects:openKnown', 'documents:save'])
  })
})
