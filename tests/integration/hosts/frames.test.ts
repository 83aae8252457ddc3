import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { contract } from '../../../main/src/contract/index.ts'
import { startWebHost, type WebHost } from '../../../main/src/hosts/web/webHost.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createIpc } from '../../../renderer/src/ipc/client.ts'
import { createSocketTransport } from '../../../renderer/src/ipc/socket.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'
import { createHostedTestApp, type HostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'
import { startPlantedRpc } from '../../support/rpcProcess.ts'
import { type Browser, enter, openPage } from './webClient.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let app: HostedTestApp
let host: WebHost
let browser: Browser
let place: Workplace
let chapter: string

beforeAll(async () => {
  folder = await temporaryFolder()
  app = createHostedTestApp({ dataFolder: folder.path })
  const rendererFolder = join(folder.path, 'renderer')
  host = await startWebHost({ app, rendererFolder, logger: silentLogger, port: 0 })
  browser = await enter(host.port, host.link)
  place = await workplace()
  const names = await readdir(join(place.project, 'manuscript'))
  chapter = `manuscript/${names.toSorted()[2]}`
})
afterAll(async () => {
  await host.dispose()
  await Promise.all([folder.remove(), place.remove()])
})

/** The page's own client, over a real socket; only the origin is put in by hand. */
function pageClient() {
  const headers = { origin: browser.origin }
  return createSocketTransport({
    url: `ws://127.0.0.1:${host.port}/ipc`,
    authenticator: browser.door(),
    // `ws` has every part of a browser's socket that the client uses.
    open: (url) => new WebSocket(url, { headers }) as unknown as globalThis.WebSocket,
  })
}

/** Texts that are no request, or one that nothing answers with success; none has an id in use. */
const junk = (count: number) =>
  fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({ id: fc.jsonValue(), channel: fc.oneof(fc.string(), fc.jsonValue()), input: fc.jsonValue() })
        .map((frame) => JSON.stringify(frame)),
      fc.nat(100_000).map((depth) => `{"id":"d","channel":"test:echo","input":${'['.repeat(depth)}`),
      fc
        .nat(100_000)
        .map(
          (depth) =>
            `{"id":"e","channel":"test:echo","input":{"text":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
        ),
    ),
    { numRuns: count, seed: 20261122 },
  )

test('an aborted call of the page ends with CANCELLED in the host, and the others go on', async () => {
  const transport = pageClient()
  const ipc = createIpc(transport)
  const abort = new AbortController()
  const wait = { channel: 'test:wait' } as const
  const one = transport.invoke(wait.channel, { key: 'one' }, { signal: abort.signal })
  const two = transport.invoke(wait.channel, { key: 'two' })
  await vi.waitUntil(() => app.waiting.has('one') && app.waiting.has('two'))
  const finished = app.finished
  abort.abort()
  expect(await one).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  app.release('two')
  expect(await two).toEqual({ ok: true, data: {} })
  expect(app.finished - finished).toBe(1)
  expect(await ipc.invoke('projects:list', {}, { signal: abort.signal })).toMatchObject({
    ok: false,
    error: { code: 'CANCELLED' },
  })
})

test('300 junk frames on one socket get 300 coded answers, and the page goes on', async () => {
  const page = await openPage(host.port, browser)
  for (const frame of junk(300)) {
    page.sendRaw(frame)
    expect(await page.next()).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^[A-Z_]+$/) },
    })
  }
  page.send({ id: 'still', channel: 'test:echo', input: { text: '还在' } })
  expect(await page.next()).toEqual({ id: 'still', ok: true, data: { text: '还在' } })
  await page.close()
})

test('300 junk lines into rpc get 300 coded answers, and the process ends with 0', async () => {
  const lines = junk(300)
    .map((line) => line.replaceAll(/[\n\r]/g, ' '))
    .filter((line) => line.trim() !== '')
  const { code, stdout } = await creonow(['rpc'], place.dataFolder, lines.join('\n'))
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([code, answers.length]).toEqual([0, lines.length])
  expect(answers.filter(({ ok, error }) => ok !== false || !/^[A-Z_]+$/.test(error.code))).toEqual([])
})

test('every field of every channel, 20,000 levels deep, is a coded answer of rpc and no end of it', async () => {
  const deep = `${'{"a":['.repeat(10_000)}${']}'.repeat(10_000)}`
  const lines = Object.entries(contract).flatMap(([channel, { input }]) =>
    Object.keys(input.shape).map((key) => {
      const project = key === 'projectId' ? '' : '"projectId":"sample-wugang",'
      return `{"id":"${channel} ${key}","channel":"${channel}","input":{${project}"${key}":${deep}}}`
    }),
  )
  const { code, stdout } = await creonow(
    ['rpc', '--project', place.project],
    place.dataFolder,
    lines.join('\n'),
  )
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([code, answers.length]).toEqual([0, lines.length])
  expect(answers.length).toBeGreaterThan(150)
  expect(answers.filter(({ ok, error }) => ok !== false || error.code === 'INTERNAL')).toEqual([])
})

test('rpc prints the events of a run between the lines, and ends after the last of them', async () => {
  const run = {
    ...{ id: 2, channel: 'ai:run' },
    input: {
      ...{ projectId: 'sample-wugang', documentId: chapter, cursorPosition: 100 },
      ...{ skillId: 'continue', modelId: 'fake' },
    },
  }
  const rebuild = { id: 3, channel: 'retrieval:rebuild', input: { projectId: 'sample-wugang' } }
  const input = [run, rebuild].map((line) => JSON.stringify(line)).join('\n')
  const { stdout } = await creonow(['rpc', '--project', place.project], place.dataFolder, input)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const runId = lines.find(({ id }) => id === 2).data.runId
  const ofRun = lines.filter(({ event }) => event === 'run')
  expect(ofRun.every((line) => line.runId === runId && line.payload.runId === runId)).toBe(true)
  expect([ofRun[0].payload.type, ofRun.at(-1).payload.type]).toEqual(['started', 'done'])
  expect(lines.filter(({ event }) => event === 'job').at(-1)).toMatchObject({ payload: { state: 'done' } })
})

test('{"cancel": id} in rpc ends a request that waits for a source', async () => {
  const rpc = await startPlantedRpc(place.dataFolder, place.project, ['rag-gate'])
  const input = {
    ...{ projectId: rpc.projectId, documentId: chapter, cursorPosition: 100, skillId: 'continue' },
  }
  rpc.send({ id: 'slow', channel: 'context:assemble', input }, { cancel: 'nobody' }, { cancel: 'slow' })
  expect(await rpc.answer('slow')).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  expect((await rpc.end()).code).toBe(0)
})
