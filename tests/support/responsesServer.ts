import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An item of a request's input. */
export interface InputItem {
  readonly type?: string
  readonly role?: string
  readonly id?: string
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly output?: string
  readonly encrypted_content?: string
}

/** The body of a request to OpenAI's Responses API, as far as it is read. */
export interface ResponsesBody {
  readonly model: string
  readonly store: boolean
  readonly include?: readonly string[]
  readonly reasoning?: unknown
  readonly input: readonly InputItem[]
  readonly tools?: readonly { readonly name: string }[]
}

/** One answer of the model; each begins with reasoning of its own. */
export interface ResponsesAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
}

/** What the service refuses of an input: calls and results that do not belong together, reasoning that was left out. */
function faultsOf({ input, store }: ResponsesBody): readonly string[] {
  const faults: string[] = store ? ['it would be stored'] : []
  const open = new Set<string>()
  let sealed: string | undefined
  for (const [at, item] of input.entries()) {
    const { type = 'message', call_id: id = '' } = item
    if (type === 'reasoning') {
      if (!item.encrypted_content?.startsWith('sealed-')) faults.push('reasoning that is not sealed')
      if (at + 1 === input.length) faults.push('reasoning with nothing behind it')
      sealed = item.id
    }
    if (type === 'function_call') {
      if (sealed !== `rs_${id.split('_')[1]}`) faults.push(`the call ${id} without its reasoning`)
      open.add(id)
    }
    if (type === 'function_call_output' && !open.delete(id)) faults.push(`a result without a call: ${id}`)
    if (type === 'message' && item.role === 'user' && open.size > 0) faults.push('calls without results')
  }
  return open.size > 0 ? [...faults, 'calls without results'] : faults
}

/** A server that plays a model of OpenAI's Responses API with tools and sealed reasoning; faults are refused with 400. */
export async function startResponsesServer(script: readonly ResponsesAnswer[]) {
  const bodies: ResponsesBody[] = []
  const faults: string[] = []
  const paths: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ResponsesBody // checked by `faultsOf`
    paths.push(request.url)
    bodies.push(body)
    const found = request.url === '/v1/responses' ? faultsOf(body) : [`asked at ${request.url}`]
    faults.push(...found)
    if (found[0] !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(
        JSON.stringify({ error: { type: 'invalid_request_error', message: found[0] } }),
      )
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of eventsOf(script[bodies.length - 1] ?? { text: '剧本演完了。' }, bodies.length))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ baseUrl: `http://127.0.0.1:${port}/v1`, bodies, faults, paths },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>

/** An answer as it is streamed: reasoning, text, calls, usage. */
function eventsOf({ text, calls = [] }: ResponsesAnswer, number: number): readonly Event[] {
  const response = { id: `resp_${number}`, created_at: number, model: 'gpt-6.1-sol' }
  const usage = {
    ...{ input_tokens: 4000 + number, output_tokens: 30, total_tokens: 4030 + number },
    input_tokens_details: { cached_tokens: number > 1 ? 3000 : 0, cache_write_tokens: 100 },
    output_tokens_details: { reasoning_tokens: 20 },
  }
  let at = 0
  const item = (start: object, deltas: readonly object[], end: object): readonly Event[] => {
    const output_index = at++
    return [
      { type: 'response.output_item.added', output_index, item: start },
      ...deltas.map((delta) => ({ output_index, ...delta }) as unknown as Event), // each has a type
      { type: 'response.output_item.done', output_index, item: end },
    ]
  }
  const reasoning = {
    type: 'reasoning',
    id: `rs_${number}`,
    summary: [],
    encrypted_content: `sealed-${number}`,
  }
  const spoken = { type: 'message', id: `msg_${number}`, role: 'assistant' }
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    ...item(reasoning, [], reasoning),
    ...(text === undefined
      ? []
      : item(
          { ...spoken, status: 'in_progress', content: [] },
          (text.match(/[\s\S]{1,5}/gu) ?? []).map((delta) => ({
            ...{
              type: 'response.output_text.delta',
              item_id: spoken.id,
              content_index: 0,
              delta,
              logprobs: [],
            },
          })),
          {
            ...{ ...spoken, status: 'completed' },
            content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
          },
        )),
    ...calls.flatMap(({ name, input }, index) => {
      const call = {
        type: 'function_call',
        id: `fc_${number}_${index}`,
        call_id: `call_${number}_${index}`,
        name,
      }
      const words = JSON.stringify(input)
      return item(
        { ...call, arguments: '', status: 'in_progress' },
        (words.match(/[\s\S]{1,7}/gu) ?? []).map((delta) => ({
          ...{ type: 'response.function_call_arguments.delta', item_id: call.id, delta },
        })),
        { ...call, arguments: words, status: 'completed' },
      )
    }),
    { type: 'response.completed', response: { ...response, status: 'completed', usage } },
  ]
}
