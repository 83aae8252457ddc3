import { answerShape, wordsOf } from './providerMessage.ts'

/** The cause of a request that did not get past the proxy: it refused, or nothing is there. */
export const proxyFailed = 'PROXY'
/** The cause of an answer that is none in HTTP/1.1. */
export const otherHttp = 'OTHER_HTTP'

/** What was observed of one request, whatever library made it. */
export interface ObservedResponse {
  /** Absent: no headers came. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of the body. */
  readonly body: string
  /** Node's or undici's code of what broke the connection before the headers, `proxyFailed` or `otherHttp`. */
  readonly cause?: string
  /** An error that came as an event of the stream. */
  readonly streamError?: unknown
  /** Why the model stopped, in its own word; absent: not reported. */
  readonly finish?: string
  /** What the model said instead of writing. */
  readonly refusal?: string
  readonly gotText: boolean
  readonly gotThinking: boolean
  readonly sentKey: boolean
  readonly timedOut?: boolean
  /** Milliseconds since the epoch, for a `retry-after` that is a date. */
  readonly now: number
}

export type FailureCode =
  | 'AI_ADDRESS_REFUSED'
  | 'AI_ADDRESS_WRONG'
  | 'AI_ANSWER_INCOMPLETE'
  | 'AI_BALANCE'
  | 'AI_BUSY'
  | 'AI_CONTENT_FILTER'
  | 'AI_CONTEXT_TOO_LONG'
  | 'AI_EMPTY'
  | 'AI_HTTP_VERSION'
  | 'AI_KEY_FORBIDDEN'
  | 'AI_KEY_MISSING'
  | 'AI_KEY_REFUSED'
  | 'AI_MINUTE_LIMIT'
  | 'AI_MODEL_NOT_FOUND'
  | 'AI_NO_STREAMING'
  | 'AI_OFFLINE'
  | 'AI_PROVIDER_ERROR'
  | 'AI_PROVIDER_TIMEOUT'
  | 'AI_PROXY'
  | 'AI_REQUEST_REFUSED'
  | 'AI_STREAM_CUT'
  | 'AI_THOUGHT_ONLY'
  | 'AI_TLS'
  | 'AI_UNREACHABLE'

export interface Failure {
  readonly code: FailureCode
  /** Repeating the same request can help. */
  readonly mayPass: boolean
  /** The delay that the provider demands before the next request. */
  readonly retryAfterMs?: number
  /** In the provider's own words; not yet redacted. */
  readonly providerMessage?: string
}

