import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginMessage,
  type CachingServer,
  endMessage,
  event,
  messageDelta,
  messages,
  startCachingServer,
} from '../../../../support/cachingServer.ts'
import { beginStream } from '../../../../support/chatServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { runAgainst, type ServiceSetUp } from '../../../../support/runAgainst.ts'
import { type Found, marksCache } from '../../../../support/simulatedCache.ts'

const chapter = 'manuscript/001.md'
const canaryLine = '许三娘把𠮷字灯笼挂在了第十三根桅杆上。'
const canaryKey = 'sk-ant-canary-7f3a9b2c5d8e1f40'
const files = { [chapter]: `# 第一章\r\n\r\n　　${canaryLine}林远上了岸。\r\n${prose(6000)}` }
const waiting = {
  headersMs: 20_000,
  silenceMs: 20_000,
  random: () => 0.5,
  sleep: async (ms: number) => void waits.push(ms),
}
let novel: TestApp
let waits: number[] = []
const seen: unknown[] = []
const servers: CachingServer[] = []
const log = (fields: object, message: string) => void seen.push([fields, message])

beforeAll(async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-environment')
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9/v1')
  novel = await startNovel(files, [], {
    logger: { debug: log, info: log, warn: log, error: log },
    timeouts: waiting,
  })
})
afterAll(async () => {
  await novel.remove()
  vi.unstubAllEnvs()
})
beforeEach(() => {
  waits = []
  Object.assign(waiting, { headersMs: 20_000, silenceMs: 20_000 })
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Answer = (response: ServerResponse, found: Found, n: number) => void
async function against(
  answer: Answer,
  service: Partial<ServiceSetUp> = {},
  onEvent?: (event: RunEvent, cancel: () => void) => void,
) {
  const server = await startCachingServer({ cache: marksCache(), answer })
  servers.push(server)
  const model = 'claude-sonnet-5-5'
  const set = { baseUrl: server.baseUrl, key: canaryKey, family: 'anthropic', model, ...service } as const
  const events = await runAgainst(novel, set, chapter, onEvent)
  seen.push(events)
  const last = events.at(-1)
  const usage = events.findLast((one) => one.type === 'usage')?.usage
  return { events, last, usage, requests: server.requests, found: server.found }
}
const refusing =
  (status: number, type: string, message: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' }))

describe('a refusal of Anthropic’s', () => {
  test.each<[string, Answer, Partial<ServiceSetUp>, string]>([
    ['a wrong key', refusing(401, 'authentication_error', 'invalid x-api-key'), {}, 'AI_KEY_REFUSED'],
    [
      'no key',
      refusing(401, 'authentication_error', 'x-api-key header is required'),
      { key: '' },
      'AI_KEY_MISSING',
    ],
    ['no balance', refusing(402, 'billing_error', 'Your credit balance is too low'), {}, 'AI_BALANCE'],
    [
      'no balance, as a bad request',
      refusing(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      {},
      'AI_BALANCE',
    ],
    ['no right', refusing(403, 'permission_error', 'not allowed'), {}, 'AI_KEY_FORBIDDEN'],
    ['an unknown model', refusing(404, 'not_found_error', 'model: claude-x'), {}, 'AI_MODEL_NOT_FOUND'],
    [
      'a wrong address',
      (r) => void r.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>'),
      {},
      'AI_ADDRESS_WRONG',
    ],
    [
      'another',
      refusing(400, 'invalid_request_error', 'messages: at least one message is required'),
      {},
      'AI_REQUEST_REFUSED',
    ],
  ])('for %s says so, once', async (_, answer, service, code) => {
    const { last, requests } = await against(answer, service)
    expect(last).toMatchObject({ type: 'error', text: '', error: { code } })
    expect([requests.length, waits]).toEqual([1, []])
  })

  test.each<[string, Answer, number, string]>([
    [
      '429 with its wait',
      refusing(429, 'rate_limit_error', 'slow down', { 'retry-after': '7' }),
      7000,
      'AI_BUSY',
    ],
    ['529', refusing(529, 'overloaded_error', 'Overloaded'), 1000, 'AI_BUSY'],
    ['500', refusing(500, 'api_error', 'Internal server error'), 1000, 'AI_PROVIDER_ERROR'],
    [
      'an error as the first event',
      (response) => {
        beginStream(response)
        event(response, 'error', { error: { type: 'overloaded_error', message: 'Overloaded' } })
        response.end()
      },
      1000,
      'AI_BUSY',
    ],
    [
      'a stream that ends before it begins',
      (response) => void beginStream(response).end(),
      1000,
      'AI_STREAM_CUT',
    ],
  ])('that may be temporary is tried again: %s', async (_, answer, waitMs, code) => {
    const { events, last, requests } = await against((response, found, n) =>
      n === 1 ? answer(response, found, n) : messages(response, found),
    )
    expect([last, requests.length, waits]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2, [waitMs]])
    expect(events.find(({ type }) => type === 'retrying')).toMatchObject({ code, waitMs })
  })

  test.each([
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'],
    [413, 'request_too_large', 'Request exceeds the maximum size'],
  ])('of what is too long: %i is sent once more with less in it', async (status, type, message) => {
    const { last, requests } = await against((response, found, n) =>
      n === 1 ? refusing(status, type, message)(response, found, n) : messages(response, found),
    )
    const sizes = requests.map(({ body }) => JSON.stringify(body).length)
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.8)
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })
})

describe('a stream of Anthropic’s', () => {
  const begin: Answer = (response, found) => {
    beginMessage(response, found)
    messageDelta(response, '雾又厚了。')
  }

  test.each<[string, Answer]>([
    [
      'with an error in the middle',
      (response) => {
        event(response, 'error', { error: { type: 'overloaded_error', message: 'Overloaded' } })
        response.end()
      },
    ],
    ['without an end', (response) => void response.end()],
    ['cut by its socket', (response) => void setTimeout(() => response.destroy(), 20)],
  ])(
    '%s keeps its text and what came of it, estimated where only the first token was counted, and is not sent again',
    async (_, end) => {
      const { last, usage, requests, found } = await against((response, ...rest) => {
        begin(response, ...rest)
        end(response, ...rest)
      })
      expect([last, requests.length]).toMatchObject([
        { type: 'error', text: '雾又厚了。', error: { code: 'AI_STREAM_CUT' } },
        1,
      ])
      const { total, written } = found[0] ?? {}
      expect(usage).toEqual({
        ...{ inputTokens: total, cachedInputTokens: 0, outputTokens: 7, estimated: true },
        ...(written ? { writtenInputTokens: written } : {}),
      })
    },
  )

  test('that is cancelled keeps its text and what it cost', async () => {
    const { last, usage, found } = await against(begin, {}, (one, cancel) => one.type === 'text' && cancel())
    expect(last).toMatchObject({ type: 'done', cancelled: true, text: '雾又厚了。' })
    expect(usage).toMatchObject({ inputTokens: found[0]?.total, outputTokens: 7, estimated: true })
  })

  test.each(['pause_turn', 'compaction'])('that ends with %s is not called complete', async (stop) => {
    const { last, requests } = await against((response, found) => {
      beginMessage(response, found)
      messageDelta(response, '雾又厚了。')
      endMessage(response, stop)
    })
    expect([last, requests.length]).toMatchObject([
      { type: 'error', text: '雾又厚了。', error: { code: 'AI_ANSWER_INCOMPLETE' } },
      1,
    ])
  })

  test('with a broken event and an unknown one goes on to its end', async () => {
    const { last } = await against((response, found) => {
      beginMessage(response, found)
      response.write('event: content_block_delta\ndata: {"type":"content_bl\n\n')
      event(response, 'weather', { sky: '雾' })
      messageDelta(response, '雾散了。')
      endMessage(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test.each<[string, string, string, object]>([
    ['a refusal under a success', 'refusal', '', { type: 'error', error: { code: 'AI_CONTENT_FILTER' } }],
    [
      'a refusal after some text',
      'refusal',
      '雾',
      { type: 'error', text: '雾', error: { code: 'AI_CONTENT_FILTER' } },
    ],
    ['its limit', 'max_tokens', '写到一半', { type: 'done', text: '写到一半', reachedLimit: true }],
    ['its window', 'model_context_window_exceeded', '写到一半', { type: 'done', reachedLimit: true }],
    [
      'a limit that thinking used up',
      'max_tokens',
      '',
      { type: 'error', error: { code: 'AI_THOUGHT_ONLY' } },
    ],
    ['nothing', 'end_turn', '', { type: 'error', error: { code: 'AI_EMPTY' } }],
  ])('that ends with %s says so', async (_, stop, text, expected) => {
    const { last } = await against((response, found) => {
      beginMessage(response, found)
      if (text !== '') messageDelta(response, text)
      endMessage(response, stop)
    })
    expect(last).toMatchObject(expected)
  })

  test('of hidden thinking alone says that it thought', async () => {
    const { last } = await against((response, found) => {
      beginStream(response)
      const usage = { input_tokens: found.total, output_tokens: 1 }
      event(response, 'message_start', {
        message: { id: 'm', type: 'message', role: 'assistant', content: [], usage },
      })
      event(response, 'content_block_start', {
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      })
      endMessage(response)
    })
    expect(last).toMatchObject({ error: { code: 'AI_THOUGHT_ONLY' } })
  })

  test('that only pings for three times the silence lives', async () => {
    waiting.silenceMs = 600
    const { last } = await against(async (response, found) => {
      beginMessage(response, found)
      for (let n = 0; n < 18; n += 1) {
        event(response, 'ping')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      messageDelta(response, '雾散了。')
      endMessage(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })
})

test('the setting for thinking is sent in the same words for every skill', async () => {
  const thinking = { thinking: 'on' } as const
  const first = await against((response, found) => messages(response, found), thinking)
  const second = await against((response, found) => messages(response, found), {
    ...thinking,
    skillId: 'polish',
  })
  const told = [...first.requests, ...second.requests].map(({ body }) => [body.thinking, body.output_config])
  expect(told).toEqual([
    [{ type: 'adaptive' }, undefined],
    [{ type: 'adaptive' }, undefined],
  ])
})

test('neither the key nor a line of the manuscript is in any event or log of all these runs', () => {
  const text = JSON.stringify(seen)
  expect([seen.length > 40, text.includes(canaryKey), text.includes(canaryLine)]).toEqual([
    true,
    false,
    false,
  ])
})
