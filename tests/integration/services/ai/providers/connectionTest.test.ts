import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../support/app.ts'
import { beginStream, endStream, sendDelta, startChatServer } from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'

const key = 'sk-canary-7f3a9b2c5d8e1f40'
const waiting = { headersMs: 20_000 }
let novel: TestApp
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  novel = await startNovel({ 'manuscript/001.md': '林远上了岸。' }, [], { waiting })
})
afterAll(() => novel.remove())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A service as vendors run them: `/v1/chat/completions`, a key, one model; anything else is a page. */
async function vendor(answer?: (response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const refuse = (status: number, message: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message } }))
    if (answer) return answer(response)
    if (request.url !== '/v1/chat/completions')
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>')
    if (request.headers.authorization === undefined) return refuse(401, 'You didn’t provide an API key')
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, `Incorrect API key: ${key}`)
    if (JSON.parse(body).model !== 'm') return refuse(404, 'The model does not exist')
    beginStream(response)
    sendDelta(response, '好', 'stop')
    endStream(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = (status: number, value: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const page = (response: ServerResponse) => void response.writeHead(502).end('<html>squid</html>')
const whole = json(200, { choices: [{ message: { role: 'assistant', content: '好' } }] })

async function tlsRefusing(): Promise<string> {
  const server = createTlsServer({})
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => void server.close(() => resolve())))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('of a service that works says so, with the key in the form', async () => {
  const baseUrl = `${await vendor()}/v1`
  expect(await novel.invoke('ai:test', { baseUrl, model: 'm', key })).toEqual({ ok: true })
})

interface SetUp {
  readonly baseUrl: string
  readonly model?: string
  readonly key?: string
}
const setUps: readonly [string, () => Promise<SetUp>, string, RegExp][] = [
  ['no /v1', async () => ({ baseUrl: await vendor(), key }), 'AI_ADDRESS_WRONG', /\/v1/],
  [
    'a wrong key',
    async () => ({ baseUrl: `${await vendor()}/v1`, key: 'sk-wrong' }),
    'AI_KEY_REFUSED',
    /不接受这把密钥/,
  ],
  ['no key', async () => ({ baseUrl: `${await vendor()}/v1` }), 'AI_KEY_MISSING', /还没有填/],
  [
    'no balance',
    async () => ({ baseUrl: await vendor(json(402, { error: { message: 'Insufficient Balance' } })), key }),
    'AI_BALANCE',
    /余额/,
  ],
  [
    'a wrong model',
    async () => ({ baseUrl: `${await vendor()}/v1`, key, model: 'x' }),
    'AI_MODEL_NOT_FOUND',
    /没有 x/,
  ],
  ['the page of a proxy', async () => ({ baseUrl: await vendor(page), key }), 'AI_PROXY', /代理/],
  [
    'no network',
    async () => ({ baseUrl: 'https://nobody.invalid/v1', key }),
    'AI_OFFLINE',
    /nobody\.invalid/,
  ],
  ['no answer', async () => ({ baseUrl: await vendor(() => undefined), key }), 'AI_PROVIDER_TIMEOUT', /太久/],
  ['TLS refused', async () => ({ baseUrl: await tlsRefusing(), key }), 'AI_TLS', /加密连接/],
  ['no streaming', async () => ({ baseUrl: await vendor(whole), key }), 'AI_NO_STREAMING', /流式/],
]

test.each(setUps)(
  'of a set-up with %s says what is wrong, without the key',
  async (_, setUp, code, sentence) => {
    waiting.headersMs = code === 'AI_PROVIDER_TIMEOUT' ? 200 : 20_000
    const answer = await novel.invoke('ai:test', { model: 'm', ...(await setUp()) })
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(sentence) } })
    expect(JSON.stringify(answer)).not.toContain(key)
  },
)

test('of a model that only thinks is a success: it was reached', async () => {
  const server = await startChatServer((response) => {
    beginStream(response)
    sendDelta(response, '', 'length')
    endStream(response)
  })
  closing.push(server.close)
  expect(await novel.invoke('ai:test', { baseUrl: server.baseUrl, model: 'm' })).toEqual({ ok: true })
})
