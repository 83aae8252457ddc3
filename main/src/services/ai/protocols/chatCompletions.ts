import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { messagesOf, textOf } from '../../context/index.ts'
import type { GenerationRequest } from '../providers/provider.ts'
import { chatBody } from './chatBody.ts'
import { createChatReader } from './chatChunks.ts'
import { type ChatDialect, type ChatFamily, chatFamilies } from './chatFamilies.ts'
import type { Protocol, Wire } from './protocol.ts'
import { responsesWire } from './responses.ts'
import { turnMessages } from './toolMessages.ts'

const keyHeader = ({ cache }: GenerationRequest, dialect: ChatDialect = {}): Record<string, string> =>
  cache && dialect.cacheKeyHeader !== undefined ? { [dialect.cacheKeyHeader]: cache.key } : {}

/** OpenAI's chat completions, as OpenAI, DeepSeek, Qwen, Kimi, Ollama, LM Studio and many others speak it. */
export const chatCompletions: Protocol<ChatFamily> = {
  families: chatFamilies,
  wire: (endpoint, request) =>
    endpoint.family.dialect?.needsResponses?.(request) ? responsesWire(endpoint) : chatWire(endpoint),
  modelListHeaders: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
}

const chatWire = ({ baseUrl, apiKey, family }: Parameters<typeof chatCompletions.wire>[0]): Wire => ({
  model(request, outgoing) {
    const endpoint = createOpenAICompatible({
      // Not the author's name for it: the library reads options by this name, and a name such as `constructor`
      // exists in every object.
      name: 'compatible',
      baseURL: baseUrl,
      includeUsage: true,
      fetch: outgoing.fetch,
      transformRequestBody: (body) => chatBody(body, request, family.dialect),
      ...(apiKey === undefined ? {} : { apiKey }),
      headers: keyHeader(request, family.dialect),
    })
    return endpoint.chatModel(request.modelName)
  },
  system: ({ prompt }) => textOf(prompt.system),
  messages: ({ prompt }) => [...messagesOf(prompt), ...turnMessages(prompt.turns)],
  reader: () => createChatReader(family.dialect),
})
