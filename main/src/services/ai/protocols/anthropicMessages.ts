import { createAnthropic } from '@ai-sdk/anthropic'
import { z } from 'zod'
import { type CacheFacts, dollars } from '../cache/cacheFacts.ts'
import type { Mark } from '../cache/marks.ts'
import type { WireUsage } from '../providers/provider.ts'
import { markedPrompt } from './markedPrompt.ts'
import type { ChunkReader, Protocol } from './protocol.ts'
import { claudeTemperature } from './temperatures.ts'
import { thinkingOf } from './thinking.ts'
import { tokenCount, toWireUsage } from './usageOnWire.ts'

const messagesCache = {
  kind: 'marks',
  maxMarks: 4,
  lookbackBlocks: 20,
  ttlSeconds: [300, 3600],
  read: 0.1,
  write: [1.25, 2],
  asOf: '2026-10',
  source: 'platform.claude.com, prompt caching; prices by claudit 1.9.2',
} as const satisfies Partial<CacheFacts>

/** Anthropic's messages: text in blocks, marks on those whose end the next request repeats. */
export const anthropicMessages: Protocol = {
  families: [
    {
      id: 'anthropic',
      name: { zh: 'Anthropic', en: 'Anthropic' },
      // No hosts: an address that was set up before the protocol could be chosen goes on with chat completions.
      switchesThinking: true,
      efforts: thinkingOf.anthropic.efforts,
      temperature: claudeTemperature,
      preset: {
        name: 'Anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
      },
      cache: [
        // Through another vendor's endpoint of the same protocol.
        [
          /^minimax/i,
          {
            ...messagesCache,
            minimumTokens: 512,
            ttlSeconds: [300],
            write: [1.25],
            source: 'platform.minimaxi.com',
          },
        ],
        [
          /^claude-(fable|mythos)-5[-.]1/i,
          { ...messagesCache, minimumTokens: 512, read: 0.025, ...dollars(10, 50) },
        ],
        [/^claude-(fable|mythos)-5/i, { ...messagesCache, minimumTokens: 512 }],
        [/^claude-opus-5[-.]5/i, { ...messagesCache, minimumTokens: 512, read: 0.05, ...dollars(4, 20) }],
        [/^claude-opus-5/i, { ...messagesCache, minimumTokens: 512, ...dollars(5, 25) }],
        [/^claude-sonnet-5[-.]5/i, { ...messagesCache, minimumTokens: 512, read: 0.05, ...dollars(2, 10) }],
        [
          /^claude-haiku-5/i,
          {
            ...messagesCache,
            minimumTokens: 4096,
            ...dollars(0.1, 0.5, { above: { tokens: 100_000, input: 5, output: 5 } }),
            note: 'the minimum of Haiku 5.5 was not found: that of Haiku 4.5 is used',
          },
        ],
        [/^claude-haiku-4[-.]5/i, { ...messagesCache, minimumTokens: 4096, ...dollars(1, 5) }],
        [/^claude-opus-4[-.][56]/i, { ...messagesCache, minimumTokens: 4096 }],
        [/^claude-(opus-4[-.]7|mythos|3[-.]?5?-?haiku|haiku)/i, { ...messagesCache, minimumTokens: 2048 }],
        [/^claude-opus-4[-.]8/i, { ...messagesCache, minimumTokens: 1024 }],
        [
          /^claude-sonnet-4[-.]6/i,
          { ...messagesCache, minimumTokens: 2048, note: 'published as 1,024; 2,048 was measured' },
        ],
        [/^claude/i, { ...messagesCache, minimumTokens: 1024 }],
        // Marks cost nothing where they are not understood.
        [/./, { ...messagesCache, minimumTokens: 4096, note: 'an unknown model: the highest minimum' }],
      ],
    },
  ],
  // The key is given even when there is none: an absent one would be read from the environment.
  wire: ({ baseUrl, apiKey = '' }) => ({
    model(request, outgoing) {
      const endpoint = createAnthropic({ baseURL: baseUrl, apiKey, fetch: outgoing.fetch })
      return endpoint.messages(request.modelName)
    },
    system: (request) => markedPrompt(request, asCacheControl).system,
    messages: (request) => markedPrompt(request, asCacheControl).messages,
    providerOptions: ({ modelName, thinking, effort, prompt }) => ({
      anthropic: {
        // Arguments are read whole: the service need not send them before it has checked them.
        ...(prompt.tools && { toolStreaming: false }),
        ...(thinking === 'off' && { thinking: { type: 'disabled' } }),
        ...(thinking === 'on' && !thinksByBudget.test(modelName) && { thinking: { type: 'adaptive' } }),
        ...(effort && { effort }),
      },
    }),
    reader: createMessageReader,
  }),
  modelListHeaders: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
}

/** Claude before 4.6 has no thinking that it measures out by itself. */
const thinksByBudget = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?![-.][6-9]))/i

const asCacheControl = ({ ttlSeconds }: Mark) => ({
  anthropic: { cacheControl: { type: 'ephemeral', ttl: ttlSeconds === 3600 ? '1h' : '5m' } },
})

/** Fields of an event of Anthropic's messages in addition to its text. */
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
  end_turn: 'stop',
  stop_sequence: 'stop',
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
      if (stopped) finish = finishes[stopped] ?? stopped
      if (data.content_block?.type?.includes('thinking')) thought = true
    },
    outcome: () => ({
      ...(streamError === undefined ? {} : { streamError }),
      ...(finish === undefined ? {} : { finish }),
    }),
    isRefusing: () => false,
    usage: () => usage,
    rawUsage: () => counted,
    hasThought: () => thought,
  }
}

/** Anthropic's: the three kinds of input tokens in fields of their own. */
const messages = z.object({
  input_tokens: z.number().min(0),
  output_tokens: tokenCount,
  cache_read_input_tokens: tokenCount,
  cache_creation_input_tokens: tokenCount,
  cache_creation: z.object({ ephemeral_1h_input_tokens: tokenCount }).nullish(),
})

/** The usage of an event of Anthropic's; the input is all of it, what was read and written included. */
function messagesUsage(value: unknown): WireUsage | undefined {
  const { data } = messages.safeParse(value)
  if (!data) return undefined
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = data
  return toWireUsage({
    input: data.input_tokens + (read ?? 0) + (written ?? 0),
    output: data.output_tokens,
    read,
    written,
    writtenLong: data.cache_creation?.ephemeral_1h_input_tokens,
  })
}
