import { once, type Scenario } from './scenario.ts'
import { chatChunk } from './speech.ts'

const begun = '雾又厚了。'
const brokeOff = { text: begun, booked: { estimatedOf: begun } } as const
const begin: Scenario['does'] = (speech) => {
  speech.begin()
  speech.text(begun)
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Streams that break off, and streams that look broken and are not. */
const breaks: readonly Scenario[] = [
  {
    name: 'whose connection is cut in mid-text',
    async does(speech) {
      begin(speech)
      await pause(20)
      speech.response.destroy()
    },
    expected: { ends: 'AI_STREAM_CUT', ...brokeOff },
  },
  {
    name: 'whose stream ends in mid-text without an end',
    does(speech) {
      begin(speech)
      speech.response.end()
    },
    expected: { ends: 'AI_STREAM_CUT', ...brokeOff },
  },
  {
    name: 'with an error in mid-text',
    does(speech) {
      begin(speech)
      speech.fault('upstream gone', 500)
      speech.response.end()
    },
    expected: { ends: 'AI_STREAM_CUT', ...brokeOff },
  },
  {
    name: 'that is silent in mid-text',
    waiting: { silenceMs: 150 },
    does: begin,
    expected: { ends: 'AI_PROVIDER_TIMEOUT', ...brokeOff },
  },
  {
    name: 'that the author stops in mid-text',
    does: begin,
    cancelsAt: 'text',
    expected: { ends: 'cancelled', ...brokeOff },
  },
  {
    name: 'whose stream ends before it begins',
    does: once((speech) => {
      speech.response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
    }),
    expected: { requests: 2, waits: [1000] },
  },
  {
    name: 'whose first event is that it is overloaded',
    does: once((speech) => {
      speech.response.writeHead(200, { 'content-type': 'text/event-stream' })
      speech.fault('Overloaded', 503, 'overloaded_error')
      speech.response.end()
    }),
    expected: { requests: 2, waits: [1000] },
  },
  {
    name: 'whose first event is that there is no balance',
    does(speech) {
      speech.response.writeHead(200, { 'content-type': 'text/event-stream' })
      speech.fault('Insufficient Balance', 402, 'billing_error')
      speech.response.end()
    },
    expected: { ends: 'AI_BALANCE' },
  },
  {
    name: 'whose first event is a filter',
    does(speech) {
      speech.response.writeHead(200, { 'content-type': 'text/event-stream' })
      speech.fault('content_filter: sensitive', 400)
      speech.response.end()
    },
    expected: { ends: 'AI_CONTENT_FILTER' },
  },
  {
    name: 'that answers with an error of JSON under a success',
    does: once((speech) => speech.send(200, { error: { message: 'Overloaded', code: 503 } })),
    expected: { requests: 2, waits: [1000] },
  },
  {
    name: 'that answers with nothing at all under a success',
    does: once((speech) => speech.send(200, '')),
    expected: { requests: 2, waits: [1000] },
  },
]

/** A whole answer, sent in an unusual way. */
const unusual = (name: string, does: Scenario['does'], only?: 'chat'): Scenario => ({
  ...{ name: `that ${name}`, does, expected: {} },
  ...(only && { only }),
})

const oddities: readonly Scenario[] = [
  unusual('sends a broken chunk and an unknown event', (speech) => {
    speech.begin()
    speech.raw('data: {"choices":[{"ind\n\ndata: {"type":"weather","object":"heartbeat"}\n\n')
    speech.text('雾散了。')
    speech.stop()
    speech.end()
  }),
  unusual('sends comments', (speech) => {
    speech.begin()
    speech.raw(': OPENROUTER PROCESSING\r\n\r\n: keep-alive\n\n')
    speech.text('雾散了。')
    speech.raw(':\n\n')
    speech.stop()
    speech.end()
  }),
  unusual('sends its bytes in threes', async (speech) => {
    const bytes: Buffer[] = []
    const { response } = speech
    const { write } = response
    response.write = (chunk: string | Uint8Array) => bytes.push(Buffer.from(chunk)) > 0
    speech.begin()
    speech.text('雾')
    speech.text('散了。')
    speech.stop()
    response.write = write
    const all = Buffer.concat(bytes)
    for (let at = 0; at < all.length; at += 3) response.write(all.subarray(at, at + 3))
    speech.end()
  }),
  unusual(
    'ends its lines as Windows does, behind a byte order mark',
    (speech) => {
      speech.begin()
      speech.raw('\uFEFF')
      speech.raw(chatChunk({ content: '雾散了。' }, 'stop').replaceAll('\n', '\r\n'))
      speech.stop()
      speech.end()
    },
    'chat',
  ),
  unusual(
    'puts no space behind data:',
    (speech) => {
      speech.begin()
      speech.raw(chatChunk({ content: '雾散了。' }).replace('data: ', 'data:'))
      speech.stop()
      speech.end()
    },
    'chat',
  ),
  unusual(
    'does not say [DONE]',
    (speech) => {
      speech.begin()
      speech.text('雾散了。')
      speech.stop()
      speech.response.end()
    },
    'chat',
  ),
  unusual(
    'sends text without a role, and chunks without choices',
    (speech) => {
      speech.begin()
      speech.raw(chatChunk({}, null, { choices: [] }))
      speech.raw(chatChunk({ content: '雾散了。' }))
      speech.stop()
      speech.end()
    },
    'chat',
  ),
  {
    name: 'that only thinks and pings for longer than it may be silent',
    waiting: { silenceMs: 300 },
    async does(speech) {
      speech.begin()
      for (let at = 0; at < 8; at += 1) {
        if (at % 2 === 0) speech.raw(': ping\n\n')
        else speech.think('想')
        await pause(60)
      }
      speech.text('雾散了。')
      speech.stop()
      speech.end()
    },
    expected: {},
  },
]

/** Streams of a service, whole and broken. */
export const streams: readonly Scenario[] = [...breaks, ...oddities]
