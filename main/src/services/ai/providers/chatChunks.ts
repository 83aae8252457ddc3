import { z } from 'zod'
import type { WireUsage } from './provider.ts'
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
export interface ChunkReader {
  /** One event of the stream, parsed; anything else is left alone. */
  read(raw: unknown): void
  outcome(): { readonly streamError?: unknown; readonly finish?: string }
  usage(): WireUsage | undefined
  /** The same as it came. */
  rawUsage(): unknown
  /** It counted tokens of thinking that it did not show. */
  hasThought(): boolean
}

/** Of chat completions. */
export function createChatReader(): ChunkReader {
  let usage: WireUsage | undefined
  let rawUsage: unknown
  let streamError: unknown
  let finish: string | undefined
  let refused = false
  let thought = false

  function read(raw: unknown): void {
    const { data } = chunk.safeParse(raw)
    if (!data) return
    const choice = data.choices?.[0]
    // Kimi puts it into the choice, and the last one holds the sum.
    const reported = data.usage ?? choice?.usage
    rawUsage = reported ?? rawUsage
    usage = usageOnWire(reported) ?? usage
    streamError ??= data.error ?? undefined
    finish = choice?.finish_reason || finish
    if (choice?.delta?.refusal) refused = true
    if ((data.usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0) thought = true
  }

  return {
    read,
    outcome: () => ({
      ...(streamError === undefined ? {} : { streamError }),
      ...(finish === undefined ? {} : { finish: refused ? 'content_filter' : finish }),
    }),
    usage: () => usage,
    rawUsage: () => rawUsage,
    hasThought: () => thought,
  }
}
