import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebHost, type WebHost, type WebHostOptions } from '../../../main/src/hosts/web/webHost.ts'
import { toPayload } from '../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createHostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'
import { type Answer, enter, get, upgradeStatus } from './webClient.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const hosts: WebHost[] = []

async function start(options: Partial<WebHostOptions> = {}): Promise<WebHost> {
  const host = await startWebHost({
    app: createHostedTestApp({ dataFolder: join(folder.path, 'data') }),
    rendererFolder: join(folder.path, 'renderer'),
    logger: silentLogger,
    port: 0,
    ...options,
  })
  hosts.push(host)
  return host
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'renderer', 'assets'), { recursive: true })
  await writeFile(
    join(folder.path, 'renderer', 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="/assets/a.js"></script>',
  )
  await writeFile(join(folder.path, 'renderer', 'assets', 'a.js'), 'export const 章 = 1\n')
  await writeFile(join(folder.path, 'secret.txt'), 'not for pages')
})

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.dispose()
  await folder.remove()
})

describe('at the gate of the web host,', () => {
  const status = async (host: WebHost, path: string, headers: Record<string, string>, method = 'GET') =>
    (await get(host.port, path, headers, method)).status

  test('a foreign host name is refused before anything else (DNS rebinding)', async () => {
    const host = await start()
    const names = [
      'evil.example',
      `127.0.0.1.evil.example:${host.port}`,
      '[::2]',
      '0.0.0.0',
      'localhost.',
      'user@localhost',
    ]
    const answers: number[] = []
    for (const name of names) answers.push(await status(host, '/', { host: name }))
    expect(answers).toEqual(names.map(() => 403))
  })

  /** The status of an answer to a request written by hand. */
  const rawStatus = (host: WebHost, request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(host.port, '127.0.0.1', () => socket.write(request))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? ''))
    })

  test('two Host lines, two Origin lines and a target with a host of its own are refused', async () => {
    const host = await start()
    const own = `127.0.0.1:${host.port}`
    const ask = (target: string, ...lines: readonly string[]) =>
      rawStatus(host, `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    expect([
      await ask('/', `Host: ${own}`),
      await ask('/', `Host: ${own}`, 'Host: evil.example'),
      await ask('/', `Host: ${own}`, `host: ${own}`),
      await ask('/', `Host: ${own}`, `Origin: http://${own}`, 'Origin: http://evil.example'),
      await ask(`http://${own}/`, `Host: ${own}`),
      await ask('http://evil.example/', `Host: ${own}`),
    ]).toEqual(['200', '400', '400', '400', '400', '400'])
  })

  test('a request whose body does not arrive ends with a refusal', async () => {
    const host = await start({ requestTimeoutMs: 100 })
    const own = `127.0.0.1:${host.port}`
    const head = `POST /session HTTP/1.1\r\nHost: ${own}\r\nOrigin: http://${own}\r\nContent-Type: application/json\r\n`
    expect(await rawStatus(host, `${head}Content-Length: 100\r\n\r\n{"nonce":`)).toBe('408')
    expect(await status(host, '/', { host: own })).toBe(200)
  })

  test('localhost, 127.0.0.1 and [::1] are served on any port, so a forwarded one works', async () => {
    const host = await start()
    const names = ['localhost:9999', 'LOCALHOST', '127.0.0.1:1', '[::1]:8080']
    const answers: number[] = []
    for (const name of names) answers.push(await status(host, '/', { host: name }))
    expect(answers).toEqual([200, 200, 200, 200])
  })

  test('a page of another origin is refused, also one on another local port; a question needs an origin', async () => {
    const host = await start()
    const own = `http://127.0.0.1:${host.port}`
    const origins = [
      own,
      'http://evil.example',
      'http://127.0.0.1:1',
      `https://127.0.0.1:${host.port}`,
      'null',
    ]
    const answers: number[] = []
    for (const origin of origins) answers.push(await status(host, '/', { origin }))
    expect(answers).toEqual([200, 403, 403, 403, 403])
    expect([
      await status(host, '/session', {}, 'POST'),
      await status(host, '/session', { origin: 'http://evil.example' }, 'POST'),
      await status(host, '/session', { origin: own }, 'POST'),
    ]).toEqual([403, 403, 400])
  })

  test('an upgrade without a proof is refused, whatever cookie it carries', async () => {
    const host = await start()
    const browser = await enter(host.port, host.link)
    const { origin } = browser
    const cookie = `creonow_0123456789ab=${browser.kept?.session}`
    const [used = ''] = browser.sent.filter((sent) => sent.startsWith('?'))
    expect([
      await upgradeStatus(host.port, { origin }),
      await upgradeStatus(host.port, { origin, cookie }),
      await upgradeStatus(host.port, { origin }, '/ipc?challenge=&proof='),
      await upgradeStatus(host.port, { origin }, '/ipc?challenge=a&challenge=b&proof=c'),
      await upgradeStatus(host.port, { origin }, `/ipc${used}`),
      await upgradeStatus(host.port, {}),
      await upgradeStatus(host.port, { origin: 'http://evil.example' }),
      await upgradeStatus(host.port, { origin: 'http://evil.example', host: 'evil.example' }),
    ]).toEqual([401, 401, 401, 401, 401, 403, 403, 403])
  })
})

