import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type LanguageModelUsage, RetryError, streamText } from 'ai'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { createOutgoingFetch } from '../../lib/outgoingFetch.ts'
import { type ResponseLimits, tooLarge } from '../../lib/responseMeter.ts'
import type { GenerationPart, GenerationRequest, Provider, Usage } from './provider.ts'

export interface CompatibleProviderOptions {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** How long to wait for the first piece and between two pieces, in milliseconds. */
  readonly firstPieceMs?: number
  readonly betweenPiecesMs?: number
  readonly limits?: ResponseLimits
  /** Of all text of one answer, in UTF-16 units. */
  readonly maxTextUtf16?: number
}

/** Far above what the longest answers with their thinking need, far below what an app chokes on. */
const usualLimits: ResponseLimits = { maxBytes: 64_000_000, maxFrameBytes: 1_000_000, maxDepth: 64 }

/** Any endpoint that speaks the OpenAI chat protocol: DeepSeek, Qwen, Ollama, LM Studio and others. */
export function createCompatibleProvider(options: CompatibleProviderOptions): Provider {
  const { id, baseUrl, apiKey, firstPieceMs = 120_000, betweenPiecesMs = 60_000 } = options
  const { limits = usualLimits, maxTextUtf16 = 1_000_000 } = options

  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    const silence = new AbortController()
    const expectWithin = (ms: number) => setTimeout(() => silence.abort(), ms)
    let timer = expectWithin(firstPieceMs)
    const outgoing = createOutgoingFetch(limits)
    const endpoint = createOpenAICompatible({
      name: id,
      baseURL: baseUrl,
      includeUsage: true,
      fetch: outgoing.fetch,
      ...(apiKey === undefined ? {} : { apiKey }),
    })
    const ended = new AbortController()
    let left = maxTextUtf16
    try {
      const result = streamText({
        model: endpoint.chatModel(request.modelName),
        instructions: request.systemPrompt,
        prompt: request.userContent,
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: AbortSignal.any([request.signal, silence.signal, ended.signal]),
        maxRetries: 2,
        // Errors arrive in the stream below; without this the library prints them.
        onError: () => undefined,
      })
      for await (const part of result.stream) {
        if (part.type === 'text-delta') {
          clearTimeout(timer)
          if (part.text.length > left) {
            const delta = part.text.slice(0, left).replace(/[\ud800-\udbff]$/, '')
            if (delta !== '') yield { type: 'text', delta }
            throw tooLarge('characters', maxTextUtf16)
          }
          yield { type: 'text', delta: part.text }
          left -= part.text.length
          timer = expectWithin(betweenPiecesMs)
        } else if (part.type === 'error') throw part.error
        else if (part.type === 'abort') throw new DOMException('aborted', 'AbortError')
        else if (part.type === 'finish' && part.totalUsage.inputTokens !== undefined) {
          yield { type: 'usage', usage: usageOf(part.totalUsage) }
        }
      }
      const refusal = outgoing.refusal()
      if (refusal) throw refusal
    } catch (error) {
      const refusal = isAppError(error) ? error : outgoing.refusal()
      if (refusal && !request.signal.aborted) throw refusal
      throw toAppError(error, { cancelled: request.signal.aborted, silent: silence.signal.aborted })
    } finally {
      clearTimeout(timer)
      // Whoever stops reading closes the connection.
      ended.abort()
    }
  }

  return { id, stream }
}

function usageOf({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): Usage {
  return {
    inputTokens: inputTokens ?? 0,
    cachedInputTokens: inputTokenDetails.cacheReadTokens ?? 0,
    outputTokens: outputTokens ?? 0,
  }
}

/** One sentence and a code for whatever the provider did. Its own words may hold a key: they stay in the cause. */
function toAppError(error: unknown, ended: { cancelled: boolean; silent: boolean }): AppError {
  if (ended.cancelled) return new AppError(ErrorCode.CANCELLED, '已取消。', { cause: error })
  const inner = RetryError.isInstance(error) ? error.lastError : error
  if (ended.silent) {
    return new AppError(ErrorCode.AI_PROVIDER_TIMEOUT, '服务商太久没有回应，已停下。已收到的文字都在。', {
      cause: inner,
    })
  }
  const status = APICallError.isInstance(inner) ? inner.statusCode : undefined
  return new AppError(ErrorCode.AI_PROVIDER_ERROR, sentenceFor(status), {
    data: { status: status ?? null },
    cause: inner,
  })
}

function sentenceFor(status: number | undefined): string {
  if (status === undefined) return '连不上服务商，请检查网络和地址。稿子没有改动。'
  if (status === 401 || status === 403) return '服务商不接受这把密钥，请在设置里检查。'
  if (status === 404) return '服务商没有这个模型，或地址不对，请在设置里检查。'
  if (status === 429) return '服务商说请求太多或额度用完，请稍后再试。'
  if (status >= 500) return '服务商出了故障，请稍后再试。稿子没有改动。'
  return `服务商拒绝了这次请求（HTTP ${status}）。`
}
