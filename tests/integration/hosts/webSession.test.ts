import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { hostText, linkText } from '../../../main/src/contract/handshake.ts'
import { startWebHost, type WebHost } from '../../../main/src/hosts/web/webHost.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { macOf, newNonce, newPageKey, signatureOf } from '../../../renderer/src/ipc/proofs.ts'
import { createSocketTransport } from '../../../renderer/src/ipc/socket.ts'
import { createHostedTestApp, type HostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'
import { type Browser, browserAt, enter, get, openPage, secretOf, upgradeStatus } from './webClient.ts'

const hour = 3600 * 1000
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const time = { nowMs: 1_800_000_000_000 }
const clock = { now: () => time.nowMs, monotonic: () => performance.now() }
const hosts: (WebHost & { readonly app: HostedTestApp })[] = []
const strangers: { close(): void }[] = []

async function start({ data = 'data', port = 0 } = {}) {
  const app = createHostedTestApp({ dataFolder: join(folder.path, data), clock })
  const rendererFolder = join(folder.path, 'renderer')
  const host = { ...(await startWebHost({ app, rendererFolder, logger: silentLogger, port })), app }
  hosts.push(host)
  return host
}

/** Why a browser is not let in, or 'open'. */
const tryIn = async (port: number, browser: Browser, link?: string) => {
  const entrance = await browser.door(link).startHandshake()
  if (typeof entrance === 'string') return entrance
  return (await upgradeStatus(port, { origin: browser.origin }, `/ipc${entrance.query}`)) === 101
    ? 'open'
    : 'not upgraded'
}

/** Asks the host as any program can: with whatever headers it likes. */
const post = async (port: number, body: unknown, origin: string) =>
  (
    await fetch(`http://127.0.0.1:${port}/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()

beforeEach(async () => {
  folder = await temporaryFolder()
  time.nowMs = 1_800_000_000_000
})

afterEach(async () => {
  for (const stranger of strangers.splice(0)) stranger.close()
  for (const host of hosts.splice(0)) await host.dispose()
  await folder.remove()
})

describe('the one-time link', () => {
  test('lets one browser in, once, and is refused afterwards with the reason', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    expect([
      await tryIn(host.port, browser),
      await tryIn(host.port, browserAt(browser.origin), host.link),
    ]).toEqual(['open', 'refused'])
  })

  test('lets in one of two pages that open it at the same moment', async () => {
    const host = await start()
    const [one, other] = [0, 1].map(() => browserAt(`http://127.0.0.1:${host.port}`)) as [Browser, Browser]
    const entrances = await Promise.all([
      one.door(host.link).startHandshake(),
      other.door(host.link).startHandshake(),
    ])
    const statuses = await Promise.all(
      entrances.map((entrance) =>
        typeof entrance === 'string'
          ? entrance
          : upgradeStatus(host.port, { origin: one.origin }, `/ipc${entrance.query}`),
      ),
    )
    expect(statuses.toSorted()).toEqual([101, 401])
    expect(host.app.webSessions.list()).toHaveLength(1)
  })

  test('stays unused in a browser that has a session already', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const second = host.issueLink()
    expect(await tryIn(host.port, browser, second)).toBe('open')
    expect(await tryIn(host.port, browserAt(browser.origin), second)).toBe('open')
  })

  test('has its secret in no request and in no file', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const stored = await readFile(join(folder.path, 'data', 'webSessions.json'), 'utf8')
    expect([...browser.sent, stored].join('\n')).not.toContain(secretOf(host.link))
    expect(new URL(host.link).pathname + new URL(host.link).search).toBe('/')
  })
})

