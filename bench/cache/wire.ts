import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { type Cache, type Request, remembered } from './caches.ts'
import { commonUnits } from './measure.ts'

/** One piece of a request as it goes over the wire: a message, or a part of one. */
interface Piece {
  readonly role: string
  readonly text: string
  readonly isMarked: boolean
}

/** What a scripted model is asked: everything, and how much that is. */
export interface AskedOver {
  readonly text: string
  readonly tokens: number
  /** Each message in full, the system's included. */
  readonly messages: readonly string[]
}

export interface Wire {
  readonly baseUrl: string
  /** As the provider sees them, in order. */
  readonly requests: readonly Request[]
  /** Whether each repeats the one before byte for byte, but for the end that was of that one alone. */
  readonly goesOn: readonly boolean[]
  close(): Promise<void>
}

/**
 * An endpoint of chat completions on loopback that keeps what it reads as `cache` does, answers by `answer`, and says
 * in its usage what both took. `count` in the tokens of the model.
 */
export async function startWire(playing: {
  readonly cache: Cache
  readonly count: (text: string) => number
  readonly answer: (asked: AskedOver) => string
  /** Where the end of a request begins that is of this one alone, in UTF-16 units. */
  readonly uniqueFrom: (text: string) => number
}): Promise<Wire> {
  const { cache, count, answer, uniqueFrom } = playing
  const requests: Request[] = []
  const goesOn: boolean[] = []
  let earlier: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const asked: Body = JSON.parse(body)
    const pieces = piecesOf(asked)
    const messages = asked.messages.map((message) =>
      piecesOf({ messages: [message] })
        .map((piece) => piece.text)
        .join(''),
    )
    const text = pieces.map((piece) => piece.text).join('')
    const seen = requestOf(pieces, { text, earlier, count })
    const [before] = earlier
    goesOn.push(before !== undefined && text.startsWith(before.slice(0, uniqueFrom(before))))
    earlier = [text, ...earlier].slice(0, remembered)
    requests.push(seen)
    const { read } = cache(seen)
    const said = answer({ text, tokens: seen.tokens, messages })
    send(response, said, { read, tokens: seen.tokens, written: count(said) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens.
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    ...{ requests, goesOn },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Of a chat completion. */
interface Body {
  readonly messages: readonly {
    readonly role: string
    readonly content: string | readonly ({ readonly text: string } & Record<string, unknown>)[]
  }[]
}

function piecesOf(body: Body): readonly Piece[] {
  return body.messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [{ role, text: content, isMarked: false }]
      : content.map(({ text, cache_control, prompt_cache_breakpoint: point }) => ({
          ...{ role, text, isMarked: cache_control !== undefined || point !== undefined },
        })),
  )
}

function requestOf(
  pieces: readonly Piece[],
  {
    text,
    earlier,
    count,
  }: {
    readonly text: string
    readonly earlier: readonly string[]
    readonly count: (text: string) => number
  },
): Request {
  const blocks = pieces.map(({ role, text: own }) => ({
    hash: sha256Hex(`${role}\n${own}`),
    tokens: count(own),
  }))
  const marks = pieces.flatMap(({ isMarked }, at) => (isMarked ? [at] : []))
  // Many of them begin alike as far.
  const counted = new Map<number, number>()
  const tokensUpTo = (units: number) => {
    const tokens = counted.get(units) ?? count(text.slice(0, units))
    counted.set(units, tokens)
    return tokens
  }
  return {
    ...{ blocks, marks, breakpoints: marks },
    tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    common: earlier.map((one) => tokensUpTo(commonUnits(one, text))),
  }
}

function send(
  response: ServerResponse,
  said: string,
  { read, tokens, written }: { readonly read: number; readonly tokens: number; readonly written: number },
): void {
  const chunk = (rest: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest })}\n\n`,
    )
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: said }, finish_reason: 'stop' }] })
  chunk({
    choices: [],
    usage: {
      ...{ prompt_tokens: tokens, completion_tokens: written, total_tokens: tokens + written },
      prompt_tokens_details: { cached_tokens: read },
    },
  })
  response.end('data: [DONE]\n\n')
}
