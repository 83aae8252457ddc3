import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { countTerms, frequenciesOf, rarity } from './retrievalBaseline.ts'

const dimensions = 4096

/**
 * A deterministic embedder on 127.0.0.1 with OpenAI's wire format: characters and bigrams weighed by rarity in
 * the given texts and hashed into signed places. It knows no meaning, so it shows what fusion does and not what a
 * language model would add.
 */
export async function startEmbedder(texts: readonly string[]) {
  const frequencies = frequenciesOf(texts.map(countTerms))
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: embed(text, frequencies, texts.length) }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function embed(text: string, frequencies: ReadonlyMap<string, number>, total: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const [term, count] of countTerms(text)) {
    const frequency = frequencies.get(term)
    if (frequency === undefined) continue
    const hash = hashOf(term)
    const place = (hash >>> 1) % dimensions
    const weight = (1 + Math.log(count)) * rarity(total, frequency) * (term.length > 1 ? 0.5 : 1)
    vector[place] = Number(((vector[place] ?? 0) + (hash & 1 ? weight : -weight)).toFixed(3))
  }
  return vector
}

/** FNV-1a with a final mix. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
