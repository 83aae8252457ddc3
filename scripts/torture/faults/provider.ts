import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '../caller.ts'
import { event, listen } from '../endpoint.ts'
import { makePlace } from '../place.ts'

/** The flood stops when it has sent so much that whoever still takes it takes everything. */
const floodUnits = 24 * 1_048_576

type Behaviour = (response: ServerResponse, elsewhere: string) => void | Promise<void>

const stream = (response: ServerResponse, more: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', ...more })

/** What a provider may do wrong, and how a run may end by it: with a code, or with the text it was sent. */
const behaviours: Readonly<Record<string, { readonly act: Behaviour; readonly mayEnd: RegExp }>> = {
  'hangs before the first word': { act: () => undefined, mayEnd: /^(cancelled|CANCELLED)$/ },
  'hangs in the middle': {
    act: (response) => void stream(response).write(event('雾又厚了。')),
    mayEnd: /^(cancelled|CANCELLED)$/,
  },
  floods: {
    act: (response) => flood(response, event('雾'.repeat(65_536))),
    mayEnd: /^AI_/,
  },
  'never ends its line': {
    act: (response) => flood(response, 'x'.repeat(65_536), 'data: {"choices":[{"delta":{"content":"'),
    mayEnd: /^AI_/,
  },
  'redirects with 307': { act: redirect(307), mayEnd: /^AI_/ },
  'redirects with 308': { act: redirect(308), mayEnd: /^AI_/ },
  'redirects with 302': { act: redirect(302), mayEnd: /^AI_/ },
  'promises more than it sends': {
    act(response) {
      const body = event('雾又厚了。')
      stream(response, { 'content-length': String(Buffer.byteLength(body) + 5000) }).write(body)
      setTimeout(() => response.socket?.destroy(), 50)
    },
    mayEnd: /^(AI_|done)/,
  },
  'sends more than it promised': {
    act: (response) => {
      const body = event('雾又厚了。')
      // Written past Node, which would correct it.
      const length = Buffer.byteLength(body) - 20
      const head = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${length}\r\n\r\n`
      response.socket?.end(head + body + body)
    },
    mayEnd: /^(AI_|done)/,
  },
  'is cut off': {
    act(response) {
      stream(response).write(event('雾又厚了。'))
      setTimeout(() => response.socket?.destroy(), 50)
    },
    mayEnd: /^(AI_|done)/,
  },
  'answers a page': {
    act: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>登录</h1>'),
    mayEnd: /^(AI_|done)/,
  },
  'sends half a frame': {
    act: (response) => void stream(response).end('data: {"choices":[{"delta":{"con\n\n'),
    mayEnd: /^AI_/,
  },
  'answers 500': { act: (response) => void response.writeHead(500).end('{}'), mayEnd: /^AI_/ },
}

/** Every run against a provider that misbehaves ends, with a code or with its text, and the next one is answered. */
export async function wrongProvider(
  { times, print }: { readonly times: number; readonly print: (line: string) => void },
  findings: { checked: number; readonly failures: string[] },
): Promise<void> {
  let act: Behaviour = () => undefined
  let toldElsewhere = 0
  const elsewhere = await listen((_request, response) => {
    toldElsewhere += 1
    response.end(event('从别处来的字。', 'stop'))
  })
  const server = await listen((request, response) => {
    request.resume()
    request.on('end', () => void act(response, elsewhere.url))
  })
  const place = await makePlace()
  const app = await openApp(place)
  try {
    const { call, projectId, runs } = app
    const provider = { id: 'local', name: '本机', baseUrl: `${server.url}/v1`, models: ['m'] }
    await call('settings:update', { patch: { providers: [provider] } })
    const { models } = await call('ai:models', {})
    const modelId = models.find((one) => one.provider === 'local')?.id ?? ''
    const { documents } = await call('documents:list', { projectId })
    const documentId = documents[4]?.documentId ?? ''
    const run = async (patience: number) => {
      const asked = { projectId, documentId, cursorPosition: 300, skillId: 'continue', modelId }
      const { runId } = await call('ai:run', asked)
      const giveUp = sleep(patience, undefined, { ref: false }).then(() => call('ai:cancel', { runId }))
      giveUp.catch(() => undefined)
      return runs.end(runId)
    }
    for (const [name, { act: next, mayEnd }] of Object.entries(behaviours).slice(-times)) {
      act = next
      findings.checked += 1
      const end = await run(name.startsWith('hangs') ? 500 : 60_000)
      const how =
        end.type === 'error' ? end.error.code : end.type === 'done' && end.cancelled ? 'cancelled' : 'done'
      const units = 'text' in end ? end.text.length : 0
      print(`faults   a provider that ${name}: ${how}, ${units} characters`)
      if (!mayEnd.test(how)) findings.failures.push(`a provider that ${name} ends a run with ${how}`)
      if (end.type === 'error' && !/[。”]$/.test(end.error.message))
        findings.failures.push(`a provider that ${name}: no sentence: ${end.error.message}`)
      if (flooded >= floodUnits) findings.failures.push(`a provider that ${name} was listened to without end`)
      flooded = 0
      act = (response) => void stream(response).end(`${event('退潮了。', 'stop')}data: [DONE]\n\n`)
      const after = await run(60_000)
      if (after.type !== 'done' || after.text !== '退潮了。')
        findings.failures.push(
          `after a provider that ${name} the next run ends with ${JSON.stringify(after)}`,
        )
    }
    if (toldElsewhere > 0)
      findings.failures.push(`redirects: another host was sent the prompt ${toldElsewhere} times`)
    print(`faults   requests that reached the host of a redirect: ${toldElsewhere}`)
  } finally {
    await app.dispose()
    await place.remove()
    server.close()
    elsewhere.close()
  }
}

let flooded = 0

/** Sends without end, as fast as it is taken. */
async function flood(response: ServerResponse, part: string, begin = ''): Promise<void> {
  flooded = 0
  stream(response).write(begin)
  response.setMaxListeners(0)
  while (flooded < floodUnits && !response.destroyed) {
    flooded += 65_536
    if (!response.write(part)) await Promise.race([drained(response), closed(response)])
  }
  response.end()
}

function redirect(status: number): Behaviour {
  return (response, elsewhere) =>
    void response.writeHead(status, { location: `${elsewhere}/v1/chat/completions` }).end()
}

const drained = (response: ServerResponse) => new Promise((resolve) => response.once('drain', resolve))
const closed = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve))
