import { z } from 'zod'
import type { Usage } from './provider.ts'
import { usageOnWire } from './wireUsage.ts'

/** What a chunk of a chat completion may say beside its text; anything else in it is left alone. */
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

/** Reads what the library drops: usage of broken answers, errors inside the stream, the model's own reason to end. */
export function createChunkReader() {
  let usage: Usage | undefined
  let streamError: unknown
  let finish: string | undefined
  let refused = false
  let thought = false

  function processChunk(raw: unknown): void {
    const { data } = chunk.safeParse(raw)
    if (!data) return
    const choice = data.choices?.[0]
    // Kimi puts it into the choice, and the last one holds the sum.
    usage = usageOnWire(data.usage ?? choice?.usage) ?? usage
    streamError ??= data.error ?? undefined
    finish = choice?.finish_reason || finish
    if (choice?.delta?.refusal) refused = true
    if ((data.usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0) thought = true
  }

  const nothing = () => undefined
  return {
    /** For the AI SDK, which shows every chunk to its extractor. */
    extractor: {
      extractMetadata: async () => undefined,
      createStreamExtractor: () => ({ processChunk, buildMetadata: nothing }),
    },
    seen: () => ({
      ...(streamError === undefined ? {} : { streamError }),
      ...(finish === undefined ? {} : { finish: refused ? 'content_filter' : finish }),
    }),
    usage: () => usage,
    /** It counted tokens of thinking that it did not show. */
    hasThought: () => thought,
  }
}
