import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  type AskedRequest,
  type CachingServer,
  messages,
  startCachingServer,
  vendors,
} from '../../../../support/cachingServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { runAgainst, type ServiceSetUp } from '../../../../support/runAgainst.ts'
import {
  breakpointsCache,
  marksCache,
  prefixCache,
  type SimulatedCache,
  unitsCache,
} from '../../../../support/simulatedCache.ts'

const chapter = 'manuscript/001.md'
const canaryKey = 'sk-ant-canary-7f3a9b2c5d8e1f40'
const canaryLine = '许三娘把𠮷字灯笼挂在了第十三根桅杆上。'
const rules = '.creonow/rules/style.md'
const files = {
  [chapter]: `# 第一章\r\n\r\n　　${canaryLine}\r\n${prose(9000)}`,
  [rules]: `${prose(1800, '旧港')}\n`,
}
const noon = Date.parse('2026-11-22T12:00:00Z')
let time = noon
let novel: TestApp
const logged: unknown[] = []
const told: RunEvent[] = []
const log = (fields: object, message: string) => void logged.push([fields, message])
const servers: CachingServer[] = []

beforeAll(async () => {
  for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'OPENAI_API_KEY'])
    vi.stubEnv(name, 'sk-of-the-environment')
  for (const name of ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']) vi.stubEnv(name, 'http://127.0.0.1:9/v1')
  novel = await startNovel(files, [], {
    logger: { debug: log, info: log, warn: log, error: log },
    clock: { now: () => time, monotonic: () => performance.now() },
  })
})
afterAll(async () => {
  await novel.remove()
  vi.unstubAllEnvs()
})
beforeEach(() => {
  time = noon
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** The same model a second time would remember the test before. */
let models = 0

async function service(
  cache: SimulatedCache,
  answer: Parameters<typeof startCachingServer>[0]['answer'],
  set: Partial<ServiceSetUp> & { readonly model: string },
) {
  const server = await startCachingServer({ cache, answer, now: () => time / 1000 })
  servers.push(server)
  models += 1
  const own = { baseUrl: server.baseUrl, key: canaryKey, ...set, model: `${set.model}-${models}` }
  const run = async (cursorPosition: number, more: Partial<ServiceSetUp> = {}) => {
    const events = await runAgainst(novel, { ...own, cursorPosition, ...more }, chapter)
    told.push(...events)
    const spending = events.findLast((event) => event.type === 'usage')
    const context = events.find((event) => event.type === 'context')
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.warning] : []))
    return {
      events,
      spending,
      state: spending?.cache?.state,
      unchanged: context?.context.stablePrefixUnchanged,
      stablePrefixHash: context?.context.stablePrefixHash,
      cacheWarnings: warnings.filter((warning) => warning.startsWith('AI_CACHE')),
      last: events.at(-1),
    }
  }
  return { ...server, run }
}

/** Three continuations, each a little further on. */
async function three(at: Awaited<ReturnType<typeof service>>) {
  const runs = []
  for (const cursor of [5000, 5300, 5600]) {
    runs.push(await at.run(cursor))
    time += 60_000
  }
  return runs
}

const marksOf = ({ pieces }: AskedRequest) =>
  pieces.flatMap(({ ttlSeconds }, at) => (ttlSeconds === undefined ? [] : [{ at, ttlSeconds }]))
const charsUpTo = ({ pieces }: AskedRequest, at: number) =>
  pieces.slice(0, at + 1).reduce((sum, { text }) => sum + text.length, 0)

describe('three continuations in a row', () => {
  test.each<
    [
      string,
      () => SimulatedCache,
      Parameters<typeof startCachingServer>[0]['answer'],
      Partial<ServiceSetUp> & { model: string },
      string[],
    ]
  >([
    [
      'at Anthropic hit at marked ends',
      marksCache,
      messages,
      { family: 'anthropic', model: 'claude-sonnet-5-5' },
      ['firstWrite', 'hit', 'hit'],
    ],
    [
      'at OpenAI hit at breakpoints',
      breakpointsCache,
      vendors.openai,
      { family: 'openai', model: 'gpt-6.1-sol' },
      ['firstWrite', 'hit', 'hit'],
    ],
    [
      'at an older model of OpenAI hit by their order',
      prefixCache,
      vendors.openai,
      { family: 'openai', model: 'gpt-5.4' },
      ['firstWrite', 'hit', 'hit'],
    ],
    [
      'at DeepSeek hit from the third on: the second lets it see what they share',
      unitsCache,
      vendors.deepseek,
      { family: 'deepseek', model: 'deepseek-flash' },
      ['firstWrite', 'settling', 'hit'],
    ],
    [
      'at Qwen hit at marked parts',
      () => marksCache({ minimum: 1024 }),
      vendors.qwen,
      { family: 'qwen', model: 'qwen3.8-max' },
      ['firstWrite', 'hit', 'hit'],
    ],
    [
      'at Kimi hit, as told at the top of its usage',
      () => prefixCache({ minimum: 256, step: 256 }),
      vendors.kimi,
      { family: 'kimi', model: 'kimi-k3' },
      ['firstWrite', 'hit', 'hit'],
    ],
    [
      'at Ollama are not reported',
      () => prefixCache({ minimum: 1, step: 1 }),
      vendors.ollama,
      { family: 'ollama', model: 'qwen3:8b' },
      ['unreported', 'unreported', 'unreported'],
    ],
    [
      'at vLLM without details are not reported',
      prefixCache,
      vendors.vllm,
      { model: 'm' },
      ['unreported', 'unreported', 'unreported'],
    ],
  ])('%s, and nobody is warned', async (_, cache, answer, set, states) => {
    const at = await service(cache(), answer, set)
    const runs = await three(at)
    expect(runs.map(({ last }) => last?.type)).toEqual(['done', 'done', 'done'])
    expect(runs.map(({ state }) => state)).toEqual(states)
    expect(runs.map(({ unchanged }) => unchanged).slice(1)).toEqual([true, true])
    expect(runs.flatMap(({ cacheWarnings }) => cacheWarnings)).toEqual([])
    // What the app tells is what the server found.
    if (states[0] !== 'unreported')
      expect(runs.map(({ spending }) => spending?.usage.cachedInputTokens)).toEqual(
        at.found.map(({ read }) => read),
      )
  })
})

