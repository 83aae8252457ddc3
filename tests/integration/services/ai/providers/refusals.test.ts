import { describe, expect, test } from 'vitest'
import type { ServiceSetUp } from '../../../../support/runAgainst.ts'
import {
  type Answer,
  canaryKey,
  canaryLine,
  failingProviders,
  good,
  openAi,
  says,
} from './failingProvider.ts'

const { against, testThatNothingLeaked, waits } = failingProviders()

const page = '<!doctype html><html><body><h1>Sign in</h1></body></html>'

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
    [429, openAi('Request too large for gpt-6 on tokens per min (TPM): Limit 30000, Requested 45000.')],
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

  test.each([
    [400, 'prompt is too long', 'AI_CONTEXT_TOO_LONG'],
    [429, 'Request too large for gpt-6: Limit 30000, Requested 45000.', 'AI_MINUTE_LIMIT'],
  ])('the second time too ends with its own sentence: %i %s', async (status, message, code) => {
    const { last, requests } = await against(says(status, openAi(message)))
    expect([last, requests.length]).toMatchObject([{ error: { code } }, 2])
  })
})

test('the key goes out in its header and nowhere else, whatever the environment says', async () => {
  const { requests } = await against(good)
  expect(requests[0]?.authorization).toBe(`Bearer ${canaryKey}`)
  expect(JSON.stringify(requests[0]?.body)).not.toContain(canaryKey)
  expect(JSON.stringify(requests[0]?.body)).toContain(canaryLine)
})

testThatNothingLeaked()
