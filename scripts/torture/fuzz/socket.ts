import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { Envelope } from '../../../main/src/contract/result.ts'
import { answerFrames } from '../../../main/src/hosts/answerFrames.ts'
import type { OpenedApp } from '../caller.ts'

/** A page's connection behind the gate: a real socket, whose frames are answered as the hosts answer them. */
export async function openSocket(app: OpenedApp['app']) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    const session = app.createSession({ id: 'page', mayInspect: () => false })
    const { receive } = answerFrames({
      dispatch: (channel, input, signal) => app.router.dispatch(session, channel, input, signal),
      send: (text) => socket.send(text),
    })
    socket.on('message', (data) => receive(String(data)))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const waiting = new Map<number, (answer: Envelope<unknown>) => void>()
  let next = 0
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { id?: number } & Envelope<unknown> // the host's own frame
    if (typeof frame.id === 'number') waiting.get(frame.id)?.(frame)
  })
  return {
    send: (channel: string, input: unknown) =>
      new Promise<Envelope<unknown>>((resolve) => {
        const id = next++
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, channel, input }))
      }),
    async close(): Promise<void> {
      socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
