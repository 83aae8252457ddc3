import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { beginStream, endStream } from '../../../../support/chatServer.ts'
import { failingProviders, frame, good, noon, openAi, says } from './failingProvider.ts'

const { against, serve, testThatNothingLeaked, waiting, waits } = failingProviders()

describe('a connection that is not made', () => {
  test('to a port where nothing listens says so', async () => {
    const closed = createServer().listen(0)
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { last } = await against(good, { baseUrl: `http://127.0.0.1:${port}/v1` })
    expect(last).toMatchObject({
      error: { code: 'AI_ADDRESS_REFUSED', details: { host: `127.0.0.1:${port}` } },
    })
  })

  test('to a name that nobody has says that it was not found', async () => {
    const { last } = await against(good, { baseUrl: 'http://nobody.invalid/v1' })
    expect(last).toMatchObject({ error: { code: 'AI_OFFLINE', details: { host: 'nobody.invalid' } } })
  })

  test('by TLS where plain HTTP is spoken says so', async () => {
    const server = await serve(good)
    const { last } = await against(good, { baseUrl: server.baseUrl.replace('http:', 'https:') })
    expect(last).toMatchObject({ error: { code: 'AI_TLS' } })
  })

  test('before the headers is tried three times', async () => {
    const { last, requests } = await against((response) => void response.socket?.destroy())
    expect([last, requests.length]).toMatchObject([{ error: { code: 'AI_UNREACHABLE' } }, 3])
  })

  test('in time ends with a time-out', async () => {
    waiting.headersMs = 1000
    const { last, requests } = await against(() => undefined)
    expect([last, requests.length]).toMatchObject([{ error: { code: 'AI_PROVIDER_TIMEOUT' } }, 1])
  })
})

describe('a busy provider', () => {
  const later = new Date(noon + 40_000).toUTCString()
  test.each<[string, number, Record<string, string>, number]>([
    ['429 with seconds', 429, { 'retry-after': '1' }, 1000],
    ['429 with no time at all', 429, { 'retry-after': '0' }, 1000],
    ['409', 409, {}, 1000],
    ['429 with a date', 429, { 'retry-after': later }, 40_000],
    ['429 with milliseconds', 429, { 'retry-after-ms': '120' }, 120],
    ['503 with five minutes', 503, { 'retry-after': '300' }, 300_000],
    ['529', 529, {}, 1000],
    ['500', 500, {}, 1000],
  ])('is waited for as long as it says, with a notice: %s', async (_, status, headers, waitMs) => {
    const { events, last, requests } = await against((response, n) =>
      n === 1 ? says(status, openAi('busy'), headers)(response, n) : good(response, n),
    )
    const code = status === 500 ? 'AI_PROVIDER_ERROR' : 'AI_BUSY'
    const runId = expect.any(String)
    expect(events.filter(({ type }) => type === 'retrying')).toEqual([
      { type: 'retrying', runId, code, waitMs, attempt: 2, attempts: 3 },
    ])
    expect([last, requests.length, waits]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2, [waitMs]])
  })

  test('that wants an hour is not waited for, and the sentence says how long', async () => {
    const { last, requests } = await against(says(429, openAi('slow down'), { 'retry-after': '3600' }))
    expect([requests.length, waits]).toEqual([1, []])
    expect(last).toMatchObject({
      error: {
        code: 'AI_BUSY',
        message: '服务商太忙，要等 60 分钟才接受请求。请到时再试。',
        details: { seconds: 3600 },
      },
    })
  })

  test('is given up after three tries, with growing waits', async () => {
    const { last, requests } = await against(says(503, openAi('overloaded')))
    expect([last, requests.length, waits]).toMatchObject([{ error: { code: 'AI_BUSY' } }, 3, [1000, 2000]])
  })

  test('is no longer waited for when the author cancels', async () => {
    const { last, requests } = await against(
      says(429, openAi('slow down'), { 'retry-after': '77' }),
      {},
      (event, cancel) => event.type === 'retrying' && cancel(),
    )
    expect([last, requests.length]).toMatchObject([{ type: 'done', cancelled: true, text: '' }, 1])
  })

  test('that says so in its first event is asked again', async () => {
    const { last, requests } = await against((response, n) => {
      if (n > 1) return good(response, n)
      beginStream(response)
      frame(response, { error: { message: 'Overloaded', code: 503 } })
      endStream(response)
    })
    expect([last, requests.length]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2])
  })
})

testThatNothingLeaked()
