import type { ServerResponse } from 'node:http'
import {
  beginMessage,
  type CachingServer,
  endMessage,
  messageDelta,
  startCachingServer,
} from './cachingServer.ts'
import { beginStream, endStream, sendDelta, sendUsage } from './chatServer.ts'
import type { Found, SimulatedCache } from './simulatedCache.ts'
import { billOf, type VendorPrice } from './vendorPrices.ts'

/**
 * How a request ends. `hang`: all of the text comes, and no end; `cut`: the connection is gone after half of it;
 * `limit`: the answer is as long as it may be; `refused` and `busy` cost nothing.
 */
export type Ending = 'stop' | 'limit' | 'hang' | 'cut' | 'refused' | 'busy'

export interface BillingServer extends CachingServer {
  /** One line for each request that was answered, in US dollars. */
  readonly bill: readonly number[]
  /** How the next requests end; every one after them stops by itself. */
  readonly endings: Ending[]
}

interface Selling {
  readonly price: VendorPrice
  readonly cache: SimulatedCache
  /** How the vendor counts. */
  readonly measure: (text: string) => number
  /** The text of an answer. */
  readonly answer: (body: Readonly<Record<string, unknown>>) => string
  /** The cache in the usage of a chat completion, as the vendor writes it; absent: Anthropic's messages. */
  readonly usageOf?: (found: Found, dollars: number) => Record<string, unknown>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A vendor on loopback, who bills by its own price list what it has read and written, to the last token it sent. */
export async function startBillingServer(options: Selling): Promise<BillingServer> {
  const { price, cache, measure, now, usageOf } = options
  const bill: number[] = []
  const endings: Ending[] = []
  const server = await startCachingServer({
    cache,
    now: () => now() / 1000,
    refuse(response) {
      const [next] = endings
      if (next !== 'refused' && next !== 'busy') return false
      endings.shift()
      response.writeHead(next === 'busy' ? 503 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: next } }))
      return true
    },
    answer(response, found, number) {
      const ending = endings.shift() ?? 'stop'
      const text = options.answer(server.requests[number - 1]?.body ?? {})
      const sent = ending === 'cut' ? text.slice(0, Math.ceil(text.length / 2)) : text
      const output = measure(sent)
      const dollars = billOf(price, { ...found, output }, now())
      bill.push(dollars)
      const sending = { sent, ending, output, found }
      if (usageOf) sendChat(response, sending, usageOf(found, dollars))
      else sendMessages(response, sending)
    },
  })
  return { ...server, bill, endings }
}

interface Sending {
  readonly sent: string
  readonly ending: Ending
  readonly output: number
  readonly found: Found
}

const piecesOf = (text: string) => text.match(/.{1,40}/gsu) ?? []
/** After what was written has left. */
const cut = (response: ServerResponse) => void setImmediate(() => response.socket?.destroySoon())

function sendChat(
  response: ServerResponse,
  { sent, ending, output, found }: Sending,
  usage: Record<string, unknown>,
): void {
  beginStream(response)
  for (const piece of piecesOf(sent)) sendDelta(response, piece)
  if (ending === 'cut') cut(response)
  if (ending === 'hang' || ending === 'cut') return
  sendDelta(response, '', ending === 'limit' ? 'length' : 'stop')
  const counts = { prompt_tokens: found.total, completion_tokens: output, total_tokens: found.total + output }
  sendUsage(response, { ...counts, ...usage })
  endStream(response)
}

function sendMessages(response: ServerResponse, { sent, ending, output, found }: Sending): void {
  beginMessage(response, found)
  for (const piece of piecesOf(sent)) messageDelta(response, piece)
  if (ending === 'cut') cut(response)
  if (ending === 'hang' || ending === 'cut') return
  endMessage(response, ending === 'limit' ? 'max_tokens' : 'end_turn', output)
}
