import { createOpenAI } from '@ai-sdk/openai'
import { z } from 'zod'
import type { GenerationRequest, WireUsage } from '../providers/provider.ts'
import { markedPrompt } from './markedPrompt.ts'
import type { ChunkReader, Wire } from './protocol.ts'
import { thinkingOf } from './thinking.ts'
import { tokenCount, toWireUsage } from './usageOnWire.ts'

/**
 * OpenAI's Responses API, for what chat completions refuse. Nothing is stored at the service: the whole request is sent
 * each time, the model's own reasoning sealed.
 */
export const responsesWire = ({
  baseUrl,
  apiKey = '',
}: {
  readonly baseUrl: string
  readonly apiKey: string | undefined
}): Wire => ({
  // The key is given even when there is none: an absent one would be read from the environment.
  model: (request, outgoing) =>
    createOpenAI({ baseURL: baseUrl, apiKey, fetch: outgoing.fetch }).responses(request.modelName),
  system: (request) => markedParts(request).system,
  messages: (request) => markedParts(request).messages,
  // The service would make every argument of a tool required.
  strictTools: false,
  providerOptions(request) {
    const { cache } = request
    const { reasoning_effort: effort } = thinkingOf.openai.fields(request)
    const reasoningEffort = effort as string | undefined // the only field, and a word
    return {
      openai: {
        store: false,
        ...(cache ? { promptCacheKey: cache.key } : {}),
        // By itself it would mark the end, which is unique, and let it be paid for.
        ...(cache?.kind === 'breakpoints' ? { promptCacheOptions: { mode: 'explicit' } } : {}),
        // The library would ask for summaries of the thinking, which not every account may have.
        ...(reasoningEffort === undefined ? {} : { reasoningEffort, reasoningSummary: null }),
      },
    }
  },
  reader: createResponseReader,
})

const breakpoint = { openai: { promptCacheBreakpoint: { mode: 'explicit' } } }
/** No breakpoint may be on what the model or a tool has written. */
const markedParts = (request: GenerationRequest) =>
  markedPrompt(request, (_mark, { role, turn }) =>
    request.cache?.kind === 'breakpoints' && role !== 'assistant' && turn === undefined
      ? breakpoint
      : undefined,
  )

/** Fields of an event in addition to text and calls; all others are ignored. */
const event = z
  .object({
    type: z.string(),
    delta: z.string().nullish().catch(undefined),
    error: z.unknown(),
    code: z.unknown(),
    message: z.unknown(),
    response: z.looseObject({
      error: z.unknown().optional(),
      incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
      usage: z.unknown().optional(),
    }),
  })
  .partial()

/** Their words for why an answer is incomplete, in those of chat completions. */
const finishes: Readonly<Record<string, string>> = { max_output_tokens: 'length' }

const responseUsage = z.object({
  input_tokens: z.number().min(0),
  output_tokens: tokenCount,
  input_tokens_details: z.object({ cached_tokens: tokenCount, cache_write_tokens: tokenCount }).nullish(),
  output_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish(),
})

/** Of responses: usage and end are in the last event, an error may be in one of its own or in the response. */
function createResponseReader(): ChunkReader {
  let usage: WireUsage | undefined
  let rawUsage: unknown
  let streamError: unknown
  let finish: string | undefined
  let refusal = ''
  let isRefusing = false
  let thought = false

  function readUsage(reported: unknown): void {
    const { data } = responseUsage.safeParse(reported)
    if (!data) return
    rawUsage = reported
    const { input_tokens_details: input, output_tokens_details: output } = data
    usage = toWireUsage({
      ...{ input: data.input_tokens, output: data.output_tokens },
      ...{ read: input?.cached_tokens, written: input?.cache_write_tokens },
    })
    if ((output?.reasoning_tokens ?? 0) > 0) thought = true
  }

  return {
    read(raw) {
      const { data } = event.safeParse(raw)
      if (!data) return
      const { type, delta, code, message, response } = data
      isRefusing = type?.startsWith('response.refusal.') === true
      if (type === 'response.refusal.delta') refusal += delta ?? ''
      streamError ??= data.error ?? response?.error ?? undefined
      if (type === 'error') streamError ??= { code, message }
      readUsage(response?.usage)
      if (type === 'response.completed') finish = 'stop'
      if (type === 'response.incomplete') {
        const reason = response?.incomplete_details?.reason ?? 'length'
        finish = finishes[reason] ?? reason
      }
    },
    outcome: () => ({
      ...(streamError === undefined ? {} : { streamError }),
      ...(finish === undefined ? {} : { finish: refusal === '' ? finish : 'content_filter' }),
      ...(refusal === '' ? {} : { refusal }),
    }),
    isRefusing: () => isRefusing,
    usage: () => usage,
    rawUsage: () => rawUsage,
    hasThought: () => thought,
  }
}
