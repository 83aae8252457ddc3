import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxFrameBytes } from '../../../main/src/contract/frames.ts'
import { maxInFlight } from '../../../main/src/hosts/callsUnderWay.ts'
import { startWebHost, type WebHost } from '../../../main/src/hosts/web/webHost.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createHostedTestApp, type HostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'
import { strangeTexts } from '../../support/strangeText.ts'
import { type Browser, enter, openPage, type Page } from './webClient.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let app: HostedTestApp
let host: WebHost
let browser: Browser
const pages: Page[] = []

async function open(): Promise<Page> {
  const page = await openPage(host.port, browser)
  pages.push(page)
  return page
}

const malformed = (id: unknown) => ({
  id,
  ok: false,
  error: { code: 'INVALID_ARGUMENT', message: '收到的消息不合规。', details: { why: 'frame' } },
})

beforeEach(async () => {
  folder = await temporaryFolder()
  app = createHostedTestApp({ dataFolder: folder.path })
  host = await startWebHost({
    app,
    rendererFolder: join(folder.path, 'renderer'),
    logger: silentLogger,
    port: 0,
  })
  browser = await enter(host.port, host.link)
})

afterEach(async () => {
  for (const key of app.waiting) app.release(key)
  for (const page of pages.splice(0)) page.socket.terminate()
  await host.dispose()
  await folder.remove()
})

test('answers carry the id and the envelope of the router, errors included', async () => {
  const page = await open()
  page.send({ id: 'a', channel: 'test:echo', input: { text: '林远山' } })
  page.send({ id: 2, channel: 'test:fail', input: {} })
  page.send({ id: 3, channel: 'test:nothing', input: {} })
  page.send({ id: 4, channel: 'test:echo' })
  const answers = [await page.next(), await page.next(), await page.next(), await page.next()]
  expect(answers.sort((a, b) => String(Object(a).id).localeCompare(String(Object(b).id)))).toEqual([
    {
      id: 2,
      ok: false,
      error: {
        code: 'CONFLICT',
        message: '它刚刚在别处改过，没有覆盖。请看过再改。',
        details: { hash: 'abc' },
      },
    },
    { id: 3, ok: false, error: { code: 'UNKNOWN_CHANNEL', message: '没有这个通道。' } },
    { id: 4, ok: false, error: expect.objectContaining({ code: 'INVALID_ARGUMENT' }) },
    { id: 'a', ok: true, data: { text: '林远山' } },
  ])
})

test('strange text crosses the socket unit by unit', async () => {
  const page = await open()
  for (const [index, { text }] of strangeTexts.entries()) {
    page.send({ id: index, channel: 'test:echo', input: { text } })
    expect(await page.next()).toEqual({ id: index, ok: true, data: { text } })
  }
})

test('junk gets a coded error each, keeps the connection and runs no handler', async () => {
  const page = await open()
  const junk: [string | Buffer, unknown][] = [
    ['', null],
    ['{', null],
    ['null', null],
    ['[]', null],
    ['"test:echo"', null],
    ['{"id":"a"}', 'a'],
    ['{"id":"b","channel":"test:echo","input":{},"session":"root"}', 'b'],
    ['{"id":"c","channel":7,"input":{}}', 'c'],
    ['{"id":1.5,"channel":"test:echo","input":{}}', null],
    ['{"id":"","channel":"test:echo","input":{}}', null],
    [`{"id":"${'x'.repeat(129)}","channel":"test:echo","input":{}}`, null],
    ['{"cancel":null}', null],
    ['{"__proto__":{"id":"z"}}', null],
    [Buffer.from('{"id":"d","channel":"test:echo","input":{"text":"x"}}'), null],
  ]
  for (const [frame, id] of junk) {
    page.sendRaw(frame)
    expect(await page.next()).toEqual(malformed(id))
  }
  page.send({ id: 'still', channel: 'test:echo', input: { text: 'here' } })
  expect(await page.next()).toEqual({ id: 'still', ok: true, data: { text: 'here' } })
})

test('a frame with too much in it is refused before it is parsed, with the id that it names', {
  tags: ['whole'],
}, async () => {
  const page = await open()
  const head = '{"id":"bomb","channel":"test:echo","input":'
  const bombs: readonly (readonly [string, string | number | null, string])[] = [
    ['['.repeat(200_000), null, 'frameValues'],
    [`${head}${'['.repeat(200_000)}`, 'bomb', 'frameValues'],
    [`${head}[${'[],'.repeat(200_000)}[]]}`, 'bomb', 'frameValues'],
    [`${head}{"text":"${'雾'.repeat(2_000_000)}"}}`, 'bomb', 'frameLarge'],
    ['['.repeat(100_000_000), null, 'frameLarge'],
    [`{"id":7,"channel":"documents:save","input":{"text":"${'\\"'.repeat(50_000_000)}"}}`, 7, 'frameLarge'],
    [`{"channel":"documents:save","id":7,"input":${'[],'.repeat(20_000_000)}`, 7, 'frameValues'],
    [`{"id":7,"channel":"documents:save","input":${'1'.repeat(60_000_000)}`, 7, 'frameValues'],
  ]
  for (const [bomb, id, why] of bombs) {
    page.sendRaw(bomb)
    expect(await page.next()).toMatchObject({
      id,
      ok: false,
      error: { code: 'INVALID_ARGUMENT', details: { why } },
    })
  }
  page.send({ id: 'still', channel: 'test:echo', input: { text: 'here' } })
  expect(await page.next()).toEqual({ id: 'still', ok: true, data: { text: 'here' } })
})

