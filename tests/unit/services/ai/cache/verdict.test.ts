import { expect, test } from 'vitest'
import type { CacheFacts } from '../../../../../main/src/services/ai/cache/cacheFacts.ts'
import { createCacheMemory } from '../../../../../main/src/services/ai/cache/cacheMemory.ts'
import { placeMarks } from '../../../../../main/src/services/ai/cache/marks.ts'
import { priceOf } from '../../../../../main/src/services/ai/cache/price.ts'
import { segmentsOf } from '../../../../../main/src/services/ai/cache/segments.ts'
import { rememberSent } from '../../../../../main/src/services/ai/cache/sent.ts'
import { judgeCache } from '../../../../../main/src/services/ai/cache/verdict.ts'
import type { ResolvedModel } from '../../../../../main/src/services/ai/models/models.ts'
import { cacheFactsOf } from '../../../../../main/src/services/ai/protocols/protocols.ts'
import type { PromptBlock } from '../../../../../main/src/services/ai/providers/prompt.ts'
import { promptOf } from '../../../../../main/src/services/context/index.ts'

const anthropic = cacheFactsOf('anthropic', 'claude-sonnet-5-5')
const deepSeek = cacheFactsOf('deepseek', 'deepseek-flash')
const openAi = cacheFactsOf('openai', 'gpt-5.4')
const noon = Date.parse('2026-11-22T12:00:00Z')

interface Request {
  readonly rules?: string
  readonly retrieved?: string
  readonly frozen?: number
  readonly minute?: number
}
function promptFor({ rules = '规则', retrieved = '召回', frozen = 3, minute = 0 }: Request = {}) {
  const block = (
    layer: PromptBlock['layer'],
    text: string,
    tokens: number,
    part?: 'frozen',
  ): PromptBlock => ({
    ...{ blockId: text, layer, text: `〔${text}〕\n`, tokens, stability: 'turn' },
    ...(part ? { part } : {}),
  })
  return promptOf([
    block(null, '模板', 300),
    block('rules', rules, 1200),
    block('retrieved', retrieved, 2000),
    ...Array.from({ length: frozen }, (_, n) => block('immediate', `第${n}段`, 700, 'frozen')),
    block('immediate', `第${minute}次`, 50),
  ])
}
function sent(facts: CacheFacts, request: Request = {}) {
  const { minute = 0 } = request
  const prompt = promptFor(request)
  const segments = segmentsOf(prompt)
  const marks = placeMarks(segments, facts, { once: false, pauses: false })
  return rememberSent(prompt, { segments, marks, startedAt: noon + minute * 60_000 }, (text) => text)
}
const read = (cachedInputTokens: number, reportsCache = true) => ({
  ...{ inputTokens: 5650, cachedInputTokens, reportsCache },
})
const stateOf = (facts: CacheFacts, requests: readonly Request[], usage: ReturnType<typeof read>) => {
  const all = requests.map((request, minute) => sent(facts, { minute, ...request }))
  const [last] = all.slice(-1)
  if (!last) throw new Error('no request')
  return judgeCache(last, all.slice(0, -1), usage, facts)
}

test.each<[string, CacheFacts, readonly Request[], ReturnType<typeof read>, object]>([
  ['a first request', anthropic, [{}], read(0), { state: 'firstWrite', expectedTokens: 0 }],
  ['one that grew', anthropic, [{}, { frozen: 4 }], read(5600), { state: 'hit' }],
  ['one that is not told of', anthropic, [{}, {}], read(0, false), { state: 'unreported' }],
  ['the same, not found', anthropic, [{}, {}], read(0), { state: 'missed', reason: 'provider' }],
  [
    'material and text after six minutes, the stable part within its hour',
    anthropic,
    [{}, { minute: 6 }],
    read(1500),
    { state: 'partly', expectedTokens: 1500 },
  ],
  ['anything after two hours', anthropic, [{}, { minute: 121 }], read(0), { state: 'expired' }],
  [
    'new material',
    anthropic,
    [{}, { retrieved: '别的' }],
    read(1500),
    { state: 'partly', reason: 'changed', firstDifferent: { blockId: '别的', layer: 'retrieved' } },
  ],
  [
    'a new rule',
    anthropic,
    [{}, { rules: '新规则' }],
    read(0),
    {
      state: 'missed',
      reason: 'changed',
      firstDifferent: { blockId: '新规则', layer: 'rules' },
      lostPrice: expect.any(Number),
    },
  ],
  ['a rule that was taken back', anthropic, [{}, { rules: '新规则' }, {}], read(5600), { state: 'hit' }],
  ['DeepSeek’s first repeat', deepSeek, [{}, {}], read(0), { state: 'settling' }],
  ['DeepSeek’s second', deepSeek, [{}, {}, {}], read(0), { state: 'missed' }],
  ['an older model after eleven minutes', openAi, [{}, { minute: 11 }], read(0), { state: 'expired' }],
  ['too little', { ...anthropic, minimumTokens: 8000 }, [{}, {}], read(0), { state: 'belowMinimum' }],
  ['an unknown endpoint', cacheFactsOf('compatible', 'm'), [{}, {}], read(0), { state: 'unreported' }],
  ['an unknown endpoint that reads', cacheFactsOf('compatible', 'm'), [{}, {}], read(900), { state: 'hit' }],
])('the cache gets its verdict for %s', (_, facts, requests, usage, expected) => {
  expect(stateOf(facts, requests, usage)).toMatchObject(expected)
})

