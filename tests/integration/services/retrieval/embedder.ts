import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmbedderDouble {
  readonly baseUrl: string
  /** How the next answers are made. */
  mode: 'good' | 'failing' | 'otherDimensions' | 'junk' | 'silent'
  readonly asked: string[]
  stop(): Promise<void>
}

const meanings = [
  ['猫', '狸奴'],
  ['海', '潮'],
  ['信', '书札'],
  ['刀', '刃'],
  ['cat', 'feline'],
]

/** An embedding service on 127.0.0.1 that knows five meanings; OpenAI's wire format below /v1, else Ollama's. */
export async function startEmbedderDouble(): Promise<EmbedderDouble> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] }
    asked.push(...input)
    if (double.mode === 'failing') return response.writeHead(503).end()
    if (double.mode === 'silent') return
    if (double.mode === 'junk') return response.end('{"data":[{"embedding":"x"}]}')
    const vectors = input.map((text) => [
      ...meanings.map((words) => Number(words.some((word) => text.includes(word)))),
      0.1,
      ...(double.mode === 'otherDimensions' ? [0, 0] : []),
    ])
    const answer = request.url?.startsWith('/v1')
      ? { data: vectors.map((embedding, index) => ({ index, embedding })) }
      : { embeddings: vectors }
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const double: EmbedderDouble = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    mode: 'good',
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return double
}
