import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { beginStream, endStream, sendDelta } from './chatServer.ts'

/** The one key that the vendor takes. */
export const canaryKey = 'sk-canary-7f3a9b2c5d8e1f40'

export interface Served {
  /** Without a path. */
  readonly address: string
  readonly close: () => Promise<void>
}

/** A service as vendors run them: `/v1/chat/completions`, a key, one model `m`; anything else is a page. */
export async function startVendor(answer?: (response: ServerResponse) => void): Promise<Served> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const refuse = (status: number, message: string) => json(status, { error: { message } })(response)
    if (answer) return answer(response)
    if (request.url !== '/v1/chat/completions')
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>')
    const { authorization } = request.headers
    if (authorization === undefined) return refuse(401, 'You didn’t provide an API key')
    if (authorization !== `Bearer ${canaryKey}`) return refuse(401, `Incorrect API key: ${canaryKey}`)
    if (JSON.parse(body).model !== 'm') return refuse(404, 'The model does not exist')
    beginStream(response)
    sendDelta(response, '好', 'stop')
    endStream(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const json = (status: number, value: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const page = (response: ServerResponse) => void response.writeHead(502).end('<html>squid</html>')
const whole = json(200, { choices: [{ message: { role: 'assistant', content: '好' } }] })

async function startTlsRefusing(): Promise<Served> {
  const server = createTlsServer({})
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** A service as an author has set it up. */
interface SetUp {
  readonly baseUrl: string
  readonly model?: string
  readonly key?: string
  readonly close: () => Promise<void>
}

export interface BrokenSetUp {
  readonly name: string
  readonly start: () => Promise<SetUp>
  readonly code: string
  /** What the sentence has to say, in both languages of the page. */
  readonly zh: RegExp
  readonly en: RegExp
}

async function setUp(served: Promise<Served>, path = '/v1', own: Partial<SetUp> = { key: canaryKey }) {
  const { address, close } = await served
  return { baseUrl: `${address}${path}`, close, ...own }
}

/** Ten ways in which a service does not answer; the one that never answers is the last. */
export const brokenSetUps: readonly BrokenSetUp[] = [
  {
    ...{ name: 'no /v1', code: 'AI_ADDRESS_WRONG', zh: /以 \/v1 结尾/, en: /ends in \/v1/ },
    start: () => setUp(startVendor(), ''),
  },
  {
    ...{ name: 'a wrong key', code: 'AI_KEY_REFUSED', zh: /不接受这把密钥/, en: /does not accept this key/ },
    start: () => setUp(startVendor(), '/v1', { key: 'sk-wrong' }),
  },
  {
    ...{ name: 'no key', code: 'AI_KEY_MISSING', zh: /还没有填/, en: /wants a key, and none is stored/ },
    start: () => setUp(startVendor(), '/v1', {}),
  },
  {
    ...{ name: 'no balance', code: 'AI_BALANCE', zh: /余额/, en: /balance or quota is used up/ },
    start: () => setUp(startVendor(json(402, { error: { message: 'Insufficient Balance' } }))),
  },
  {
    ...{ name: 'a wrong model', code: 'AI_MODEL_NOT_FOUND', zh: /没有 x/, en: /no model x/ },
    start: () => setUp(startVendor(), '/v1', { key: canaryKey, model: 'x' }),
  },
  {
    ...{ name: 'the page of a proxy', code: 'AI_PROXY', zh: /代理或网关/, en: /proxy/ },
    start: () => setUp(startVendor(page)),
  },
  {
    ...{
      name: 'no network',
      code: 'AI_OFFLINE',
      zh: /找不到 nobody\.invalid/,
      en: /nobody\.invalid was not found/,
    },
    start: async () => ({
      ...{ baseUrl: 'https://nobody.invalid/v1', key: canaryKey },
      close: async () => undefined,
    }),
  },
  {
    ...{ name: 'TLS refused', code: 'AI_TLS', zh: /加密连接/, en: /encrypted connection/ },
    start: () => setUp(startTlsRefusing()),
  },
  {
    ...{ name: 'no streaming', code: 'AI_NO_STREAMING', zh: /流式/, en: /stream/ },
    start: () => setUp(startVendor(whole)),
  },
  {
    ...{ name: 'no answer', code: 'AI_PROVIDER_TIMEOUT', zh: /太久没有回应/, en: /did not answer|too long/ },
    start: () => setUp(startVendor(() => undefined)),
  },
]