describe('in the answers of the web host,', () => {
  const headersOf = (answer: Answer, names: string[]) => names.map((name) => answer.headers[name])

  test('index.html carries the nonce of its own header, a new one each time, and is never stored', async () => {
    const host = await start()
    const [one, two] = [await get(host.port, '/'), await get(host.port, '/index.html')]
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? ''
    expect(one.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(two.body).not.toContain(nonce)
    expect(
      headersOf(one, [
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'cache-control',
      ]),
    ).toEqual(['nosniff', 'no-referrer', 'same-origin', 'no-store'])
  })

  test('hashed assets are served with their type, kept, and under the same policy', async () => {
    const host = await start()
    const answer = await get(host.port, '/assets/a.js')
    expect([answer.status, answer.body]).toEqual([200, 'export const 章 = 1\n'])
    expect(headersOf(answer, ['content-type', 'cache-control', 'x-content-type-options'])).toEqual([
      'application/javascript; charset=utf-8',
      'private, max-age=31536000, immutable',
      'nosniff',
    ])
  })

  test('nothing outside the renderer folder comes out, by dots, encoding or a symbolic link', async () => {
    await symlink(join(folder.path, 'secret.txt'), join(folder.path, 'renderer', 'assets', 'link.txt'))
    await symlink(folder.path, join(folder.path, 'renderer', 'up'))
    const host = await start()
    const paths = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
      '/assets/link.txt',
      '/up/secret.txt',
      '/assets',
      '/assets/a.js%00.txt',
      '/%zz',
    ]
    for (const path of paths) {
      const answer = await get(host.port, path)
      expect([path, [400, 404].includes(answer.status), answer.body.includes('not for pages')]).toEqual([
        path,
        true,
        false,
      ])
    }
  })

  test('a renderer that was never built is reported', async () => {
    const host = await start({ rendererFolder: join(folder.path, 'missing') })
    const answer = await get(host.port, '/')
    expect([answer.status, answer.body.includes('The interface is not built yet')]).toEqual([503, true])
  })
})

describe('among the ports of the web host,', () => {
  test('a port asked for and taken fails with its number and what to do', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      }),
    )
    expect(await start({ port }).catch(toPayload)).toEqual({
      code: 'PORT_IN_USE',
      message: `端口 ${port} 已被别的程序占用，请关掉它，或换一个端口（--port 0 自动选空闲的）。`,
      details: { port },
    })
    await new Promise((resolve) => taken.close(resolve))
  })

  test('the second host takes a free port when none is requested, and says so', async () => {
    const first = await start({ port: undefined })
    const second = await start({ port: undefined })
    expect([second.onPreferredPort, second.port === first.port]).toEqual([false, false])
  })
})