describe('a session', () => {
  test('goes on after a reload, in two pages at once, and after a restart on the same port', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const pages = [await openPage(host.port, browser), await openPage(host.port, browser)]
    await Promise.all(pages.map((page) => page.close()))
    await host.dispose()
    const again = await start({ port: host.port })
    expect(await tryIn(again.port, browser)).toBe('open')
    expect((await stat(join(folder.path, 'data', 'webSessions.json'))).mode & 0o777).toBe(0o600)
  })

  test('is not valid on another port, in another data folder or at another origin', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const [elsewhere, other] = [await start(), await start({ data: 'other' })]
    // Whoever sits on the old port can pass on what the page says, word for word, and forge its headers.
    const hello = { nonce: newNonce(), session: browser.kept?.session }
    expect([
      await post(elsewhere.port, hello, `http://127.0.0.1:${elsewhere.port}`),
      await post(other.port, hello, `http://127.0.0.1:${other.port}`),
      await tryIn(
        host.port,
        Object.assign(browserAt(`http://localhost:${host.port}`), { kept: browser.kept }),
      ),
    ]).toEqual([{ refused: 'session' }, { refused: 'session' }, 'refused'])
    const headers = { host: new URL(browser.origin).host, origin: browser.origin }
    const json = { ...headers, 'content-type': 'application/json' }
    const relayed = await get(elsewhere.port, '/session', json, 'POST', JSON.stringify(hello))
    expect([relayed.status, relayed.body]).toEqual([200, '{"refused":"session"}'])
  })

  test('ends after 12 hours without use, and not while it is used', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const page = await openPage(host.port, browser)
    for (let round = 0; round < 3; round++) {
      time.nowMs += 11 * hour
      page.send({ id: round, channel: 'test:echo', input: { text: '雨' } })
      await page.next()
    }
    await vi.waitFor(async () =>
      expect(await readFile(join(folder.path, 'data', 'webSessions.json'), 'utf8')).toContain(
        String(time.nowMs),
      ),
    )
    time.nowMs += 12 * hour
    const closed = once(page.socket, 'close')
    page.send({ id: 9, channel: 'test:wait', input: { key: 'late' } })
    await closed
    expect([await tryIn(host.port, browser), host.app.waiting.size]).toEqual(['refused', 0])
    expect(await tryIn(host.port, browser, host.issueLink())).toBe('open')
  })

  test('that another process ended neither takes nor gives anything more', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const page = await openPage(host.port, browser)
    const settings = createHostedTestApp({ dataFolder: join(folder.path, 'data'), clock })
    page.send({ id: 1, channel: 'test:wait', input: { key: 'slow' } })
    await vi.waitUntil(() => host.app.waiting.has('slow'))
    const [session] = settings.webSessions.list()
    expect(await settings.webSessions.end(session?.id ?? '')).toBe(true)
    await vi.waitUntil(() => host.app.webSessions.list().length === 0)
    const seen: unknown[] = []
    page.socket.on('message', (data) => seen.push(String(data)))
    const closed = once(page.socket, 'close')
    host.app.release('slow')
    await closed
    expect([seen, await tryIn(host.port, browser), await settings.webSessions.end('none')]).toEqual([
      [],
      'refused',
      false,
    ])
  })

  test('survives a broken file: the last good copy applies', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    await host.dispose()
    await writeFile(join(folder.path, 'data', 'webSessions.json'), '{"sessions":[')
    const again = await start({ port: host.port })
    expect(await tryIn(again.port, browser)).toBe('open')
    await mkdir(join(folder.path, 'bare'))
    await writeFile(join(folder.path, 'bare', 'webSessions.json'), '')
    await expect(start({ data: 'bare' })).rejects.toMatchObject({ code: 'FILE_BROKEN' })
  })
})

describe('against an attacker,', () => {
  test('a hello that signs another key, nonce or origin opens nothing', async () => {
    const host = await start()
    const origin = `http://127.0.0.1:${host.port}`
    const secret = secretOf(host.link)
    const [mine, other] = [await newPageKey(), await newPageKey()]
    const nonce = newNonce()
    const mac = await macOf(secret, linkText(origin, nonce, mine.publicKey))
    const hello = (publicKey: string, given = nonce) => ({ nonce: given, registration: { publicKey, mac } })
    expect([
      await post(host.port, hello(other.publicKey), origin),
      await post(host.port, hello(mine.publicKey, newNonce()), origin),
      await post(host.port, { nonce, registration: { publicKey: 'AAAA', mac } }, origin),
      await post(host.port, { nonce }, origin),
      await post(host.port, hello(mine.publicKey), origin),
    ]).toEqual([
      { refused: 'link' },
      { refused: 'link' },
      { refused: 'link' },
      { refused: 'session' },
      { challenge: expect.any(String) },
    ])
  })

  test('a challenge counts once, and a proof made for another one never', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const [one, two] = [await browser.door().startHandshake(), await browser.door().startHandshake()]
    if (typeof one === 'string' || typeof two === 'string') throw new Error('not asked')
    const proof = new URLSearchParams(one.query).get('proof') ?? ''
    const swapped = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(two.query)), proof })
    const { origin } = browser
    expect([
      await upgradeStatus(host.port, { origin }, `/ipc?${swapped}`),
      await upgradeStatus(host.port, { origin }, `/ipc${two.query}`),
      await upgradeStatus(host.port, { origin }, `/ipc${one.query}`),
      await upgradeStatus(host.port, { origin }, `/ipc${one.query}`),
      await upgradeStatus(host.port, { origin }, '/ipc?challenge=x&proof=%00'),
    ]).toEqual([401, 401, 101, 401, 401])
  })
})