const patterns = {
  balance:
    /insufficient[ _](?:quota|balance|credit|fund)|exceeded[ _]your[ _]current[ _]quota|exceeded_current_quota|billing|credit balance|arrearage|余额|欠费|额度.{0,6}用[完尽]/i,
  rate: /rate.?limit|tokens per min|too many requests|overloaded|engine.{0,12}overloaded|请求过于频繁|并发/i,
  // One wording each of Anthropic, OpenAI, Gemini, Qwen, Kimi, MiniMax, llama.cpp, LM Studio, Mistral, Anthropic 413.
  tooLong:
    /prompt is too long|context_length_exceeded|exceeds the context window|maximum context length|input token count.{0,40}exceeds|range of input length should be|exceeded model token limit|context window exceeds limit|exceeds the available context size|greater than the context length|too large for model with|request_too_large|上下文.{0,12}(?:超|过长)/i,
  requestTooLarge: /request too large.{0,300}\blimit\b/is,
  filter:
    /content.?filter|data_inspection_failed|inappropriate content|content exists risk|content_policy|敏感|不安全.{0,4}内容/i,
  model:
    /model_not_found|not_found_error.{0,20}message.{0,6}model|model.{0,80}(?:not (?:found|exist)|does not exist|not supported|unknown)|(?:unknown|invalid) model|no such model|模型.{0,40}不存在/i,
  key: /api.?key.{0,40}(?:invalid|not valid|incorrect|expired)|(?:invalid|incorrect).{0,20}api.?key|invalid_api_key|authentication|unauthorized/i,
  stream:
    /stream(?:ing)?\b.{0,40}(?:not (?:supported|available)|unsupported|must be false)|(?:not|n't) support.{0,20}stream/i,
}

/** Undefined: nothing went wrong. */
export function classifyFailure(observed: ObservedResponse): Failure | undefined {
  if (observed.timedOut) return failure('AI_PROVIDER_TIMEOUT', { mayPass: false })
  if (observed.status === undefined) return withoutAnswer(observed.cause)
  if (observed.status >= 300) return refusedAnswer(observed, observed.status, observed.body)
  return streamed(observed)
}

function failure(
  code: FailureCode,
  rest: Omit<Failure, 'code' | 'mayPass'> & { mayPass?: boolean } = {},
): Failure {
  return { code, mayPass: false, ...rest }
}

function withoutAnswer(cause = ''): Failure {
  if (cause === 'ECONNREFUSED') return failure('AI_ADDRESS_REFUSED')
  if (/^(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ENONET)$/.test(cause))
    return failure('AI_OFFLINE')
  if (/TIMEOUT|ETIMEDOUT/.test(cause)) return failure('AI_PROVIDER_TIMEOUT')
  // TLS found no protocol that both know.
  if (cause === otherHttp || /NO_APPLICATION_PROTOCOL/.test(cause)) return failure('AI_HTTP_VERSION')
  if (/CERT|SELF_SIGNED|_TLS_|_SSL_|EPROTO|ISSUER|UNABLE_TO_VERIFY/.test(cause)) return failure('AI_TLS')
  if (cause === proxyFailed) return failure('AI_PROXY')
  return failure('AI_UNREACHABLE', { mayPass: /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(cause) })
}

/** A status that is no success, or an error that came under a success. */
function refusedAnswer(observed: ObservedResponse, status: number, body: string): Failure {
  const isPage = answerShape(body) === 'page'
  const providerMessage = isPage ? undefined : wordsOf(body)
  const has = (pattern: RegExp) => pattern.test(isPage ? '' : body)
  const own = (code: FailureCode, rest: Partial<Failure> = {}) =>
    failure(code, { ...(providerMessage === undefined ? {} : { providerMessage }), ...rest })
  const mayPass = true
  const later = () => {
    const retryAfterMs = retryAfter(observed.headers, observed.now)
    return { mayPass, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }

  // 464: a load balancer of Amazon's that was asked in another version than its servers take.
  if ([426, 464, 505].includes(status)) return own('AI_HTTP_VERSION')
  if (status === 511) return own('AI_PROXY')
  if (isPage && status === 403) return own('AI_PROXY')
  if (isPage && [502, 503, 504].includes(status)) return own('AI_PROXY', later())
  if (status === 402 || ([400, 403, 429].includes(status) && has(patterns.balance))) return own('AI_BALANCE')
  // More than the account may send in a minute, in one request: it passes only when it is smaller.
  if (status === 429 && has(patterns.requestTooLarge)) return own('AI_MINUTE_LIMIT')
  if ([409, 429, 503, 529].includes(status)) return own('AI_BUSY', later())
  if (status === 413) return own('AI_CONTEXT_TOO_LONG')
  if ([400, 422, 500].includes(status) && has(patterns.tooLong) && !has(patterns.rate))
    return own('AI_CONTEXT_TOO_LONG')
  if (status === 401) return own(observed.sentKey ? 'AI_KEY_REFUSED' : 'AI_KEY_MISSING')
  if (has(patterns.filter)) return own('AI_CONTENT_FILTER')
  if (status === 403) return own(observed.sentKey ? 'AI_KEY_FORBIDDEN' : 'AI_KEY_MISSING')
  if ([400, 404, 422].includes(status) && has(patterns.model)) return own('AI_MODEL_NOT_FOUND')
  if (status === 404 || status === 405) return own('AI_ADDRESS_WRONG')
  if (status === 400 && has(patterns.key)) return own(observed.sentKey ? 'AI_KEY_REFUSED' : 'AI_KEY_MISSING')
  if (status < 500 && has(patterns.stream)) return own('AI_NO_STREAMING')
  if (status >= 500 || status === 408) return own('AI_PROVIDER_ERROR', later())
  return own('AI_REQUEST_REFUSED')
}

/** Why an answer ended that is not complete: of GLM, of DeepSeek, and two of Anthropic. */
const brokenEnds: ReadonlySet<string> = new Set([
  ...['network_error', 'insufficient_system_resource', 'pause_turn', 'compaction'],
])

function streamed(observed: ObservedResponse): Failure | undefined {
  const { streamError, body, finish, gotText } = observed
  if (streamError !== undefined) {
    const error = JSON.stringify({ error: streamError })
    if (patterns.filter.test(error)) return failure('AI_CONTENT_FILTER', { ...providerMessageIn(error) })
    if (gotText) return failure('AI_STREAM_CUT', { ...providerMessageIn(error) })
    return refusedAnswer(observed, statusOf(streamError, error), error)
  }
  const shape = answerShape(body)
  if (shape === 'page') return failure('AI_ADDRESS_WRONG')
  if (shape === 'json' && !gotText) return answeredAtOnce(observed)
  if (finish === undefined) return failure('AI_STREAM_CUT', { mayPass: !gotText })
  if (brokenEnds.has(finish)) return failure('AI_ANSWER_INCOMPLETE', { mayPass: !gotText })
  if (finish === 'content_filter' || finish === 'sensitive')
    return failure('AI_CONTENT_FILTER', { ...providerMessageIn(observed.refusal ?? '') })
  if (gotText) return undefined
  return failure(observed.gotThinking || finish === 'length' ? 'AI_THOUGHT_ONLY' : 'AI_EMPTY')
}

/** JSON in place of a stream: a model that cannot stream, an error under a success, or another service. */
function answeredAtOnce(observed: ObservedResponse): Failure {
  if (/"choices"\s*:\s*\[/.test(observed.body)) return failure('AI_NO_STREAMING')
  if (/"(?:error|code)"\s*:/.test(observed.body))
    return refusedAnswer(observed, statusOf(undefined, observed.body), observed.body)
  return failure('AI_ADDRESS_WRONG', { ...providerMessageIn(observed.body) })
}

/** The status an error would have had, had it come as the answer's own. */
function statusOf(error: unknown, text: string): number {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  if (code >= 400 && code < 600) return code
  if (patterns.balance.test(text)) return 402
  if (patterns.rate.test(text)) return 503
  if (/server_error|internal/i.test(text)) return 500
  return 400
}

const providerMessageIn = (body: string) => {
  const providerMessage = wordsOf(body)
  return providerMessage === undefined ? {} : { providerMessage }
}

/** Milliseconds of `retry-after-ms`, or of `retry-after` in seconds or as a date. */
function retryAfter(headers: ObservedResponse['headers'], now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return exact
  const given = headers['retry-after']
  if (given === undefined) return undefined
  const ms = /^\s*[\d.]+\s*$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
