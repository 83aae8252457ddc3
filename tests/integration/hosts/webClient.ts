import { request } from 'node:http'
import { WebSocket } from 'ws'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A plain HTTP request whose Host header is free, which `fetch` does not allow. */
export function get(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { connection: 'close', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode = 0, headers: answered } = response
        resolve({ status: statusCode, headers: answered, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    sent.end()
  })
}

/** `name=value` of the cookie set by an answer. */
export function cookieOf(answer: Answer): string {
  const set = answer.headers['set-cookie']
  const first = Array.isArray(set) ? set[0] : set
  return first?.split(';', 1)[0] ?? ''
}

export const enter = async (port: number, link: string) =>
  cookieOf(await get(port, link.slice(link.indexOf('/open'))))

/** The status a refused upgrade is answered with, or 101. */
export function upgradeStatus(port: number, headers: Record<string, string>, path = '/ipc'): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('error', reject)
  })
}

export interface Page {
  readonly socket: WebSocket
  send(frame: unknown): void
  sendRaw(data: string | Buffer): void
  /** The next message nobody has taken yet. */
  next(): Promise<unknown>
  close(): Promise<number>
}

/** A page's connection as a browser would make it. */
export async function openPage(port: number, cookie: string): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ipc`, {
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
  })
  const arrived: unknown[] = []
  const takers: ((message: unknown) => void)[] = []
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data))
    const taker = takers.shift()
    if (taker) taker(message)
    else arrived.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return {
    socket,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data),
    next: () =>
      arrived.length > 0 ? Promise.resolve(arrived.shift()) : new Promise((resolve) => takers.push(resolve)),
    close() {
      socket.close()
      return closed
    },
  }
}
