import { createAnthropic } from '@ai-sdk/anthropic'
import { type Segment, segmentsOf } from '../cache/segments.ts'
import { createHttpProvider, type HttpProviderOptions } from './httpProvider.ts'
import { createMessageReader } from './messageChunks.ts'
import type { GenerationRequest, Provider } from './provider.ts'

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
