import { z } from 'zod'
import type { Usage } from './provider.ts'

const count = z.number().min(0).nullish()
/** OpenAI's shape, with where DeepSeek and Kimi say what came from the cache. */
const wire = z.object({
  prompt_tokens: z.number().min(0),
  completion_tokens: count,
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
})

/** The usage of a chunk as this app counts; undefined when the chunk has none that can be read. */
export function usageOnWire(value: unknown): Usage | undefined {
  const { data } = wire.safeParse(value)
  if (!data) return undefined
  const cached =
    data.prompt_tokens_details?.cached_tokens ?? data.prompt_cache_hit_tokens ?? data.cached_tokens ?? 0
  return {
    inputTokens: Math.round(data.prompt_tokens),
    cachedInputTokens: Math.round(cached),
    outputTokens: Math.round(data.completion_tokens ?? 0),
  }
}
