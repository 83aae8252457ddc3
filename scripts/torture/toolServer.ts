import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultsOfChat, faultsOfMessages, type WireBody } from './toolRequests.ts'

/** The two wire formats in which tools are called. */
export type WireFormat = 'chat' | 'messages'

/** One answer of a model with tools. */
export interface ToolAnswer {
  readonly text?: string
  readonly thinking?: string
  /** Arguments that are no text are sent as JSON. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly id?: string }[]
  /** `length`: the answer reached its limit; the last arguments may be incomplete. `cut`: the connection ends. */
  readonly ending?: 'length' | 'cut'
  /** Reported as read; absent: 4000 and the number of the request. */
  readonly inputTokens?: number
  /** Reported as written; absent: 10. */
  readonly outputTokens?: number
  /** Refuses the request with this status and message. */
  readonly refusal?: readonly [status: number, message: string]
}

type ToolScript = readonly ToolAnswer[] | ((body: WireBody, number: number) => ToolAnswer)

/**
 * A server that plays a model with tools in one of the formats, and refuses with 400 what the vendors refuse: calls
 * without results, results without calls, marks of the cache that live longer behind shorter ones, more than four.
 */
export async function startToolServer(format: WireFormat, script: ToolScript) {
  const bodies: WireBody[] = []
  const faults: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as WireBody // checked by `faultsOf…`
    bodies.push(body)
    const found = format === 'chat' ? faultsOfChat(body) : faultsOfMessages(body)
    faults.push(...found)
    const number = bodies.length
    const answer =
      typeof script === 'function' ? script(body, number) : (script[number - 1] ?? { text: '剧本演完了。' })
    const refusal = found[0] === undefined ? answer.refusal : ([400, found[0]] as const)
    if (refusal) {
      const [status, message] = refusal
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const play = format === 'chat' ? playChat : playMessages
    play(response, {
      inputTokens: 4000 + number,
      outputTokens: 10,
      ...answer,
      calls: answer.calls?.map((call, at) => ({ id: `call_${number}_${at}`, ...call })) ?? [],
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Bodies of the requests so far. */
    bodies,
    /** What of them a vendor would have refused. */
    faults,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Played = ToolAnswer & { readonly inputTokens: number; readonly outputTokens: number } & {
  readonly calls: readonly { id: string; name: string; input: unknown }[]
}

const argumentsOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input))
/** In pieces, as they are streamed. */
const piecesOf = (text: string) => text.match(/[\s\S]{1,7}/gu) ?? []

function playChat(
  response: ServerResponse,
  { text, thinking, calls, ending, inputTokens, outputTokens }: Played,
): void {
  const send = (delta: object, finish: string | null = null, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`,
    )
  for (const piece of piecesOf(thinking ?? '')) send({ role: 'assistant', reasoning_content: piece })
  for (const piece of piecesOf(text ?? '')) send({ role: 'assistant', content: piece })
  for (const [index, { id, name, input }] of calls.entries()) {
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    for (const piece of piecesOf(argumentsOf(input)))
      send({ tool_calls: [{ index, function: { arguments: piece } }] })
  }
  if (ending === 'cut') {
    response.end()
    return
  }
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
  }
  send({}, ending === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop', { usage })
  response.end('data: [DONE]\n\n')
}

function playMessages(
  response: ServerResponse,
  { text, thinking, calls, ending, inputTokens, outputTokens }: Played,
): void {
  const send = (type: string, event: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`)
  const usage = {
    input_tokens: inputTokens,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  }
  send('message_start', {
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  })
  let index = 0
  const block = (content: object, deltas: readonly object[], isOpen = false) => {
    send('content_block_start', { index, content_block: content })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    if (!isOpen) send('content_block_stop', { index })
    index += 1
  }
  if (thinking !== undefined)
    block({ type: 'thinking', thinking: '' }, [
      ...piecesOf(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: `signed:${thinking}` },
    ])
  if (text !== undefined)
    block(
      { type: 'text', text: '' },
      piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
    )
  for (const [at, { id, name, input }] of calls.entries())
    block(
      { type: 'tool_use', id, name, input: {} },
      piecesOf(argumentsOf(input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ending === 'cut' && at === calls.length - 1,
    )
  if (ending === 'cut') {
    response.end()
    return
  }
  const reason = ending === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn'
  send('message_delta', {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  })
  send('message_stop', {})
  response.end()
}
