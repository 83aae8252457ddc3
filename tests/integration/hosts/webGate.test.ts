import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebHost, type WebHost, type WebHostOptions } from '../../../main/src/hosts/web/webHost.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createHostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'
import { type Answer, cookieOf, enter, get, upgradeStatus } from './webClient.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const hosts: WebHost[] = []

async function start(options: Partial<WebHostOptions> & { data?: string } = {}): Promise<WebHost> {
  const { data = 'data', ...rest } = options
  const host = await startWebHost({
    app: createHostedTestApp({ dataFolder: join(folder.path, data) }),
    rendererFolder: join(folder.path, 'renderer'),
    logger: silentLogger,
    port: 0,
    ...rest,
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

const tokenPath = (link: string) => link.slice(link.indexOf('/open'))

describe('the one-time link', () => {
  test('admits one browser, once; a second visit with the same token is refused', async () => {
    const host = await start()
    const first = await get(host.port, tokenPath(host.link))
    const second = await get(host.port, tokenPath(host.link))
    expect([first.status, first.headers.location, second.status]).toEqual([303, '/', 401])
    expect(second.body).toContain('请打开终端里 npm start 打印的那个链接')
    expect((await get(host.port, '/', { cookie: cookieOf(first) })).status).toBe(200)
  })

  test('sets a strict, script-proof cookie named per instance', async () => {
    const host = await start()
    const { headers } = await get(host.port, tokenPath(host.link))
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^creonow_[0-9a-f]{12}=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  test('a new link works for another browser, and HEAD does not use it up', async () => {
    const host = await start()
    const link = tokenPath(host.issueLink())
    expect((await get(host.port, link, {}, 'HEAD')).status).not.toBe(303)
    expect((await get(host.port, link)).status).toBe(303)
  })

  test('followed from another site it answers with a page of our own, or the strict cookie would be lost', async () => {
    const host = await start()
    const answer = await get(host.port, tokenPath(host.link), { 'sec-fetch-site': 'cross-site' })
    expect([answer.status, cookieOf(answer) !== '']).toEqual([200, true])
    expect(answer.body).toContain('http-equiv="refresh" content="0;url=/"')
  })

  test('opened again in an admitted browser it leads home and uses nothing up', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    expect((await get(host.port, tokenPath(host.link), { cookie })).status).toBe(303)
  })
})

describe('who is turned away', () => {
  const status = async (host: WebHost, path: string, headers: Record<string, string>) =>
    (await get(host.port, path, headers)).status

  test('no cookie, a forged one, an unsigned one', async () => {
    const host = await start()
    const name = (await enter(host.port, host.link)).split('=', 1)[0]
    expect([
      await status(host, '/', {}),
      await status(host, '/assets/a.js', {}),
      await status(host, '/nowhere', {}),
      await status(host, '/', { cookie: `${name}=1-abc.c2lnbmF0dXJl` }),
      await status(host, '/', { cookie: `${name}=1-abc` }),
      await status(host, '/open', {}),
      await status(host, '/open?token=', {}),
      await status(host, '/open?token=a&token=b', {}),
    ]).toEqual([401, 401, 401, 401, 401, 401, 401, 401])
  })

  test('DNS rebinding: a foreign host name is refused before anything else, cookie or not', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    const names = [
      'evil.example',
      `127.0.0.1.evil.example:${host.port}`,
      '[::2]',
      '0.0.0.0',
      'localhost.',
      'user@localhost',
    ]
    const answers: number[] = []
    for (const name of names) answers.push(await status(host, '/', { cookie, host: name }))
    expect(answers).toEqual(names.map(() => 403))
  })

  test('localhost, 127.0.0.1 and [::1] are served on any port, so a forwarded one works', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    const names = ['localhost:9999', 'LOCALHOST', '127.0.0.1:1', '[::1]:8080']
    const answers: number[] = []
    for (const name of names) answers.push(await status(host, '/', { cookie, host: name }))
    expect(answers).toEqual([200, 200, 200, 200])
  })

  test('a page of another origin is refused, also one on another local port', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    const own = `http://127.0.0.1:${host.port}`
    const origins = [
      own,
      'http://evil.example',
      'http://127.0.0.1:1',
      `https://127.0.0.1:${host.port}`,
      'null',
    ]
    const answers: number[] = []
    for (const origin of origins) answers.push(await status(host, '/', { cookie, origin }))
    expect(answers).toEqual([200, 403, 403, 403, 403])
  })

  test('an upgrade needs Host, Origin and cookie, and only /ipc has one', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    const origin = `http://127.0.0.1:${host.port}`
    expect([
      await upgradeStatus(host.port, { cookie, origin }),
      await upgradeStatus(host.port, { cookie }),
      await upgradeStatus(host.port, { cookie, origin: 'http://evil.example' }),
      await upgradeStatus(host.port, { cookie, origin: 'http://evil.example', host: 'evil.example' }),
      await upgradeStatus(host.port, { origin }),
    ]).toEqual([101, 403, 403, 403, 401])
  })

  test('a cookie of another instance is worthless here, even under our name', async () => {
    const [one, other] = [await start({ data: 'one' }), await start({ data: 'other' })]
    const foreign = await enter(other.port, other.link)
    const own = await enter(one.port, one.link)
    const renamed = `${own.split('=', 1)[0]}=${foreign.slice(foreign.indexOf('=') + 1)}`
    expect([
      await status(one, '/', { cookie: foreign }),
      await status(one, '/', { cookie: renamed }),
    ]).toEqual([401, 401])
  })

  test('a cookie older than a month no longer opens anything', async () => {
    const time = { nowMs: 1_800_000_000_000 }
    const host = await start({ clock: { now: () => time.nowMs, monotonic: () => 0 } })
    const cookie = await enter(host.port, host.link)
    const before = await status(host, '/', { cookie })
    time.nowMs += 31 * 24 * 3600 * 1000
    expect([before, await status(host, '/', { cookie })]).toEqual([200, 401])
  })
})

