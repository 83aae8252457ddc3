import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import { beginStream, type ChatServer, sendDelta, startChatServer } from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'

const chapter = 'manuscript/001.md'
const files = { [chapter]: '# 第一章\n\n　　林远上了岸。他把信折好，放进衣袋里。\n' }
const MiB = 2 ** 20
/** What may lie in the buffers of two sockets when one of them closes. */
const underWay = 24 * MiB

let novel: TestApp
const servers: ChatServer[] = []
beforeAll(async () => {
  novel = await startNovel(files, [], { timeouts: { sleep: async () => undefined } })
})
afterAll(() => novel.remove())
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(answer: (response: ServerResponse) => void | Promise<void>): Promise<ChatServer> {
  const server = await startChatServer(answer)
  servers.push(server)
  return server
}

/** Runs `continue` against a server and gives the text and the last event. */
async function runAgainst(server: ChatServer) {
  const events: RunEvent[] = []
  const { app, projectId } = novel
  const session = app.createSession({
    id: 'window',
    mayInspect: () => false,
    emit: (event, payload) => void (event === 'run' && events.push(payload as RunEvent)),
  })
  const call = (channel: string, input: object) => app.router.dispatch(session, channel, input)
  await call('projects:openKnown', { projectId })
  const provider = { id: 'own', name: '自己的', baseUrl: server.baseUrl, models: ['m'] }
  await call('settings:update', { patch: { providers: [provider] } })
  const asked = { projectId, documentId: chapter, cursorPosition: 12, skillId: 'continue', modelId: 'own/m' }
  expect(await call('ai:run', asked)).toMatchObject({ ok: true })
  await app.services.runs.drain()
  const last = events.at(-1)
  const deltas = events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('')
  return { deltas, last }
}

/** Sends as fast as it is read until the other side closes; resolves with the bytes the system took. */
async function pour(response: ServerResponse, piece: string, most: number): Promise<number> {
  const socket = response.socket as Socket
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  let sent = 0
  while (!socket.destroyed && sent < most) {
    sent += piece.length
    if (!response.write(piece)) {
      await Promise.race([closed, new Promise<void>((resolve) => response.once('drain', resolve))])
    }
  }
  if (socket.destroyed) return socket.bytesWritten
  response.end()
  return Number.POSITIVE_INFINITY
}

describe('an address that redirects', () => {
  test.each([301, 302, 303, 307, 308])('with %i gets the request and nobody else does', async (status) => {
    const other = await serve((response) => void response.end())
    const { host } = new URL(other.baseUrl)
    const server = await serve(
      (response) =>
        void response.writeHead(status, { location: `${other.baseUrl}/chat/completions?k=1` }).end(),
    )
    const own = new URL(server.baseUrl).host
    const { last } = await runAgainst(server)
    expect(last).toEqual({
      type: 'error',
      runId: expect.any(String),
      text: '',
      error: {
        code: 'AI_PROVIDER_REDIRECT',
        message: `服务商的地址 ${own} 要把请求转到 ${host}，没有照做，稿子没有发往那里。请在设置里核对地址。`,
        details: { host: own, to: host },
      },
    })
    expect([server.requests.length, other.requests.length]).toEqual([1, 0])
  })

  test('without saying where is refused as well', async () => {
    const { last } = await runAgainst(await serve((response) => void response.writeHead(308).end()))
    expect(last).toMatchObject({ error: { code: 'AI_PROVIDER_REDIRECT', details: { to: null } } })
  })
})

describe('a provider that floods', () => {
  test('with text is ended at a million characters, which stay', async () => {
    const sent: Promise<number>[] = []
    const server = await serve((response) => {
      beginStream(response)
      const choice = { index: 0, delta: { content: `雾${'𠮷'.repeat(4_999)}` }, finish_reason: null }
      const frame = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] }
      sent.push(pour(response, `data: ${JSON.stringify(frame)}\n\n`, 33_000_000))
    })
    const { deltas, last } = await runAgainst(server)
    expect(last).toMatchObject({
      type: 'error',
      error: { code: 'AI_RESPONSE_TOO_LARGE', details: { why: 'characters', most: 1_000_000 } },
    })
    expect(deltas.length).toBe(999_999)
    expect(deltas.isWellFormed()).toBe(true)
    expect(last).toMatchObject({ text: deltas })
    expect(await sent[0]).toBeLessThan(3_000_000 + underWay)
  })

  test.each([
    ['a frame of 100 MiB', `data: "${'a'.repeat(MiB - 7)}`, 'a'.repeat(MiB), 'frame', 1_000_000],
    ['a frame nested 100 MiB deep', `data: ${'['.repeat(1000)}`, '[{"a":'.repeat(100_000), 'depth', 64],
    ['a line without an end of comments', ':', ':'.repeat(MiB), 'frame', 1_000_000],
  ])('with %s is cut off before it is parsed', async (_, first, piece, limit, most) => {
    const sent: Promise<number>[] = []
    const server = await serve((response) => {
      beginStream(response)
      sendDelta(response, '雾又厚了。')
      response.write(first)
      sent.push(pour(response, piece, 100 * MiB))
    })
    const { deltas, last } = await runAgainst(server)
    expect([deltas, last]).toMatchObject([
      '雾又厚了。',
      {
        type: 'error',
        text: '雾又厚了。',
        error: { code: 'AI_RESPONSE_TOO_LARGE', details: { why: limit, most } },
      },
    ])
    expect(await sent[0]).toBeLessThan(underWay)
  })

  test('with comments is ended at 64 million bytes', async () => {
    const sent: Promise<number>[] = []
    const server = await serve((response) => {
      beginStream(response)
      sent.push(pour(response, `:${'.'.repeat(500_000)}\n\n`, 300 * MiB))
    })
    const { last } = await runAgainst(server)
    expect(last).toMatchObject({ error: { code: 'AI_RESPONSE_TOO_LARGE', details: { why: 'bytes' } } })
    expect(await sent[0]).toBeLessThan(64_000_000 + underWay)
  })

  test('with the reason of its refusal is ended at a million bytes', async () => {
    const sent: Promise<number>[] = []
    const server = await serve((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      sent.push(pour(response, 'a'.repeat(500_000), 300 * MiB))
    })
    const { last } = await runAgainst(server)
    expect(last).toMatchObject({ error: { code: 'AI_RESPONSE_TOO_LARGE', details: { most: 1_000_000 } } })
    expect(await sent[0]).toBeLessThan(underWay)
  })
})

describe('a provider that lies about its length', () => {
  test.each([
    ['less comes than it said', 4000],
    ['more comes than it said', 10],
  ])('ends the run with a code and keeps the text: %s', async (_, length) => {
    const server = await serve((response) => {
      const socket = response.socket as Socket
      const frame = `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { content: '雾。' } }] })}\n\n`
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${length}\r\n\r\n${frame}`,
      )
      setImmediate(() => socket.end())
    })
    const { last } = await runAgainst(server)
    expect(last).toMatchObject({
      type: 'error',
      text: length > 1000 ? '雾。' : '',
      error: { code: 'AI_STREAM_CUT' },
    })
  })
})
