import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatServer {
  readonly baseUrl: string
  /** Bodies and authorisation of the requests so far. */
  readonly requests: { readonly authorization: string | undefined; readonly body: Record<string, unknown> }[]
  close(): Promise<void>
}

type Answer = (response: ServerResponse, requestNumber: number) => void | Promise<void>

/** A real HTTP server on loopback that speaks the OpenAI chat protocol as the test says. */
export async function startChatServer(answer: Answer): Promise<ChatServer> {
  const requests: ChatServer['requests'] = []
  const server = createServer(async (request, response) => {
    requests.push({ authorization: request.headers.authorization, body: JSON.parse(await bodyOf(request)) })
    await answer(response, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

export const beginStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

export function sendDelta(response: ServerResponse, content: string, finish: string | null = null): void {
  const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: finish }
  response.write(
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`,
  )
}

export function sendUsage(response: ServerResponse, usage: Record<string, unknown>): void {
  response.write(
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\n`,
  )
}

export function endStream(response: ServerResponse): void {
  response.end('data: [DONE]\n\n')
}