/** Another program on the port: it answers as a host would, as far as it can without the host's key. */
async function strangerOn(port: number, welcomeOf: (hello: string) => Promise<unknown>) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => heard.push(String(chunk)))
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end('{"challenge":"AAAA"}'),
    )
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => heard.push(String(data)))
    void welcomeOf(heard.findLast((words) => words.startsWith('{')) ?? '').then((welcome) =>
      socket.send(JSON.stringify(welcome)),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  strangers.push({
    close() {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      server.close()
    },
  })
  const address = server.address() as AddressInfo // a TCP server has no other kind of address
  return { heard, port: address.port }
}

describe('with another server on the old port,', () => {
  const secretText = '她把信折好，收进袖里。'

  test('an open page sends it no text, whatever it claims to be, and saves when the host is back', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const states: string[] = []
    const transport = createSocketTransport({
      url: `ws://127.0.0.1:${host.port}/ipc`,
      authenticator: browser.door(),
      firstDelayMs: 5,
      maxDelayMs: 20,
      open: (url) => {
        const socket = new WebSocket(url, { headers: { origin: browser.origin } })
        // A browser ends a refused socket with `close` alone; here an error nobody hears would end the process.
        socket.on('error', () => undefined)
        return socket as unknown as globalThis.WebSocket
      },
    })
    transport.connection.subscribe(() => states.push(transport.connection.get()))
    await transport.invoke('test:echo', { text: '先连上' })
    await host.dispose()
    // It signs what a host signs, with a key of its own, and claims once that this were the host's.
    const own = await newPageKey()
    const theirs = browser.kept?.hostKey ?? ''
    let round = 0
    const { heard } = await strangerOn(host.port, async (hello) => {
      const keys = { hostKey: round++ % 2 === 0 ? own.publicKey : theirs, journalKey: 'AAAA' }
      const transcript = { ...JSON.parse(hello), origin: browser.origin, challenge: 'AAAA' }
      return { welcome: { ...keys, proof: await signatureOf(own.privateKey, hostText(transcript, keys)) } }
    })
    const saved = transport.invoke('test:echo', { text: secretText })
    await vi.waitUntil(() => states.at(-1) === 'unverified' && heard.length >= 4)
    const told = [...heard]
    strangers.splice(0)[0]?.close()
    const again = await start({ port: host.port })
    expect(await saved).toEqual({ ok: true, data: { text: secretText } })
    expect(told.join('\n')).not.toContain(secretText)
    // Nothing of what it heard opens the host: ids are no secrets, and every answer was to a challenge of its own.
    for (const words of told) {
      const { session, nonce } = JSON.parse(words)
      expect(await post(again.port, { session, nonce }, browser.origin)).toEqual({
        challenge: expect.any(String),
      })
    }
    const queries = browser.sent.filter((sent) => sent.startsWith('?'))
    for (const query of queries)
      expect(await upgradeStatus(again.port, { origin: browser.origin }, `/ipc${query}`)).toBe(401)
  })

  test('a page that comes by the link finds out too, and the link still works afterwards', async () => {
    const host = await start()
    const { link, port } = host
    const browser = browserAt(`http://127.0.0.1:${port}`)
    const claim = { hostKey: 'AAAA', journalKey: 'AAAA', proof: 'AAAA', mac: 'AAAA' }
    const { heard, port: strange } = await strangerOn(0, async () => ({ welcome: claim }))
    const lost = browserAt(`http://127.0.0.1:${strange}`)
    await expect(openPage(strange, lost, link)).rejects.toThrow('stranger')
    expect([lost.kept, heard.join('\n').includes(secretOf(link))]).toEqual([undefined, false])
    expect(await tryIn(port, browser, link)).toBe('open')
  })
})
