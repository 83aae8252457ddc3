import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One event of a streamed chat completion. */
export const event = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({
    ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }],
  })}\n\n`

/** A server on loopback at a free port. */
export async function listen(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
