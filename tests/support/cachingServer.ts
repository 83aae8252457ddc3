import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { beginStream, endStream, sendDelta, sendUsage } from './chatServer.ts'
import type { Found, Piece, SimulatedCache } from './simulatedCache.ts'

const mark = z.looseObject({ ttl: z.string().optional() }).optional()
const part = z.looseObject({ text: z.string(), cache_control: mark, prompt_cache_breakpoint: mark })
const content = z.union([z.string(), z.array(part)])
const asked = z.looseObject({
  system: content.optional(),
  messages: z.array(z.looseObject({ role: z.string(), content })),
})

export interface AskedRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
  readonly pieces: readonly Piece[]
}

export interface CachingServer {
  readonly baseUrl: string
  readonly requests: readonly AskedRequest[]
  /** What the cache found, request by request. */
  readonly found: readonly Found[]
  close(): Promise<void>
}

interface Speaking {
  readonly cache: SimulatedCache
  /** Sends the answer with what was found; `messages`, `chat` below, or what a test wants. */
  readonly answer: (response: ServerResponse, found: Found, number: number) => void
  /** Answers what is refused, and says so: it leaves nothing in the cache. */
  readonly refuse?: (response: ServerResponse) => boolean
  /** In seconds. */
  readonly now?: () => number
}

/** A server on loopback, of messages or chat completions, that keeps what it read as a provider documents it. */
export async function startCachingServer({
  cache,
  answer,
  refuse = () => false,
  now = () => 0,
}: Speaking): Promise<CachingServer> {
  const requests: AskedRequest[] = []
  const found: Found[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = asked.parse(JSON.parse(text))
    const pieces = [...piecesOf(body.system ?? ''), ...body.messages.flatMap((one) => piecesOf(one.content))]
    requests.push({ url: request.url ?? '', headers: request.headers, body, pieces })
    if (refuse(response)) return
    try {
      found.push(cache.ask(pieces, now()))
    } catch (refusal) {
      const error = { type: 'invalid_request_error', message: String(refusal) }
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ type: 'error', error }))
    }
    answer(response, found.at(-1) as Found, requests.length) // It was just put there.
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    found,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function piecesOf(said: z.infer<typeof content>): readonly Piece[] {
  if (typeof said === 'string') return [{ text: said }]
  return said.map(({ text, cache_control, prompt_cache_breakpoint: point }) => ({
    text,
    ...(cache_control || point ? { ttlSeconds: cache_control?.ttl === '1h' ? 3600 : 300 } : {}),
  }))
}

export const event = (response: ServerResponse, type: string, rest: object = {}) =>
  void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`)

/** The beginning of an answer of Anthropic's, with the usage of its input. */
export function beginMessage(response: ServerResponse, { read, written, writtenLong, total }: Found): void {
  beginStream(response)
  const usage = {
    input_tokens: total - read - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: {
      ephemeral_5m_input_tokens: written - writtenLong,
      ephemeral_1h_input_tokens: writtenLong,
    },
    output_tokens: 1,
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
  event(response, 'message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } })
  event(response, 'ping')
  event(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
}
export const messageDelta = (response: ServerResponse, text: string) =>
  event(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text } })

export function endMessage(response: ServerResponse, stop = 'end_turn', outputTokens = 42): void {
  event(response, 'content_block_stop', { index: 0 })
  event(response, 'message_delta', {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  })
  event(response, 'message_stop')
  response.end()
}

/** A whole answer of Anthropic's. */
export function messages(response: ServerResponse, found: Found): void {
  beginMessage(response, found)
  messageDelta(response, '雾散了。')
  endMessage(response)
}

/** A whole chat completion, whose usage says what was found as one vendor says it; null: no usage. */
export const chat =
  (usageOf: (found: Found) => Record<string, unknown> | null) =>
  (response: ServerResponse, found: Found): void => {
    beginStream(response)
    sendDelta(response, '雾散了。', 'stop')
    const usage = usageOf(found)
    const counts = { prompt_tokens: found.total, completion_tokens: 4, total_tokens: found.total + 4 }
    if (usage) sendUsage(response, { ...counts, ...usage })
    endStream(response)
  }

/** What a cache did, as each vendor writes it into the usage. */
export const usages = {
  openai: ({ read, written }: Found) => ({
    prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
  }),
  deepseek: ({ read, total }: Found) => ({
    prompt_cache_hit_tokens: read,
    prompt_cache_miss_tokens: total - read,
    prompt_tokens_details: { cached_tokens: read },
  }),
  qwen: ({ read, written }: Found) => ({
    prompt_tokens_details: {
      cached_tokens: read,
      cache_creation_input_tokens: written,
      cache_type: 'ephemeral',
    },
  }),
  kimi: ({ read }: Found) => ({ cached_tokens: read }),
} as const

export const vendors = {
  openai: chat(usages.openai),
  deepseek: chat(usages.deepseek),
  qwen: chat(usages.qwen),
  kimi: chat(usages.kimi),
  ollama: chat(() => ({})),
  vllm: chat(() => ({ prompt_tokens_details: null })),
  silent: chat(() => null),
} as const