describe('after a restart', () => {
  test('an open page is still admitted, and the key is for this user alone', async () => {
    const first = await start()
    const cookie = await enter(first.port, first.link)
    await first.dispose()
    const second = await start()
    expect((await get(second.port, '/', { cookie })).status).toBe(200)
    const file = join(folder.path, 'data', 'session.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('a damaged key is replaced instead of signing with an empty secret', async () => {
    await mkdir(join(folder.path, 'data'))
    await writeFile(join(folder.path, 'data', 'session.key'), '')
    await start()
    expect(await readFile(join(folder.path, 'data', 'session.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  test('two hosts starting at once share one key', async () => {
    const [one, two] = await Promise.all([start(), start()])
    const cookie = await enter(one.port, one.link)
    expect((await get(two.port, '/', { cookie })).status).toBe(200)
  })
})

describe('the renderer', () => {
  const headersOf = (answer: Answer, names: string[]) => names.map((name) => answer.headers[name])

  test('index.html carries the nonce of its own header, a new one each time, and is never stored', async () => {
    const host = await start()
    const cookie = await enter(host.port, host.link)
    const [one, two] = [
      await get(host.port, '/', { cookie }),
      await get(host.port, '/index.html', { cookie }),
    ]
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
    const cookie = await enter(host.port, host.link)
    const answer = await get(host.port, '/assets/a.js', { cookie })
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
    const cookie = await enter(host.port, host.link)
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
      const answer = await get(host.port, path, { cookie })
      expect([path, [400, 404].includes(answer.status), answer.body.includes('not for pages')]).toEqual([
        path,
        true,
        false,
      ])
    }
  })

  test('a renderer that was never built is said so', async () => {
    const host = await start({ rendererFolder: join(folder.path, 'missing') })
    const answer = await get(host.port, '/', { cookie: await enter(host.port, host.link) })
    expect([answer.status, answer.body.includes('界面还没有构建')]).toEqual([503, true])
  })
})

describe('ports', () => {
  test('a port asked for and taken fails with its number and what to do', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      }),
    )
    await expect(start({ port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `端口 ${port} 已被别的程序占用，请关掉它，或换一个端口（--port 0 自动选空闲的）。`,
      data: { port },
    })
    await new Promise((resolve) => taken.close(resolve))
  })

  test('without a wish, the second host takes a free port and says so', async () => {
    const first = await start({ port: undefined })
    const second = await start({ port: undefined })
    expect([second.onPreferredPort, second.port === first.port]).toEqual([false, false])
  })
})
