import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { runAgainst, type ServiceSetUp } from '../../../../support/runAgainst.ts'

const chapter = 'manuscript/001.md'
export const canaryLine = '许三娘把𠮷字灯笼挂在了第十三根桅杆上。'
export const canaryKey = 'sk-canary-7f3a9b2c5d8e1f40'
const files = { [chapter]: `# 第一章\r\n\r\n　　${canaryLine}林远上了岸。\r\n${prose(6000)}` }
/** What the app's clock says all the time. */
const noon = Date.parse('2026-11-22T12:00:00Z')

/** Answers the n-th request, from 1. */
export type Answer = (response: ServerResponse, n: number) => void | Promise<void>

export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
export const openAi = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})
export const frame = (response: ServerResponse, value: unknown) =>
  response.write(`data: ${JSON.stringify(value)}\n\n`)
export const chunkOf = (delta: Record<string, unknown>, finish: string | null = null, rest: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...rest,
})
export const good: Answer = (response) => {
  beginStream(response)
  sendDelta(response, '雾散了。', 'stop')
  endStream(response)
}

/**
 * An app with one novel and runs of it against providers that answer as told, for the tests of one file. Waiting
 * costs no time, `waits` has what was waited for in the test; a wait of 77 s lasts until it is cancelled.
 */
export function failingProviders() {
  const waits: number[] = []
  const waiting = {
    headersMs: 20_000,
    silenceMs: 20_000,
    random: () => 0.5,
    sleep: async (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      if (ms === 77_000 && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  }
  let novel: TestApp
  const logged: unknown[] = []
  const seen: RunEvent[] = []
  const servers: ChatServer[] = []
  const log = (fields: object, message: string) => void logged.push([fields, message])

  beforeAll(async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    novel = await startNovel(files, [], {
      logger: { debug: log, info: log, warn: log, error: log },
      clock: { now: () => noon, monotonic: () => performance.now() },
      timeouts: waiting,
    })
  })
  afterAll(async () => {
    await novel.remove()
    vi.unstubAllEnvs()
  })
  beforeEach(() => {
    waits.length = 0
    Object.assign(waiting, { headersMs: 20_000, silenceMs: 20_000 })
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function serve(answer: Answer): Promise<ChatServer> {
    const server = await startChatServer(answer)
    servers.push(server)
    return server
  }

  async function against(
    answer: Answer,
    service: Partial<ServiceSetUp> = {},
    onEvent?: Parameters<typeof runAgainst>[3],
  ) {
    const server = await serve(answer)
    const set = { baseUrl: server.baseUrl, key: canaryKey, ...service }
    const events = await runAgainst(novel, set, chapter, onEvent)
    seen.push(...events)
    const last = events.at(-1)
    const usage = events.findLast((event) => event.type === 'usage')?.usage
    return { events, last, usage, requests: server.requests }
  }

  /** To be called last in a file: looks at everything that its runs left. */
  function testThatNothingLeaked(): void {
    test('neither the key nor a line of the manuscript is in any event, log or receipt of all these runs', async () => {
      const { projectId } = novel
      const { receipts } = await novel.invoke('context:receipt:list', { projectId })
      const told = await Promise.all(
        receipts.map(({ receiptId }) => novel.invoke('context:receipt:read', { projectId, receiptId })),
      )
      const hasFailed = seen.some(({ type }) => type === 'error')
      expect([seen.length > 20, logged.length > 0, told.length > 0]).toEqual([true, hasFailed, true])
      for (const place of [seen, logged, told.map(({ receipt }) => receipt)]) {
        const text = JSON.stringify(place)
        expect([text.includes(canaryKey), text.includes(canaryLine)]).toEqual([false, false])
      }
    })
  }

  return { against, serve, waiting, waits, testThatNothingLeaked }
}
