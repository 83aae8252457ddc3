import { z } from 'zod'
import type { WireUsage } from './provider.ts'

const count = z.number().min(0).nullish()
/** OpenAI's shape, with where DeepSeek, Qwen and Kimi say what came from the cache and what was put into it. */
const chat = z.object({
  prompt_tokens: z.number().min(0),
  completion_tokens: count,
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
  prompt_tokens_details: z
    .object({ cached_tokens: count, cache_write_tokens: count, cache_creation_input_tokens: count })
    .nullish(),
})
/** Anthropic's: the three kinds of input tokens beside each other. */
const messages = z.object({
  input_tokens: z.number().min(0),
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish(),
})

/** The usage of a chat chunk as this app counts; undefined when the chunk has none that can be read. */
export function usageOnWire(value: unknown): WireUsage | undefined {
  const { data } = chat.safeParse(value)
  if (!data) return undefined
  const details = data.prompt_tokens_details
  return usageOf({
    input: data.prompt_tokens,
    output: data.completion_tokens,
    read: details?.cached_tokens ?? data.prompt_cache_hit_tokens ?? data.cached_tokens,
    written: details?.cache_write_tokens ?? details?.cache_creation_input_tokens,
  })
}

/** The usage of an event of Anthropic's; the input is all of it, what was read and written included. */
export function messagesUsage(value: unknown): WireUsage | undefined {
  const { data } = messages.safeParse(value)
  if (!data) return undefined
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = data
  return usageOf({
    input: data.input_tokens + (read ?? 0) + (written ?? 0),
    output: data.output_tokens,
    read,
    written,
    writtenLong: data.cache_creation?.ephemeral_1h_input_tokens,
  })
}

type Count = number | null | undefined

function usageOf(raw: {
  readonly input: number
  readonly output: Count
  readonly read: Count
  readonly written: Count
  readonly writtenLong?: Count
}): WireUsage {
  return {
    inputTokens: Math.round(raw.input),
    cachedInputTokens: Math.round(raw.read ?? 0),
    outputTokens: Math.round(raw.output ?? 0),
    ...(raw.written ? { writtenInputTokens: Math.round(raw.written) } : {}),
    ...(raw.writtenLong ? { writtenLongTokens: Math.round(raw.writtenLong) } : {}),
    reportsCache: typeof raw.read === 'number',
  }
}
