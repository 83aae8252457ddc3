import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createEmbeddingProvider } from '../../../../main/src/services/retrieval/index.ts'
import { type ChatServer, startChatServer } from '../../../support/chatServer.ts'

const MiB = 2 ** 20
const underWay = 24 * MiB
const servers: ChatServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(answer: (response: ServerResponse) => void): Promise<ChatServer> {
  const server = await startChatServer(answer)
  servers.push(server)
  return server
}

async function failureOf({ baseUrl }: ChatServer): Promise<unknown> {
  const provider = createEmbeddingProvider({ providerId: 'own', model: 'm', baseUrl })
  return provider.embed(['林远上了岸。'], new AbortController().signal).then(
    () => 'vectors',
    (error: unknown) => error,
  )
}

test.each([301, 307, 308])('an address that redirects with %i is not followed', async (status) => {
  const other = await serve((response) => void response.end())
  const server = await serve(
    (response) => void response.writeHead(status, { location: `${other.baseUrl}/embeddings` }).end(),
  )
  expect(await failureOf(server)).toMatchObject({
    code: 'AI_PROVIDER_REDIRECT',
    details: { host: new URL(server.baseUrl).host, to: new URL(other.baseUrl).host },
  })
  expect([server.requests.length, other.requests.length]).toEqual([1, 0])
})

describe('an answer that has no end', () => {
  test.each([
    ['of brackets', '['.repeat(MiB), 'depth', underWay],
    ['of numbers', '0.1,'.repeat(MiB / 4), 'bytes', 64_000_000 + underWay],
  ])('is cut off before it is parsed: %s', async (_, piece, limit, most) => {
    const sent: Promise<number>[] = []
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":[{"embedding":[')
      sent.push(pour(response, piece))
    })
    expect(await failureOf(server)).toMatchObject({ code: 'AI_RESPONSE_TOO_LARGE', details: { why: limit } })
    expect(await sent[0]).toBeLessThan(most)
  })
})

test('an answer that is shorter than it said is an error with a code', async () => {
  const server = await serve((response) => {
    const socket = response.socket as Socket
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4000\r\n\r\n{"data":[{"embedding":[1]}]}')
  })
  expect(await failureOf(server)).toMatchObject({ code: 'AI_PROVIDER_ERROR' })
})

/** Sends until the other side closes; the bytes that the system took. */
async function pour(response: ServerResponse, piece: string): Promise<number> {
  const socket = response.socket as Socket
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  for (let sent = 0; !socket.destroyed && sent < 300 * MiB; sent += piece.length) {
    if (response.write(piece)) continue
    await Promise.race([closed, new Promise<void>((resolve) => response.once('drain', resolve))])
  }
  response.end()
  return socket.destroyed ? socket.bytesWritten : Number.POSITIVE_INFINITY
}
