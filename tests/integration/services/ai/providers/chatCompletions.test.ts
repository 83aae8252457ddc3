import { afterEach, describe, expect, it } from 'vitest'
import { createEndpointProvider, familyOf } from '../../../../../main/src/services/ai/index.ts'
import type { HttpProviderOptions } from '../../../../../main/src/services/ai/providers/httpProvider.ts'
import { plainPrompt } from '../../../../../main/src/services/ai/providers/prompt.ts'
import type {
  GenerationPart,
  GenerationRequest,
} from '../../../../../main/src/services/ai/providers/provider.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { continueSkill } from '../../../../support/engine.ts'

let server: ChatServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const request = (signal = new AbortController().signal): GenerationRequest => ({
  modelName: 'deepseek-chat',
  prompt: plainPrompt('<<<规则>>>\n（无）\n', '<<<即时>>>\n林远停下了。\n'),
  maxOutputTokens: 800,
  skill: continueSkill,
  selectedText: '',
  signal,
})

async function collect(parts: AsyncIterable<GenerationPart>, onPart = () => {}) {
  const got: GenerationPart[] = []
  let error: unknown
  try {
    for await (const part of parts) {
      got.push(part)
      onPart()
    }
  } catch (thrown) {
    error = thrown
  }
  return { got, error }
}

/** A provider that speaks chat completions in no dialect. */
const createCompatibleProvider = (options: HttpProviderOptions) =>
  createEndpointProvider({ ...options, family: familyOf({ ...options, family: 'compatible' }) })

describe('an endpoint of chat completions', () => {
  it('sends both halves of the prompt byte for byte and streams the answer with its usage', async () => {
    server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '雾')
      sendDelta(response, '又厚了。', 'stop')
      sendUsage(response, {
        prompt_tokens: 120,
        completion_tokens: 6,
        total_tokens: 126,
        prompt_tokens_details: { cached_tokens: 64 },
      })
      endStream(response)
    })
    const provider = createCompatibleProvider({
      id: 'deepseek',
      baseUrl: server.baseUrl,
      apiKey: 'test-key-1',
      now: Date.now,
    })
    const { got, error } = await collect(provider.stream(request()))
    expect({ got, error }).toEqual({
      got: [
        { type: 'text', delta: '雾' },
        { type: 'text', delta: '又厚了。' },
        {
          type: 'usage',
          usage: { inputTokens: 120, cachedInputTokens: 64, outputTokens: 6, reportsCache: true },
          raw: expect.objectContaining({ prompt_tokens: 120 }),
        },
      ],
      error: undefined,
    })
    expect(server.requests).toEqual([
      {
        authorization: 'Bearer test-key-1',
        body: expect.objectContaining({
          model: 'deepseek-chat',
          stream: true,
          max_tokens: 800,
          messages: [
            { role: 'system', content: '<<<规则>>>\n（无）\n' },
            { role: 'user', content: '<<<即时>>>\n林远停下了。\n' },
          ],
        }),
      },
    ])
  })

  it('asks a service whose id is the name of something that every object has', async () => {
    server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '雾。', 'stop')
      endStream(response)
    })
    const { baseUrl } = server
    const answers = ['constructor', 'toString', '__proto__', '我的 服务-1'].map((id) =>
      collect(createCompatibleProvider({ id, baseUrl, apiKey: 'k', now: Date.now }).stream(request())),
    )
    const answer = { got: [{ type: 'text', delta: '雾。' }], error: undefined }
    expect(await Promise.all(answers)).toEqual([answer, answer, answer, answer])
  })

  it('says that the key is wrong without repeating it', async () => {
    server = await startChatServer(
      (response) => void response.writeHead(401).end('{"error":{"message":"bad key sk-secret-1234567890"}}'),
    )
    const provider = createCompatibleProvider({
      id: 'p',
      baseUrl: server.baseUrl,
      apiKey: 'sk-secret-1234567890',
      now: Date.now,
    })
    const { error } = await collect(provider.stream(request()))
    expect(error).toMatchObject({ code: 'AI_KEY_REFUSED', details: { status: 401, said: 'bad key ***' } })
    expect(String((error as Error).message)).not.toContain('sk-secret')
  })

  it('keeps what had arrived when the stream breaks off, and reports the break', async () => {
    server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '写到一半')
      setTimeout(() => response.destroy(), 20)
    })
    const provider = createCompatibleProvider({
      id: 'p',
      baseUrl: server.baseUrl,
      apiKey: undefined,
      now: Date.now,
    })
    const { got, error } = await collect(provider.stream(request()))
    expect(got).toEqual([{ type: 'text', delta: '写到一半' }])
    expect(error).toMatchObject({ code: 'AI_STREAM_CUT' })
  })

  it('stops waiting for a provider that says nothing', async () => {
    server = await startChatServer((response) => void beginStream(response))
    const provider = createCompatibleProvider({
      id: 'p',
      baseUrl: server.baseUrl,
      apiKey: undefined,
      now: Date.now,
      headersMs: 60,
      silenceMs: 60,
    })
    const { error } = await collect(provider.stream(request()))
    expect(error).toMatchObject({ code: 'AI_PROVIDER_TIMEOUT' })
  })

  it('stops waiting for a provider that keeps the line open and never ends a frame', async () => {
    const drips: NodeJS.Timeout[] = []
    server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '雾。')
      response.write('data: {"choices":[')
      drips.push(setInterval(() => response.write(' '), 5))
    })
    const provider = createCompatibleProvider({
      id: 'p',
      baseUrl: server.baseUrl,
      apiKey: undefined,
      now: Date.now,
      silenceMs: 60,
    })
    const { got, error } = await collect(provider.stream(request()))
    for (const drip of drips) clearInterval(drip)
    expect([got, error]).toEqual([
      [{ type: 'text', delta: '雾。' }],
      expect.objectContaining({ code: 'AI_PROVIDER_TIMEOUT' }),
    ])
  })

  it('ends at once when the author cancels', async () => {
    const abort = new AbortController()
    server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '开头')
    })
    const provider = createCompatibleProvider({
      id: 'p',
      baseUrl: server.baseUrl,
      apiKey: undefined,
      now: Date.now,
    })
    const { got, error } = await collect(provider.stream(request(abort.signal)), () => abort.abort())
    expect([got, error]).toEqual([
      [{ type: 'text', delta: '开头' }],
      expect.objectContaining({ code: 'CANCELLED' }),
    ])
  })
})
