import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../support/chatServer.ts'
import { prose, startNovel } from '../../../support/novel.ts'
import { runAgainst, type ServiceSetUp } from '../../../support/runAgainst.ts'

const chapter = 'manuscript/001.md'
const canaryLine = '许三娘把𠮷字灯笼挂在了第十三根桅杆上。'
const canaryKey = 'sk-canary-7f3a9b2c5d8e1f40'
const files = { [chapter]: `# 第一章\r\n\r\n　　${canaryLine}林远上了岸。\r\n${prose(6000)}` }
const noon = Date.parse('2026-11-22T12:00:00Z')

const waiting = {
  headersMs: 20_000,
  silenceMs: 20_000,
  random: () => 0.5,
  sleep: async (ms: number, signal: AbortSignal) => {
    waits.push(ms)
    if (ms === 77_000 && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
}
let novel: TestApp
let waits: number[] = []
const logged: unknown[] = []
const seen: RunEvent[] = []
const servers: ChatServer[] = []
const log = (fields: object, message: string) => void logged.push([fields, message])

beforeAll(async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment')
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
  novel = await startNovel(files, [], {
    logger: { debug: log, info: log, warn: log, error: log },
    clock: { now: () => noon, monotonic: () => performance.now() },
    waiting,
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

type Answer = (response: ServerResponse, n: number) => void | Promise<void>
async function against(
  answer: Answer,
  service: Partial<ServiceSetUp> = {},
  onEvent?: Parameters<typeof runAgainst>[3],
) {
  const server = await startChatServer(answer)
  servers.push(server)
  const set = { baseUrl: server.baseUrl, key: canaryKey, ...service }
  const events = await runAgainst(novel, set, chapter, onEvent)
  seen.push(...events)
  const last = events.at(-1)
  const usage = events.findLast((event) => event.type === 'usage')?.usage
  return { events, last, usage, requests: server.requests, types: events.map(({ type }) => type) }
}

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
const openAi = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})
const page = '<!doctype html><html><body><h1>Sign in</h1></body></html>'
const frame = (response: ServerResponse, value: unknown) =>
  response.write(`data: ${JSON.stringify(value)}\n\n`)
const good: Answer = (response) => {
  beginStream(response)
  sendDelta(response, '雾散了。', 'stop')
  endStream(response)
}

describe('a refusal', () => {
  test.each<[string, Answer, Partial<ServiceSetUp>, string, string]>([
    [
      'a wrong key',
      says(401, openAi('Incorrect API key provided: sk-canary-****')),
      {},
      'AI_KEY_REFUSED',
      '密钥',
    ],
    ['no key', says(401, { error: 'unauthorized' }), { key: '' }, 'AI_KEY_MISSING', '还没有填'],
    ['a key without the right', says(403, openAi('Country not supported')), {}, 'AI_KEY_FORBIDDEN', '权限'],
    ['no balance', says(402, openAi('Insufficient Balance')), {}, 'AI_BALANCE', '余额'],
    [
      'no quota under 429',
      says(429, openAi('You exceeded your current quota', 'insufficient_quota')),
      {},
      'AI_BALANCE',
      '额度',
    ],
    ['an overdue account of Qwen', says(400, openAi('Access denied', 'Arrearage')), {}, 'AI_BALANCE', '余额'],
    ['an unknown model', says(404, openAi('The model `m` does not exist')), {}, 'AI_MODEL_NOT_FOUND', 'm'],
    ['DeepSeek’s unknown model', says(400, openAi('Model Not Exist')), {}, 'AI_MODEL_NOT_FOUND', 'm'],
    [
      'Ollama’s unknown model',
      says(404, { error: 'model "m" not found, try pulling it first' }),
      {},
      'AI_MODEL_NOT_FOUND',
      'm',
    ],
    ['a wrong address', says(404, page), {}, 'AI_ADDRESS_WRONG', '/v1'],
    ['a page for an answer', says(200, page, { 'content-type': 'text/html' }), {}, 'AI_ADDRESS_WRONG', '/v1'],
    ['foreign JSON', says(200, { hello: 'world' }), {}, 'AI_ADDRESS_WRONG', '/v1'],
    [
      'an answer in one piece',
      says(200, { choices: [{ index: 0, message: { role: 'assistant', content: '好' } }] }),
      {},
      'AI_NO_STREAMING',
      '流式',
    ],
    ['a network that wants a login', says(511, page), {}, 'AI_PROXY', '代理'],
    ['the page of a firewall', says(403, page), {}, 'AI_PROXY', '代理'],
    [
      'a refusal of what is written',
      says(400, openAi('Content Exists Risk')),
      {},
      'AI_CONTENT_FILTER',
      '审查',
    ],
    [
      'another refusal',
      says(422, { detail: [{ msg: 'bad top_k', input: 1 }] }),
      {},
      'AI_REQUEST_REFUSED',
      '422',
    ],
  ])('for %s says so, once, and asks nothing again', async (_, answer, service, code, word) => {
    const { last, requests } = await against(answer, service)
    expect(last).toMatchObject({ type: 'error', text: '', error: { code } })
    expect(last?.type === 'error' && last.error.message).toContain(word)
    expect([requests.length, waits]).toEqual([1, []])
  })

  test('shows the words of the provider without the key and without the manuscript', async () => {
    const said = `bad key ${canaryKey} for: ${canaryLine} ${'x'.repeat(900)}`
    const { last } = await against(says(400, openAi(said)))
    const details = last?.type === 'error' ? (last.error.details as { said: string }) : undefined
    expect(details?.said).toMatch(/^bad key .{3,20} for: … x+…$/)
    expect(details?.said.length).toBeLessThan(520)
  })
})

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
    const server = await startChatServer(good)
    servers.push(server)
    const { last } = await against(good, { baseUrl: server.baseUrl.replace('http:', 'https:') })
    expect(last).toMatchObject({ error: { code: 'AI_TLS' } })
  })

  test('before the headers is tried three times', async () => {
    const { last, requests } = await against((response) => void response.socket?.destroy())
    expect([last, requests.length]).toMatchObject([{ error: { code: 'AI_UNREACHABLE' } }, 3])
  })

  test('in time ends with a time-out', async () => {
    waiting.headersMs = 200
    const { last, requests } = await against(() => undefined)
    expect([last, requests.length]).toMatchObject([{ error: { code: 'AI_PROVIDER_TIMEOUT' } }, 1])
  })
})

