import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEndpointProvider, familyOf } from '../../../../../main/src/services/ai/protocols/protocols.ts'
import { type ProviderPrompt, plainPrompt } from '../../../../../main/src/services/ai/providers/prompt.ts'
import type {
  CacheWish,
  GenerationPart,
  GenerationRequest,
} from '../../../../../main/src/services/ai/providers/provider.ts'
import type { ToolTurn } from '../../../../../main/src/services/ai/providers/toolTurns.ts'

type Event = { readonly type: string } & Readonly<Record<string, unknown>>
type Body = Readonly<Record<string, unknown>>

let events: readonly Event[] = []
let status = 200
let requests: { readonly path: string | undefined; readonly body: Body }[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  requests.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
  response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
  if (status === 200)
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end(status === 200 ? '' : JSON.stringify({ error: events[0] }))
})
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  status = 200
  requests = []
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

const usage = {
  input_tokens: 9000,
  input_tokens_details: { cached_tokens: 8000, cache_write_tokens: 500 },
  output_tokens: 120,
  output_tokens_details: { reasoning_tokens: 100 },
  total_tokens: 9120,
}
const response = (more: object) => ({ id: 'resp_1', created_at: 1, model: 'gpt-6.1-sol', ...more })
const created = { type: 'response.created', response: response({ status: 'in_progress' }) }
const completed = { type: 'response.completed', response: response({ status: 'completed', usage }) }
const added = (output_index: number, item: object) => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (output_index: number, item: object) => ({
  type: 'response.output_item.done',
  output_index,
  item,
})
/** A message in two deltas, as it is streamed. */
const message = (at: number, ...deltas: readonly string[]): readonly Event[] => [
  added(at, { type: 'message', id: `msg_${at}`, role: 'assistant', status: 'in_progress', content: [] }),
  ...deltas.map((delta) => ({
    ...{
      type: 'response.output_text.delta',
      item_id: `msg_${at}`,
      output_index: at,
      content_index: 0,
      delta,
    },
    logprobs: [],
  })),
  done(at, {
    ...{ type: 'message', id: `msg_${at}`, role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: deltas.join(''), annotations: [], logprobs: [] }],
  }),
]
const reasoning: readonly Event[] = [
  added(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed-1' }),
  { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', output_index: 0, summary_index: 0 },
  {
    ...{ type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index: 0 },
    delta: '先看一眼。',
  },
  { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', output_index: 0, summary_index: 0 },
  done(0, {
    ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed-2' },
    summary: [{ type: 'summary_text', text: '先看一眼。' }],
  }),
]
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'LS' }
const calling: readonly Event[] = [
  added(1, { ...call, arguments: '', status: 'in_progress' }),
  ...['{"path":', '"manuscript"}'].map((delta) => ({
    ...{ type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta },
  })),
  done(1, { ...call, arguments: '{"path":"manuscript"}', status: 'completed' }),
]

const tools = [
  {
    ...{ name: 'LS', description: '列出文件', tokens: 9 },
    parameters: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
  },
]
const prompt: ProviderPrompt = { ...plainPrompt('你是助手。', '有哪些章节？'), tools }
const cache: CacheWish = {
  ...{ kind: 'breakpoints', key: 'k'.repeat(32), expected: { read: 0, written: 0, writtenLong: 0 } },
  marks: [{ at: 0, ttlSeconds: 1800 }],
}
const skill = {
  id: 'chat',
  name: '对话',
  output: 'show',
  source: 'skill:chat',
  instruction: { zh: '', en: '' },
}

/** All that an answer of the service becomes, and how it ended. */
async function answerTo(part: Partial<GenerationRequest> = {}) {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const provider = createEndpointProvider({
    ...{ id: 'own', baseUrl, apiKey: 'sk-1', now: () => 0 },
    family: familyOf({ baseUrl, family: 'openai' }),
  })
  const parts: GenerationPart[] = []
  const request = {
    ...{ modelName: 'gpt-6.1-sol', prompt, maxOutputTokens: 2000, cache, selectedText: '' },
    ...{ skill: skill as GenerationRequest['skill'], signal: new AbortController().signal, ...part },
  }
  const failed = await (async () => {
    for await (const each of provider.stream(request)) parts.push(each)
    return undefined
  })().catch((error: unknown) => error as Error & { readonly failure?: { readonly code: string } })
  const text = parts.flatMap((each) => (each.type === 'text' ? [each.delta] : [])).join('')
  return { parts, text, failed: failed?.failure?.code ?? failed?.message, ...requests.at(-1) }
}
const usedTokens = {
  ...{ inputTokens: 9000, cachedInputTokens: 8000, writtenInputTokens: 500, outputTokens: 120 },
  reportsCache: true,
}

describe('a model of OpenAI that chat completions refuse tools', () => {
  test('is sent its request as a response that is not stored, with key, marks, tools and effort', async () => {
    events = [created, ...message(0, '雾散了。', 'The fog lifted.'), completed]
    const { path, body, text, failed, parts } = await answerTo({ effort: 'high' })
    expect({ path, text, failed }).toEqual({
      ...{ path: '/v1/responses', text: '雾散了。The fog lifted.', failed: undefined },
    })
    expect(body).toEqual({
      ...{ model: 'gpt-6.1-sol', stream: true, store: false, max_output_tokens: 2000 },
      ...{ prompt_cache_key: 'k'.repeat(32), prompt_cache_options: { mode: 'explicit' } },
      ...{ reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'], tool_choice: 'auto' },
      input: [
        {
          role: 'developer',
          content: [
            {
              ...{ type: 'input_text', text: '你是助手。' },
              prompt_cache_breakpoint: { mode: 'explicit' },
            },
          ],
        },
        { role: 'user', content: [{ type: 'input_text', text: '有哪些章节？' }] },
      ],
      tools: [
        {
          ...{ type: 'function', name: 'LS', description: '列出文件', strict: false },
          parameters: tools[0]?.parameters,
        },
      ],
    })
    expect(parts.at(-1)).toEqual({ type: 'usage', usage: usedTokens, raw: usage })
  })

  test('gets its sealed reasoning back in front of the call, and the result behind it', async () => {
    events = [created, ...reasoning, ...calling, completed]
    const { parts, failed } = await answerTo()
    expect(failed).toBeUndefined()
    const calls = parts.find((part) => part.type === 'calls')
    expect(calls?.calls.map(({ id, name, arguments: input }) => [id, name, input])).toEqual([
      ['call_1', 'LS', '{"path":"manuscript"}'],
    ])
    expect(parts.flatMap((part) => (part.type === 'thinking' ? [part.delta] : []))).toEqual(['先看一眼。'])
    const [first] = calls?.calls ?? []
    const turn: ToolTurn = {
      ...{ blockId: 'step:1', tokens: 1, thinking: calls?.thinking ?? [], text: '看看。' },
      calls: [
        {
          ...{ id: 'call_1', name: 'LS', input: { path: 'manuscript' }, result: '01.md', isError: false },
          ...(first?.vendor && { vendor: first.vendor }),
        },
      ],
    }
    events = [created, ...message(0, '有一章。'), completed]
    const { body } = await answerTo({ prompt: { ...prompt, turns: [turn] } })
    const { input } = body as { readonly input: readonly object[] }
    expect(input.slice(2)).toEqual([
      {
        ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed-2' },
        summary: [{ type: 'summary_text', text: '先看一眼。' }],
      },
      { role: 'assistant', content: '看看。' },
      { type: 'function_call', call_id: 'call_1', name: 'LS', arguments: '{"path":"manuscript"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '01.md' },
    ])
  })

  test('that stops at its limit says so, with what it wrote', async () => {
    const incomplete = { reason: 'max_output_tokens' }
    const end = response({ status: 'incomplete', incomplete_details: incomplete, usage })
    events = [created, ...message(0, '雾散了，'), { type: 'response.incomplete', response: end }]
    const { parts, text, failed } = await answerTo()
    expect({ text, failed }).toEqual({ text: '雾散了，', failed: undefined })
    expect(parts.map(({ type }) => type)).toEqual(['text', 'usage', 'reachedLimit'])
  })

  test('that has only thought at its limit is told from one that wrote nothing', async () => {
    const incomplete = { reason: 'max_output_tokens' }
    const end = response({ status: 'incomplete', incomplete_details: incomplete, usage })
    events = [created, { type: 'response.incomplete', response: end }]
    expect((await answerTo()).failed).toBe('AI_THOUGHT_ONLY')
    const output_tokens_details = { reasoning_tokens: 0 }
    events = [
      created,
      { type: 'response.completed', response: response({ usage: { ...usage, output_tokens_details } }) },
    ]
    expect((await answerTo()).failed).toBe('AI_EMPTY')
  })

  test('that refuses is filtered content: its words are none of the answer', async () => {
    events = [
      created,
      added(0, { type: 'message', id: 'msg_0', role: 'assistant', status: 'in_progress', content: [] }),
      ...["I can't help ", '这件事我不能写。'].map((delta) => ({
        ...{ type: 'response.refusal.delta', item_id: 'msg_0', output_index: 0, content_index: 0, delta },
      })),
      completed,
    ]
    const { text, failed } = await answerTo()
    expect({ text, failed }).toEqual({ text: '', failed: 'AI_CONTENT_FILTER' })
    const incomplete = { reason: 'content_filter' }
    const end = response({ status: 'incomplete', incomplete_details: incomplete, usage })
    events = [created, ...message(0, '雾'), { type: 'response.incomplete', response: end }]
    expect(await answerTo()).toMatchObject({ text: '雾', failed: 'AI_CONTENT_FILTER' })
  })

  test.each([
    [
      'an error in the stream',
      { type: 'error', code: 'server_error', message: '出了错。', param: null, sequence_number: 1 },
      'AI_PROVIDER_ERROR',
    ],
    [
      'an error object in the stream',
      { type: 'error', error: { type: 'tokens', code: 'rate_limit_exceeded', message: 'Too many requests' } },
      'AI_BUSY',
    ],
    [
      'a failed response',
      {
        type: 'response.failed',
        response: response({
          status: 'failed',
          error: { code: 'server_error', message: 'The server had an error' },
        }),
      },
      'AI_PROVIDER_ERROR',
    ],
  ])('that answers with %s fails with what it says', async (_, event, code) => {
    events = [created, event]
    expect((await answerTo()).failed).toBe(code)
    events = [event]
    expect((await answerTo()).failed).toBe(code)
    events = [created, ...message(0, '雾'), event]
    expect(await answerTo()).toMatchObject({ text: '雾', failed: 'AI_STREAM_CUT' })
  })

  test('that refuses the request, or breaks off, is told as over any other wire', async () => {
    status = 401
    events = [{ type: 'invalid_request_error', message: 'Incorrect API key provided' }]
    expect((await answerTo()).failed).toBe('AI_KEY_REFUSED')
    status = 200
    events = [created, ...message(0, '雾')]
    expect(await answerTo()).toMatchObject({ text: '雾', failed: 'AI_STREAM_CUT' })
  })
})

describe('OpenAI', () => {
  test.each([
    ['gpt-6.1-sol', false, '/v1/chat/completions'],
    ['gpt-5.6', true, '/v1/responses'],
    ['gpt-5.4-mini', true, '/v1/chat/completions'],
    ['gpt-4.1', true, '/v1/chat/completions'],
    ['gpt-5.2-pro', false, '/v1/responses'],
    ['o3-pro', false, '/v1/responses'],
    ['gpt-5.1-codex-max', false, '/v1/responses'],
  ])('is asked for %s, with tools: %s, at %s', async (modelName, hasTools, path) => {
    events = [created, ...message(0, '雾散了。'), completed]
    const { tools: _tools, ...plain } = prompt
    expect((await answerTo({ modelName, prompt: hasTools ? prompt : plain })).path).toBe(path)
  })

  test('is told the least effort where the author wants no thinking', async () => {
    events = [created, ...message(0, 'Done.'), completed]
    const effortOf = async (modelName: string) =>
      (await answerTo({ modelName, thinking: 'off' })).body?.reasoning
    expect(await effortOf('gpt-6.1-sol')).toEqual({ effort: 'low' })
    expect(await effortOf('gpt-6-luna')).toEqual({ effort: 'none' })
  })
})
