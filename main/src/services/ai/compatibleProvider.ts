import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type LanguageModelUsage, RetryError, streamText } from 'ai'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { GenerationPart, GenerationRequest, Provider, Usage } from './provider.ts'

export interface CompatibleProviderOptions {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** How long to wait for the first piece and between two pieces, in milliseconds. */
  readonly firstPieceMs?: number
  readonly betweenPiecesMs?: number
}

/** Any endpoint that speaks the OpenAI chat protocol: DeepSeek, Qwen, Ollama, LM Studio and others. */
export function createCompatibleProvider(options: CompatibleProviderOptions): Provider {
  const { id, baseUrl, apiKey, firstPieceMs = 120_000, betweenPiecesMs = 60_000 } = options
  const endpoint = createOpenAICompatible({
    name: id,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  })

  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    const silence = new AbortController()
    const expectWithin = (ms: number) => setTimeout(() => silence.abort(), ms)
    let timer = expectWithin(firstPieceMs)
    try {
      const result = streamText({
        model: endpoint.chatModel(request.modelName),
        instructions: request.systemPrompt,
        prompt: request.userContent,
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: AbortSignal.any([request.signal, silence.signal]),
        maxRetries: 2,
        // Errors arrive in the stream below; without this the library prints them.
        onError: () => undefined,
      })
      for await (const part of result.stream) {
        if (part.type === 'text-delta') {
          clearTimeout(timer)
          yield { type: 'text', delta: part.text }
          timer = expectWithin(betweenPiecesMs)
        } else if (part.type === 'error') throw part.error
        else if (part.type === 'abort') throw new DOMException('aborted', 'AbortError')
        else if (part.type === 'finish' && part.totalUsage.inputTokens !== undefined) {
          yield { type: 'usage', usage: usageOf(part.totalUsage) }
        }
      }
    } catch (error) {
      throw toAppError(error, { cancelled: request.signal.aborted, silent: silence.signal.aborted })
    } finally {
      clearTimeout(timer)
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
