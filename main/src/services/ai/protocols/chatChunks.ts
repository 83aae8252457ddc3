import { z } from 'zod'
import type { WireUsage } from '../providers/provider.ts'
import type { ChatDialect } from './chatFamilies.ts'
import type { ChunkReader } from './protocol.ts'
import { tokenCount, toWireUsage } from './usageOnWire.ts'

/** Fields of a chunk of a chat completion in addition to its text; all others are ignored. */
const chunk = z
  .object({
    error: z.unknown().optional(),
    usage: z
      .looseObject({
        completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
      })
      .nullish(),
    choices: z
      .array(
        z.looseObject({
          finish_reason: z.string().nullish(),
          delta: z.object({ refusal: z.string().nullish() }).nullish(),
          usage: z.unknown().optional(),
        }),
      )
      .nullish(),
  })
  .partial()

/** Reads chunks of chat completions. */
export function createChatReader(dialect: ChatDialect = {}): ChunkReader {
  let usage: WireUsage | undefined
  let rawUsage: unknown
  let streamError: unknown
  let finish: string | undefined
  let refusal = ''
  let isRefusing = false
  let thought = false

  function read(raw: unknown): void {
    const { data } = chunk.safeParse(raw)
    if (!data) return
    const choice = data.choices?.[0]
    // Kimi puts it into the choice, and the last one has the sum.
    const reported = data.usage ?? choice?.usage
    rawUsage = reported ?? rawUsage
    usage = usageOnWire(reported, dialect) ?? usage
    streamError ??= data.error ?? undefined
    finish = choice?.finish_reason || finish
    const words = choice?.delta?.refusal ?? ''
    isRefusing = words !== ''
    refusal += words
    if ((data.usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0) thought = true
  }

  return {
    read,
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

/** OpenAI's shape, with the fields in which DeepSeek, Qwen and Kimi report cached and written tokens. */
const chatUsage = z.object({
  prompt_tokens: z.number().min(0),
  completion_tokens: tokenCount,
  prompt_cache_hit_tokens: tokenCount,
  cached_tokens: tokenCount,
  cost: z.unknown().optional(),
  prompt_tokens_details: z
    .object({
      cached_tokens: tokenCount,
      cache_write_tokens: tokenCount,
      cache_creation_input_tokens: tokenCount,
    })
    .nullish(),
})

/** The usage of a chat chunk as this app counts; undefined when the chunk has none that can be read. */
function usageOnWire(value: unknown, { reportsDollars }: ChatDialect): WireUsage | undefined {
  const { data } = chatUsage.safeParse(value)
  if (!data) return undefined
  const details = data.prompt_tokens_details
  return toWireUsage({
    input: data.prompt_tokens,
    output: data.completion_tokens,
    read: details?.cached_tokens ?? data.prompt_cache_hit_tokens ?? data.cached_tokens,
    written: details?.cache_write_tokens ?? details?.cache_creation_input_tokens,
    ...(reportsDollars && typeof data.cost === 'number' && data.cost >= 0 ? { cost: data.cost } : {}),
  })
}
