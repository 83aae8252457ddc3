import { z } from 'zod'
import type { ChunkReader } from './chatChunks.ts'
import type { WireUsage } from './provider.ts'
import { messagesUsage } from './wireUsage.ts'

/** What an event of Anthropic's messages may say beside its text. */
const event = z
  .object({
    error: z.unknown().optional(),
    message: z.looseObject({ usage: z.looseObject({}) }),
    usage: z.looseObject({}).nullish(),
    delta: z.looseObject({ stop_reason: z.string().nullish() }).nullish(),
    content_block: z.looseObject({ type: z.string().nullish() }).nullish(),
  })
  .partial()

/** Their words for why a model ended, in those of chat completions. */
const finishes: Readonly<Record<string, string>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

/** Of Anthropic's messages: the input is counted in the first event already, so a run that broke off knows it too. */
export function createMessageReader(): ChunkReader {
  let counted: Record<string, unknown> = {}
  let usage: WireUsage | undefined
  let streamError: unknown
  let finish: string | undefined
  let thought = false
  return {
    read(raw) {
      const { data } = event.safeParse(raw)
      if (!data) return
      // Later events repeat some of the counts, as sums, and leave out others.
      counted = { ...counted, ...data.message?.usage, ...data.usage }
      usage = messagesUsage(counted) ?? usage
      streamError ??= data.error ?? undefined
      const stopped = data.delta?.stop_reason
      if (stopped) finish = finishes[stopped] ?? 'stop'
      if (data.content_block?.type?.includes('thinking')) thought = true
    },
    outcome: () => ({
      ...(streamError === undefined ? {} : { streamError }),
      ...(finish === undefined ? {} : { finish }),
    }),
    usage: () => usage,
    rawUsage: () => counted,
    hasThought: () => thought,
  }
}
