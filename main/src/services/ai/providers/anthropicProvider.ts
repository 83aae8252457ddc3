import { createAnthropic } from '@ai-sdk/anthropic'
import { z } from 'zod'
import { type Segment, segmentsOf } from '../cache/segments.ts'
import type { ChunkReader } from './chatChunks.ts'
import { createHttpProvider, type HttpProviderOptions } from './httpProvider.ts'
import type { GenerationRequest, Provider, WireUsage } from './provider.ts'
import { messagesUsage } from './wireUsage.ts'

/** An endpoint that speaks Anthropic's messages: text in blocks, marks on those whose end the next request repeats. */
export function createAnthropicProvider(options: HttpProviderOptions): Provider {
  // Given even when there is none: an absent one would be taken from the environment.
  const { baseUrl, apiKey = '' } = options
  return createHttpProvider(options, {
    model(request, outgoing) {
      const endpoint = createAnthropic({ baseURL: baseUrl, apiKey, fetch: outgoing.fetch })
      return endpoint.messages(request.modelName)
    },
    system: (request) =>
      blocksOf(request).flatMap(({ segment, marked }) =>
        segment.role === 'system' ? [{ role: 'system' as const, content: segment.text, ...marked }] : [],
      ),
    messages: (request) => {
      const blocks = blocksOf(request).filter(({ segment }) => segment.role !== 'system')
      const parts = blocks.filter(({ segment }) => segment.kind !== 'history')
      return [
        ...blocks.flatMap(({ segment, marked }) =>
          segment.kind === 'history' ? [{ ...roundOf(segment), ...marked }] : [],
        ),
        {
          role: 'user',
          content: parts.map(({ segment, marked }) => ({
            type: 'text' as const,
            text: segment.text,
            ...marked,
          })),
        },
      ]
    },
    providerOptions: ({ thinking, effort }) => ({
      anthropic: {
        ...(thinking ? { thinking: { type: thinking === 'on' ? 'adaptive' : 'disabled' } } : {}),
        ...(effort ? { effort } : {}),
      },
    }),
    reader: createMessageReader,
  })
}

const roundOf = ({ role, text }: Segment) =>
  role === 'assistant' ? ({ role, content: text } as const) : ({ role: 'user', content: text } as const)

function blocksOf({ prompt, cache }: GenerationRequest) {
  return segmentsOf(prompt).map((segment, index) => {
    const mark = cache?.marks.find(({ at }) => at === index)
    const cacheControl = { type: 'ephemeral', ttl: mark?.ttlSeconds === 3600 ? '1h' : '5m' }
    return { segment, marked: mark ? { providerOptions: { anthropic: { cacheControl } } } : {} }
  })
}

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
function createMessageReader(): ChunkReader {
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
