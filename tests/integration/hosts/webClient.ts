import { request } from 'node:http'
import { WebSocket } from 'ws'
import { linkFragment } from '../../../main/src/contract/handshake.ts'
import {
  type Authenticator,
  type Credentials,
  createAuthenticator,
} from '../../../renderer/src/ipc/authenticator.ts'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A plain HTTP request whose Host header is free, which `fetch` does not allow. */
export function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
) {
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
    sent.end(body)
  })
}

/** A browser at one origin: what its pages keep, and their own code for the handshake. */
export interface Browser {
  readonly origin: string
  /** A browser's database in memory. */
  kept: Credentials | undefined
  /** Whatever its pages have sent to `/session`, and the query of each socket. */
  readonly sent: string[]
  door(link?: string): Authenticator
}

export const secretOf = (link: string) => link.slice(link.indexOf(linkFragment) + linkFragment.length)

export function browserAt(origin: string): Browser {
  const browser: Browser = {
    origin,
    kept: undefined,
    sent: [],
    door: (link) =>
      createAuthenticator({
        origin,
        linkSecret: link === undefined ? null : secretOf(link),
        credentials: {
          read: async () => browser.kept,
          write: async (credentials) => {
            browser.kept = credentials
          },
        },
        // A browser sends its origin by itself.
        fetch: (url, init) => {
          browser.sent.push(String(init?.body))
          return fetch(url, { ...init, headers: { ...Object(init?.headers), origin } })
        },
      }),
  }
  return browser
}

/** A browser that has come by the link, as `http://127.0.0.1:<port>`. */
export async function enter(port: number, link: string): Promise<Browser> {
  const browser = browserAt(`http://127.0.0.1:${port}`)
  await (await openPage(port, browser, link)).close()
  return browser
}

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

/** A page's connection as a browser would make it. Rejects when either side does not prove itself. */
export async function openPage(port: number, browser: Browser, link?: string): Promise<Page> {
  const { origin } = browser
  const entrance = await browser.door(link).startHandshake()
  if (typeof entrance === 'string') throw new Error(entrance)
  browser.sent.push(entrance.query)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ipc${entrance.query}`, { headers: { origin } })
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
  const page: Page = {
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
  if (!(await entrance.admit(JSON.stringify(await page.next())))) throw new Error('stranger')
  return page
}