test('a frame above the limit closes the connection instead of filling the memory', {
  tags: ['whole'],
}, async () => {
  const page = await open()
  const closed = new Promise((resolve) => page.socket.on('close', resolve))
  page.socket.on('error', () => undefined)
  page.sendRaw(Buffer.alloc(maxFrameBytes + 1, 0x20))
  expect(await closed).toBe(1009)
})

test('each page has a session of its own: projects opened in one are closed to the other', async () => {
  const [one, two] = [await open(), await open()]
  one.send({ id: 1, channel: 'test:open', input: { projectId: 'p1' } })
  await one.next()
  one.send({ id: 2, channel: 'test:touch', input: { projectId: 'p1' } })
  two.send({ id: 3, channel: 'test:touch', input: { projectId: 'p1' } })
  expect(await one.next()).toEqual({ id: 2, ok: true, data: {} })
  expect(await two.next()).toMatchObject({ id: 3, ok: false, error: { code: 'CONTEXT_SCOPE_VIOLATION' } })
})

test('developer mode is read at the time of the request, not when the page opened', async () => {
  const page = await open()
  page.send({ id: 1, channel: 'test:whoami', input: {} })
  app.developerMode = true
  const before = await page.next()
  page.send({ id: 2, channel: 'test:whoami', input: {} })
  const after = await page.next()
  expect([before, after]).toMatchObject([{ data: { opened: [] } }, { data: { mayInspect: true } }])
})

test('cancel ends one request with CANCELLED and leaves the others', async () => {
  const page = await open()
  page.send({ id: 'one', channel: 'test:wait', input: { key: 'one' } })
  page.send({ id: 'two', channel: 'test:wait', input: { key: 'two' } })
  await vi.waitUntil(() => app.waiting.size === 2)
  page.send({ cancel: 'unknown' })
  page.send({ cancel: 'one' })
  expect(await page.next()).toMatchObject({ id: 'one', ok: false, error: { code: 'CANCELLED' } })
  app.release('two')
  expect(await page.next()).toEqual({ id: 'two', ok: true, data: {} })
})

test('an id in use is refused, and free again afterwards', async () => {
  const page = await open()
  page.send({ id: 'x', channel: 'test:wait', input: { key: 'x' } })
  await vi.waitUntil(() => app.waiting.has('x'))
  page.send({ id: 'x', channel: 'test:echo', input: { text: '二' } })
  expect(await page.next()).toMatchObject({ id: 'x', ok: false, error: { code: 'INVALID_ARGUMENT' } })
  app.release('x')
  expect(await page.next()).toEqual({ id: 'x', ok: true, data: {} })
  page.send({ id: 'x', channel: 'test:echo', input: { text: '三' } })
  expect(await page.next()).toEqual({ id: 'x', ok: true, data: { text: '三' } })
})

test('requests above the bound are refused one by one; slots return', async () => {
  const page = await open()
  for (let n = 0; n < maxInFlight; n++) page.send({ id: n, channel: 'test:wait', input: { key: `k${n}` } })
  await vi.waitUntil(() => app.waiting.size === maxInFlight)
  page.send({ id: 'over', channel: 'test:echo', input: { text: '' } })
  expect(await page.next()).toMatchObject({ id: 'over', ok: false, error: { code: 'CONTEXT_BACKPRESSURE' } })
  app.release('k0')
  expect(await page.next()).toEqual({ id: 0, ok: true, data: {} })
  page.send({ id: 'again', channel: 'test:echo', input: { text: '' } })
  expect(await page.next()).toEqual({ id: 'again', ok: true, data: { text: '' } })
})

test('events reach the page that caused them, those of a run with its id next to the payload', async () => {
  const [page, other] = [await open(), await open()]
  page.send({ id: 1, channel: 'test:announce', input: {} })
  expect([await page.next(), await page.next(), await page.next()]).toEqual([
    { event: 'run', runId: 'run-1', payload: { type: 'text', runId: 'run-1', delta: '雨还在下。' } },
    {
      event: 'changed',
      payload: { projectId: 'p1', paths: ['manuscript/001-起.md'], origin: 'outside' },
    },
    { id: 1, ok: true, data: {} },
  ])
  other.send({ id: 2, channel: 'test:echo', input: { text: 'nothing before me' } })
  expect(await other.next()).toEqual({ id: 2, ok: true, data: { text: 'nothing before me' } })
})

test('a save sent by a closing page runs to its end', async () => {
  const page = await open()
  page.send({ id: 1, channel: 'test:wait', input: { key: 'save' } })
  await vi.waitUntil(() => app.waiting.has('save'))
  await page.close()
  app.release('save')
  await vi.waitUntil(() => app.finished === 1)
})

test('dispose waits for requests under way before it cuts the connection', async () => {
  const page = await open()
  page.send({ id: 1, channel: 'test:wait', input: { key: 'save' } })
  await vi.waitUntil(() => app.waiting.has('save'))
  const disposed = host.dispose()
  app.release('save')
  expect(await page.next()).toEqual({ id: 1, ok: true, data: {} })
  await disposed
})