test('a price counts the tiers, the peak, what is announced and each time to live', () => {
  const usage = {
    inputTokens: 10_000,
    cachedInputTokens: 4000,
    writtenInputTokens: 3000,
    writtenLongTokens: 1000,
    outputTokens: 100,
  }
  const cents = (facts: CacheFacts, at: string, more = {}) =>
    Math.round((priceOf({ ...usage, ...more }, facts, Date.parse(at))?.total ?? Number.NaN) * 1e7) / 10
  const sunday = '2026-11-22T02:00:00Z'
  expect(cents(anthropic, sunday)).toBe(3000 * 2 + 4000 * 0.1 + 2000 * 2.5 + 1000 * 4 + 1000)
  const [quiet, peak] = [cents(deepSeek, sunday), cents(deepSeek, '2026-11-23T02:00:00Z')]
  expect(peak).toBeCloseTo(quiet * 2, 5)
  const haiku = cacheFactsOf('anthropic', 'claude-haiku-5-5')
  expect(cents(haiku, sunday, { inputTokens: 110_000 })).toBeCloseTo(
    (103_000 * 0.1 + 4000 * 0.01 + 2000 * 0.125 + 1000 * 0.2 + 50) * 5,
    1,
  )
  expect(priceOf(usage, cacheFactsOf('compatible', 'm'), 0)).toBeUndefined()
  const argon = cacheFactsOf('gemini', 'gemini-4-argon')
  const announced = cents(argon, '2026-12-01T00:00:00Z')
  expect(announced).toBeCloseTo(2 * cents(argon, '2026-11-30T23:59:59Z'), 1)
})

test.each([
  ['2026-11-23T00:59:59Z', false],
  ['2026-11-23T01:00:00Z', true],
  ['2026-11-23T03:59:59Z', true],
  ['2026-11-23T04:00:00Z', false],
  ['2026-11-23T05:59:59Z', false],
  ['2026-11-23T06:00:00Z', true],
  ['2026-11-23T09:59:59Z', true],
  ['2026-11-23T10:00:00Z', false],
  ['2026-11-27T02:00:00Z', true],
  ['2026-11-28T02:00:00Z', false],
])('the price at %s is the peak price: %s', (at, isPeak) => {
  const usage = { inputTokens: 10_000, cachedInputTokens: 4000, outputTokens: 100 }
  const price = (time: string) => priceOf(usage, deepSeek, Date.parse(time))?.total ?? Number.NaN
  expect(price(at) / price('2026-11-22T02:00:00Z')).toBeCloseTo(isPeak ? 2 : 1, 10)
})

test.each<[string, Request, number, boolean]>([
  ['a new rule, which the author has made', { rules: '新规则' }, 0, true],
  ['nothing new, which the provider should have found', {}, 0, true],
  ['other material, which nobody could have avoided', { retrieved: '别的' }, 0, false],
  ['nothing new, found', {}, 5600, false],
])('a cache that meets %s is news or not', (_, change, cachedInputTokens, isNews) => {
  let minute = 0
  const memory = createCacheMemory(() => noon + minute * 60_000)
  const model = { id: 'own/m', cache: openAi } as ResolvedModel // what is read of it
  const newsOf = (request: Request, readTokens: number) => {
    minute += 1
    const prompt = promptFor({ ...request, minute })
    const planned = memory.plan({ projectId: 'p', model, prompt, once: false })
    return planned.recordUsage({ ...read(readTokens), outputTokens: 1 }).isNews
  }
  expect([newsOf({}, 0), newsOf(change, cachedInputTokens)]).toEqual([false, isNews])
})