describe('the bytes on the wire', () => {
  const isOneText = (body: Record<string, unknown>) =>
    (body.messages as { content: unknown }[]).every(({ content }) => typeof content === 'string')

  test('to Anthropic have the same system first and at most four marks, the long-lived first, none below the minimum or at the end', async () => {
    const at = await service(marksCache(), messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
    await three(at)
    expect(at.requests.map(({ url }) => url)).toEqual(['/v1/messages', '/v1/messages', '/v1/messages'])
    const [first] = at.requests
    for (const request of at.requests) {
      const marks = marksOf(request)
      expect(marks.length).toBeGreaterThan(0)
      expect(marks.length).toBeLessThanOrEqual(4)
      expect(marks[0]).toEqual({ at: 0, ttlSeconds: 3600 })
      const lives = marks.map(({ ttlSeconds }) => ttlSeconds)
      expect(lives).toEqual(lives.toSorted((a, b) => b - a))
      expect(marks.at(-1)?.at).toBeLessThan(request.pieces.length - 1)
      for (const { at: end } of marks) expect(charsUpTo(request, end)).toBeGreaterThan(512)
      expect(request.body.system).toEqual(first?.body.system)
      expect(request.body).not.toHaveProperty('cache_control')
      expect(request.body).not.toHaveProperty('tools')
      expect(request.body).not.toHaveProperty('temperature')
      const { 'x-api-key': key, authorization, 'anthropic-version': version } = request.headers
      expect([key, authorization, version]).toEqual([canaryKey, undefined, '2023-06-01'])
      expect(JSON.stringify(request.body)).not.toContain('sk-')
    }
  })

  test('to OpenAI have explicit breakpoints only, a constant key that reveals nothing, and the limit by its new name', async () => {
    const at = await service(breakpointsCache(), vendors.openai, { family: 'openai', model: 'gpt-6.1-sol' })
    await three(at)
    for (const { body, headers, pieces } of at.requests) {
      expect(body.prompt_cache_options).toEqual({ mode: 'explicit' })
      expect(body.prompt_cache_key).toMatch(/^[0-9a-f]{32}$/)
      expect(body.prompt_cache_key).toBe(at.requests[0]?.body.prompt_cache_key)
      expect(body).not.toHaveProperty('max_tokens')
      expect(body.max_completion_tokens).toBeGreaterThan(0)
      expect(headers.authorization).toBe(`Bearer ${canaryKey}`)
      expect(pieces.at(-1)).not.toHaveProperty('ttlSeconds')
    }
  })

  test('to a cache that goes by order alone are one string for each message, without marks', async () => {
    const at = await service(unitsCache(), vendors.deepseek, { family: 'deepseek', model: 'deepseek-flash' })
    await at.run(5000, { thinking: 'off' })
    const [request] = at.requests
    expect(request && isOneText(request.body)).toBe(true)
    expect(request?.body.thinking).toEqual({ type: 'disabled' })
    expect(request?.body).not.toHaveProperty('prompt_cache_key')
  })

  test('to xAI are steered by a header, the same for every request of the work, and by no field', async () => {
    const at = await service(prefixCache({ minimum: 128 }), vendors.openai, {
      model: 'grok-4.7',
      family: 'xai',
    })
    await at.run(3000)
    await at.run(3100)
    const keys = at.requests.map(({ headers }) => headers['x-grok-conv-id'])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
    expect(at.requests.filter(({ body }) => 'prompt_cache_key' in body)).toEqual([])
  })

  test('to Qwen have the system as a list of parts, and the five minutes are implicit', async () => {
    const at = await service(marksCache(), vendors.qwen, { family: 'qwen', model: 'qwen3.8-max' })
    await at.run(5000, { thinking: 'off' })
    const [{ body } = { body: {} }] = at.requests
    expect(body).toMatchObject({
      enable_thinking: false,
      messages: [
        {
          role: 'system',
          content: [{ type: 'text', text: expect.any(String), cache_control: { type: 'ephemeral' } }],
        },
        { role: 'user' },
      ],
    })
  })

  test('of a skill that rewrites once have a mark at the stable end alone', async () => {
    const at = await service(marksCache(), messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
    await at.run(5000, { skillId: 'polish' })
    expect(at.requests.map((request) => marksOf(request).map(({ at: end }) => end))).toEqual([[0]])
  })

  test('below the minimum of a model have no mark, and the author is told why nothing was cached', async () => {
    const at = await service(marksCache({ minimum: 400_000 }), messages, {
      family: 'anthropic',
      model: 'claude-haiku-4-5',
    })
    const { state, cacheWarnings } = await at.run(300)
    expect([at.requests.map(marksOf), state, cacheWarnings]).toEqual([[[]], 'belowMinimum', []])
  })
})

describe('a cache that does not work', () => {
  const none: SimulatedCache = {
    ask: (pieces) => ({
      ...{ read: 0, written: 0, writtenLong: 0 },
      total: pieces.reduce((sum, { text }) => sum + text.length, 0),
    }),
  }

  test('is reported once, with its reason, though nothing has changed', async () => {
    const at = await service(none, messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
    const runs = await three(at)
    expect(runs.map(({ state }) => state)).toEqual(['firstWrite', 'missed', 'missed'])
    expect(runs.map(({ cacheWarnings }) => cacheWarnings)).toEqual([[], ['AI_CACHE_MISSED'], []])
    expect(runs[1]?.spending?.cache).toMatchObject({ reason: 'provider' })
  })

  test('is not reported after its hour has run out', async () => {
    const at = await service(marksCache(), messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
    await at.run(5000)
    time += 2 * 3_600_000
    const { state, cacheWarnings } = await at.run(5300)
    expect([state, cacheWarnings]).toEqual(['expired', []])
  })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'a rule was added',
      () =>
        novel.invoke('constraints:create', {
          projectId: novel.projectId,
          text: '林远不知道灯塔里有人',
          kind: 'world',
        }),
      'constraint',
    ],
    [
      'a rule that was learned has been confirmed',
      async () => {
        const { projectId } = novel
        const learned = { text: '不写“忽然”', kind: 'style', status: 'proposed', asConstraint: true } as const
        const { preference } = await novel.invoke('memory:save', { projectId, preference: learned })
        await novel.invoke('memory:decide', { projectId, id: preference.id, accept: true })
      },
      'memory',
    ],
  ])('because %s names the block, its price, and warns', async (_, change, part) => {
    const at = await service(marksCache(), messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
    const [, , third] = await three(at)
    await change()
    const fourth = await at.run(5900)
    expect([fourth.unchanged, fourth.stablePrefixHash === third?.stablePrefixHash]).toEqual([false, false])
    expect(fourth.spending?.cache).toEqual({
      ...{ state: 'missed', reason: 'changed', expectedTokens: 0 },
      firstDifferent: { layer: 'rules', blockId: expect.stringContaining(part) },
      lostTokens: expect.any(Number),
      lostPrice: expect.any(Number),
    })
    expect(fourth.spending?.cache?.lostPrice).toBeGreaterThan(0)
    expect(fourth.cacheWarnings).toEqual(['AI_CACHE_BROKEN'])
    // What stands now is found from then on.
    expect((await at.run(6200)).state).toBe('hit')
  })
})

test('the price of a run is shown and stored with its receipt', async () => {
  const at = await service(marksCache(), messages, { family: 'anthropic', model: 'claude-sonnet-5-5' })
  const [, second] = await three(at)
  const { usage, cache, price } = second?.spending ?? {}
  const { inputTokens = 0, cachedInputTokens = 0, writtenInputTokens = 0 } = usage ?? {}
  const plain = inputTokens - cachedInputTokens - writtenInputTokens
  expect(price).toMatchObject({ currency: 'USD', asOf: '2026-10' })
  expect(price?.plain).toBeCloseTo((plain * 2) / 1e6, 9)
  expect(price?.read).toBeCloseTo((cachedInputTokens * 0.1) / 1e6, 9)
  expect(price?.output).toBeCloseTo((42 * 10) / 1e6, 9)
  const receiptId = second?.last?.type === 'done' ? (second.last.receiptId ?? '') : ''
  const { projectId } = novel
  const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId })
  expect(receipt.spending).toEqual({ usage, cache, price })
})

test('neither the key nor a line of the manuscript is in any event, log or receipt of all these runs', async () => {
  const { projectId } = novel
  const { receipts } = await novel.invoke('context:receipt:list', { projectId })
  expect([told.length > 100, receipts.length > 20]).toEqual([true, true])
  for (const place of [told, logged, receipts]) {
    const text = JSON.stringify(place)
    expect([text.includes(canaryKey), text.includes(canaryLine)]).toEqual([false, false])
  }
})
