import { z } from 'zod'
import { AppError } from '../../lib/appError.ts'
import { createOutgoingFetch } from '../../lib/outgoingFetch.ts'
import type { ResponseLimits } from '../../lib/responseMeter.ts'

/** Turns texts into vectors. Two providers with one `id` give comparable vectors. */
export interface EmbeddingProvider {
  /** Provider, model and dimensions: vectors of another id are made anew. */
  readonly id: string
  /** One vector per text, all of one length. Throws AI_PROVIDER_ERROR, or what aborting throws. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

export interface EmbeddingEndpoint {
  readonly providerId: string
  /** OpenAI-compatible base URL (`…/v1`); an address without a path is used with Ollama's own API. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly dimensions?: number | undefined
  /** Takes secrets out of what is sent. */
  readonly redact?: (text: string) => string
}

const timeoutMs = 60_000
/** The vectors of the largest batch as text, twice over. */
const limits: ResponseLimits = { maxBytes: 64_000_000, maxFrameBytes: 1_000_000, maxDepth: 8 }
const numbers = z.array(z.number()).min(1).max(16_384)
const openAiAnswer = z.object({ data: z.array(z.object({ index: z.int().optional(), embedding: numbers })) })
const ollamaAnswer = z.object({ embeddings: z.array(numbers) })

/** A provider over HTTP: OpenAI's `POST /embeddings` or Ollama's `POST /api/embed`. */
export function createEmbeddingProvider(endpoint: EmbeddingEndpoint): EmbeddingProvider {
  const { providerId, baseUrl, model, apiKey, dimensions, redact = (text) => text } = endpoint
  const base = baseUrl.replace(/\/+$/, '')
  const ownOllama = new URL(base).pathname === '/'
  const url = ownOllama ? `${base}/api/embed` : `${base}/embeddings`

  async function requestEmbeddings(input: readonly string[], signal: AbortSignal): Promise<unknown> {
    const outgoing = createOutgoingFetch(limits)
    const response = await outgoing.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify({ model, input, ...(dimensions === undefined ? {} : { dimensions }) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppError('AI_PROVIDER_ERROR', { why: 'vectorStatus', status: response.status })
    }
    const text = await response.text()
    const refusal = outgoing.refusal()
    if (refusal) throw refusal
    return JSON.parse(text)
  }

  return {
    id: `${providerId}/${model}/${dimensions ?? 'own'}`,
    async embed(texts, signal) {
      let vectors: number[][]
      try {
        const answer = await requestEmbeddings(texts.map(redact), signal)
        vectors = ownOllama
          ? ollamaAnswer.parse(answer).embeddings
          : openAiAnswer
              .parse(answer)
              .data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
              .map(({ embedding }) => embedding)
      } catch (error) {
        if (signal.aborted || error instanceof AppError) throw error
        throw new AppError('AI_PROVIDER_ERROR', { why: 'vectors' }, { cause: error })
      }
      if (vectors.length !== texts.length) throw new AppError('AI_PROVIDER_ERROR', { why: 'vectorCount' })
      const length = dimensions ?? vectors[0]?.length
      if (vectors.some((vector) => vector.length !== length))
        throw new AppError('AI_PROVIDER_ERROR', { why: 'vectorLength' })
      return vectors.map(unitVector)
    },
  }
}

/** Of length one, so that a dot product is the cosine. */
function unitVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}