describe('a busy provider', () => {
  const later = new Date(noon + 40_000).toUTCString()
  test.each<[string, number, Record<string, string>, number]>([
    ['429 with seconds', 429, { 'retry-after': '1' }, 1000],
    ['429 with a date', 429, { 'retry-after': later }, 40_000],
    ['429 with milliseconds', 429, { 'retry-after-ms': '120' }, 120],
    ['503 with five minutes', 503, { 'retry-after': '300' }, 300_000],
    ['529', 529, {}, 1000],
    ['500', 500, {}, 1000],
  ])('is waited for as long as it says, and told of: %s', async (_, status, headers, waitMs) => {
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

describe('a request that is too long', () => {
  test.each([
    [400, openAi('prompt is too long: 210000 tokens > 200000 maximum')],
    [400, openAi('…', 'context_length_exceeded')],
    [400, openAi("This model's maximum context length is 8192 tokens")],
    [400, openAi('The input token count (9000) exceeds the maximum')],
    [400, openAi('Range of input length should be [1, 30720]')],
    [400, openAi('Invalid request: Your request exceeded model token limit: 8192')],
    [400, openAi('invalid params, context window exceeds limit')],
    [500, openAi('the request exceeds the available context size')],
    [400, { error: 'n_keep 9000 is greater than the context length' }],
    [422, { detail: 'Prompt contains 9000 tokens, too large for model with 8192 maximum context length' }],
    [413, ''],
  ])('%i %j is sent once more with less in it, and that is said', async (status, body) => {
    const { events, last, requests } = await against((response, n) =>
      n === 1 ? says(status, body)(response, n) : good(response, n),
    )
    const sizes = requests.map(({ body: sent }) => JSON.stringify(sent).length)
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.8)
    expect(events).toContainEqual({
      type: 'warning',
      runId: expect.any(String),
      warning: 'AI_CONTEXT_SHRUNK',
    })
    expect([last, sizes.length]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2])
  })

  test('the second time too ends with its own sentence', async () => {
    const { last, requests } = await against(says(400, openAi('prompt is too long')))
    expect([last, requests.length]).toMatchObject([{ error: { code: 'AI_CONTEXT_TOO_LONG' } }, 2])
  })
})

describe('a stream', () => {
  const begin = (response: ServerResponse) => {
    beginStream(response)
    sendDelta(response, '雾又厚了。')
  }

  test.each<[string, Answer]>([
    [
      'cut by its socket',
      (response) => {
        begin(response)
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'ended without an end',
      (response) => {
        begin(response)
        response.end()
      },
    ],
    [
      'with an error in the middle',
      (response) => {
        begin(response)
        frame(response, { error: { message: 'upstream gone', code: 500 } })
        endStream(response)
      },
    ],
  ])('%s keeps its text, is not sent again, and its cost is estimated', async (_, answer) => {
    const { last, usage, requests } = await against(answer)
    expect([last, requests.length]).toMatchObject([
      { type: 'error', text: '雾又厚了。', error: { code: 'AI_STREAM_CUT' } },
      1,
    ])
    expect(usage).toEqual({
      ...{ inputTokens: expect.any(Number), cachedInputTokens: 0, outputTokens: expect.any(Number) },
      estimated: true,
    })
    expect(usage?.inputTokens).toBeGreaterThan(1000)
  })

  test('cut before any text is asked for again', async () => {
    const { last, requests } = await against((response, n) =>
      n === 1 ? void beginStream(response).end() : good(response, n),
    )
    expect([last, requests.length]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2])
  })

  test('with a broken chunk, an unknown one and comments goes on to its end', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      response.write(': OPENROUTER PROCESSING\r\n\r\n')
      sendDelta(response, '雾')
      response.write('data: {"choices":[{"ind\n\ndata: {"object":"heartbeat"}\n\n')
      sendDelta(response, '散了。', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test('that thinks for three times the silence lives, with comments and without', async () => {
    waiting.silenceMs = 600
    const { last } = await against(async (response) => {
      beginStream(response)
      for (let n = 0; n < 18; n += 1) {
        if (n % 2 === 0) response.write(': keep-alive\n\n')
        else frame(response, chunkOf({ reasoning_content: '想', content: null }))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      sendDelta(response, '雾散了。', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test('that says nothing after its headers ends with a time-out', async () => {
    waiting.silenceMs = 200
    const { last } = await against((response) => void beginStream(response).flushHeaders())
    expect(last).toMatchObject({ error: { code: 'AI_PROVIDER_TIMEOUT' } })
  })

  test('that ends at its limit is done, and says so', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      sendDelta(response, '写到一半', 'length')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '写到一半', reachedLimit: true })
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['thinking alone', { reasoning_content: '想了很久' }, 'length', 'AI_THOUGHT_ONLY'],
    ['Ollama’s thinking alone', { reasoning: '想了很久' }, 'stop', 'AI_THOUGHT_ONLY'],
    ['thinking in tags alone', { content: '<think>想了很久</think>' }, 'stop', 'AI_THOUGHT_ONLY'],
    ['a cap that silent thinking used up', {}, 'length', 'AI_THOUGHT_ONLY'],
    ['nothing at all', {}, 'stop', 'AI_EMPTY'],
    ['a filter', {}, 'content_filter', 'AI_CONTENT_FILTER'],
  ])('of %s has its own sentence', async (_, delta, finish, code) => {
    const { last } = await against((response) => {
      beginStream(response)
      frame(response, chunkOf(delta))
      frame(response, chunkOf({}, finish))
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'error', text: '', error: { code } })
  })

  test('with thinking in tags shows only the text, cut anywhere', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      for (const piece of ['<thi', 'nk>想', '了</th', 'ink>雾散', '了。']) sendDelta(response, piece)
      sendDelta(response, '', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test('that is filtered after some text keeps it', async () => {
    const { last } = await against((response) => {
      begin(response)
      sendDelta(response, '', 'content_filter')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'error', text: '雾又厚了。', error: { code: 'AI_CONTENT_FILTER' } })
  })
})

const chunkOf = (delta: Record<string, unknown>, finish: string | null = null, rest: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...rest,
})

describe('usage', () => {
  const tokens = { prompt_tokens: 900, completion_tokens: 5, total_tokens: 905 }
  test.each<[string, (response: ServerResponse) => void, number]>([
    [
      'of OpenAI, behind the end',
      (r) => sendUsage(r, { ...tokens, prompt_tokens_details: { cached_tokens: 640 } }),
      640,
    ],
    ['of DeepSeek', (r) => sendUsage(r, { ...tokens, prompt_cache_hit_tokens: 512 }), 512],
    ['of Kimi, at the top', (r) => sendUsage(r, { ...tokens, cached_tokens: 256 }), 256],
    ['of vLLM, without details', (r) => sendUsage(r, { ...tokens, prompt_tokens_details: null }), 0],
    [
      'of Kimi, in the choice',
      (r) =>
        frame(r, {
          choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: { ...tokens, cached_tokens: 256 } }],
        }),
      256,
    ],
  ])('%s is read', async (_, send, cachedInputTokens) => {
    const { usage } = await against((response) => {
      beginStream(response)
      sendDelta(response, '雾散了。', 'stop')
      send(response)
      endStream(response)
    })
    expect(usage).toEqual({ inputTokens: 900, cachedInputTokens, outputTokens: 5 })
  })

  test('of a cancelled run is what the wire gave so far', async () => {
    const { usage, last } = await against(
      (response) => {
        beginStream(response)
        frame(response, { ...chunkOf({ content: '雾' }), usage: tokens })
      },
      {},
      (event, cancel) => event.type === 'text' && cancel(),
    )
    expect(last).toMatchObject({ type: 'done', cancelled: true, text: '雾' })
    expect(usage).toEqual({ inputTokens: 900, cachedInputTokens: 0, outputTokens: 5 })
  })

  test('of an answer without any is an estimate', async () => {
    const { usage } = await against(good)
    expect(usage).toMatchObject({ estimated: true })
  })
})

test('the key goes out in its header and nowhere else, whatever the environment says', async () => {
  const { requests } = await against(good)
  expect(requests[0]?.authorization).toBe(`Bearer ${canaryKey}`)
  expect(JSON.stringify(requests[0]?.body)).not.toContain(canaryKey)
  expect(JSON.stringify(requests[0]?.body)).toContain(canaryLine)
})

test('neither the key nor a line of the manuscript is in any event, log or receipt of all these runs', async () => {
  const { projectId } = novel
  const { receipts } = await novel.invoke('context:receipt:list', { projectId })
  const read = receipts.map(({ receiptId }) => novel.invoke('context:receipt:read', { projectId, receiptId }))
  const told = await Promise.all(read)
  expect([seen.length > 200, logged.length > 30, told.length > 0]).toEqual([true, true, true])
  for (const place of [seen, logged, told.map(({ receipt }) => receipt)]) {
    const text = JSON.stringify(place)
    expect([text.includes(canaryKey), text.includes(canaryLine)]).toEqual([false, false])
  }
})
