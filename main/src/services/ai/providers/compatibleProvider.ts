import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EndpointFamily } from '../cache/cacheFacts.ts'
import { chatBody } from './chatBody.ts'
import { createChatReader } from './chatChunks.ts'
import { createHttpProvider, type HttpProviderOptions } from './httpProvider.ts'
import { textOf } from './prompt.ts'
import type { Provider } from './provider.ts'

export interface CompatibleProviderOptions extends HttpProviderOptions {
  /** Whose dialect is spoken; absent: what all understand. */
  readonly family?: EndpointFamily
}

/** Any endpoint that speaks the OpenAI chat protocol: OpenAI, DeepSeek, Qwen, Kimi, Ollama, LM Studio and others. */
export function createCompatibleProvider(options: CompatibleProviderOptions): Provider {
  const { baseUrl, apiKey, family = 'compatible' } = options
  return createHttpProvider(options, {
    model(request, outgoing) {
      const endpoint = createOpenAICompatible({
        // Not the author's name for it: the library looks options up by this, and finds what every object has.
        name: 'compatible',
        baseURL: baseUrl,
        includeUsage: true,
        fetch: outgoing.fetch,
        transformRequestBody: (body) => chatBody(body, request, family),
        ...(apiKey === undefined ? {} : { apiKey }),
      })
      return endpoint.chatModel(request.modelName)
    },
    system: ({ prompt }) => textOf(prompt.system),
    messages: ({ prompt }) => [...prompt.history, { role: 'user', content: textOf(prompt.user) }],
    reader: createChatReader,
  })
}
