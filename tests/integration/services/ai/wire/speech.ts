import type { ServerResponse } from 'node:http'
import type { WireFormat } from '../../../../../scripts/torture/toolServer.ts'

/** What the vendor counts of a request and its answer, in its own tokens. */
export interface Counts {
  /** The whole input. */
  readonly total: number
  readonly read: number
  readonly written: number
  readonly output: number
}

/** Why a model stopped, in the words of both formats, or in the vendor's own. */
type Ending = 'stop' | 'limit' | 'refusal' | { readonly own: string }

/** One request that a service answers, in the words of its format. */
export interface Speech {
  readonly response: ServerResponse
  /** Of the request, from 1. */
  readonly n: number
  /** What it counts; a scenario bills by them. */
  readonly counts: Counts
  /** An error in place of an answer. `code` is OpenAI's, `type` Anthropic's. */
  refuse(status: number, message: string, more?: Refusal): void
  /** Anything with a status that is no success, or a success that is no stream. */
  send(status: number, body: string | object, headers?: Record<string, string>): void
  /** The headers of a stream, and what comes before the text. */
  begin(): void
  text(piece: string): void
  /** Thinking in a field of its own. */
  think(piece: string): void
  /** An error as an event of the stream. */
  fault(message: string, code: number, type?: string): void
  /** Bytes of the stream as they are. */
  raw(bytes: string | Uint8Array): void
  /** The end of the model and what was counted; `usage`: what the vendor reports instead, null is nothing. */
  stop(ending?: Ending, usage?: Record<string, unknown> | null): void
  /** The end of the stream. */
  end(): void
  /** A whole answer. */
  answer(text?: string): void
}

interface Refusal {
  readonly code?: string
  readonly type?: string
  readonly headers?: Record<string, string>
}

const words = {
  chat: { stop: 'stop', limit: 'length', refusal: 'content_filter' },
  messages: { stop: 'end_turn', limit: 'max_tokens', refusal: 'refusal' },
} as const

/** What a scenario does, in either format. */
export function speechOf(
  format: WireFormat,
  response: ServerResponse,
  { n, counts }: Pick<Speech, 'n' | 'counts'>,
): Speech {
  const raw = (bytes: string | Uint8Array) => void response.write(bytes)
  const begin = () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
  }
  const send: Speech['send'] = (status, body, headers = {}) => {
    const type = typeof body === 'string' && body.startsWith('<') ? 'text/html' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const wordOf = (ending: Ending) => (typeof ending === 'string' ? words[format][ending] : ending.own)
  const own = format === 'chat' ? chat(raw, begin, counts, wordOf) : messages(raw, begin, counts, wordOf)
  const end = () => {
    if (format === 'chat') raw('data: [DONE]\n\n')
    else event(raw, 'message_stop')
    response.end()
  }
  return {
    ...{ response, n, counts, raw, send, ...own },
    refuse(status, message, { code = null, type = 'invalid_request_error', headers }: NullableRefusal = {}) {
      const error = format === 'chat' ? { message, type, param: null, code } : { type, message }
      send(status, format === 'chat' ? { error } : { type: 'error', error }, headers)
    },
    answer(text = '雾散了。') {
      own.begin()
      own.text(text)
      own.stop()
      end()
    },
    end,
  }
}

type NullableRefusal = Omit<Refusal, 'code'> & { readonly code?: string | null }
type Own = Pick<Speech, 'begin' | 'text' | 'think' | 'fault' | 'stop'>
type Raw = Speech['raw']

export const chatChunk = (delta: object, finish: string | null = null, more: object = {}): string => {
  const choice = { index: 0, delta, finish_reason: finish }
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [choice],
    ...more,
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function chat(raw: Raw, begin: () => void, counts: Counts, wordOf: (ending: Ending) => string): Own {
  const { total, read, written, output } = counts
  const counted = {
    ...{ prompt_tokens: total, completion_tokens: output, total_tokens: total + output },
    prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
  }
  return {
    begin,
    text: (content) => raw(chatChunk({ role: 'assistant', content })),
    think: (piece) => raw(chatChunk({ reasoning_content: piece, content: null })),
    fault: (message, code, type) => raw(`data: ${JSON.stringify({ error: { message, code, type } })}\n\n`),
    stop(ending = 'stop', usage = counted) {
      raw(chatChunk({ content: '' }, wordOf(ending)))
      if (usage) raw(chatChunk({}, null, { choices: [], usage }))
    },
  }
}

const event = (raw: Raw, type: string, rest: object = {}) =>
  raw(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`)

function messages(raw: Raw, begin: () => void, counts: Counts, wordOf: (ending: Ending) => string): Own {
  const { total, read, written, output } = counts
  const input = {
    ...{ input_tokens: total - read - written, cache_creation_input_tokens: written },
    ...{ cache_read_input_tokens: read, output_tokens: 1 },
  }
  /** The block that is open, by its kind. */
  let open: 'text' | 'thinking' | undefined
  let index = -1
  const close = () => {
    if (open) event(raw, 'content_block_stop', { index })
    open = undefined
  }
  const inBlock = (kind: 'text' | 'thinking', delta: object) => {
    if (open !== kind) {
      close()
      open = kind
      index += 1
      const block = kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '' }
      event(raw, 'content_block_start', { index, content_block: block })
    }
    event(raw, 'content_block_delta', { index, delta })
  }
  return {
    begin() {
      begin()
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
      const rest = { stop_reason: null, stop_sequence: null, usage: input }
      event(raw, 'message_start', { message: { ...message, ...rest } })
    },
    text: (text) => inBlock('text', { type: 'text_delta', text }),
    think: (thinking) => inBlock('thinking', { type: 'thinking_delta', thinking }),
    fault: (message, _, type = 'api_error') => event(raw, 'error', { error: { type, message } }),
    stop(ending = 'stop', usage = { output_tokens: output }) {
      close()
      const delta = { stop_reason: wordOf(ending), stop_sequence: null }
      event(raw, 'message_delta', { delta, ...(usage && { usage }) })
    },
  }
}
