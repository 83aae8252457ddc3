import { streamText } from 'ai'
import { isAppError } from '../../../lib/appError.ts'
import { createOutgoingFetch } from '../../../lib/outgoingFetch.ts'
import { type ResponseLimits, tooLarge } from '../../../lib/responseMeter.ts'
import { firstUnits } from '../../../lib/text.ts'
import { cancelled } from '../../../lib/until.ts'
import type { ChunkReader, Wire } from '../protocols/protocol.ts'
import { toolSetOf } from '../protocols/toolMessages.ts'
import { checkKey } from './apiKey.ts'
import { createCallCollector } from './callCollector.ts'
import { classifyFailure } from './failures.ts'
import type { GenerationPart, GenerationRequest, Provider } from './provider.ts'
import { ProviderFailure } from './providerFailure.ts'
import { createReception } from './reception.ts'
import { type AnswerPart, createThinkTags } from './thinkTags.ts'

export interface HttpProviderOptions {
  readonly id: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** How long to wait for the headers of the answer, and for a sign of life between two lines; milliseconds. */
  readonly headersMs?: number | undefined
  readonly silenceMs?: number | undefined
  readonly limits?: ResponseLimits
  /** Of all text of one answer, in UTF-16 units. */
  readonly maxTextUtf16?: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Far above what the longest answers with their thinking need, far below what an app chokes on. */
const usualLimits: ResponseLimits = { maxBytes: 64_000_000, maxFrameBytes: 1_000_000, maxDepth: 64 }
/** Models that think without showing it are silent for as long. */
const usualWaitMs = 120_000

/**
 * A provider behind an address. One request per call; a failure is classified by what came over the wire, never by
 * the library's errors, which contain the prompt.
 */
export function createHttpProvider(
  options: HttpProviderOptions,
  wireOf: (request: GenerationRequest) => Wire,
): Provider {
  const { id, baseUrl, apiKey, headersMs = usualWaitMs, silenceMs = usualWaitMs, now } = options
  const { limits = usualLimits, maxTextUtf16 = 1_000_000 } = options
  const { host } = new URL(baseUrl)

  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    checkKey(apiKey)
    const wire = wireOf(request)
    const watchdog = createWatchdog({ firstMs: headersMs, thenMs: silenceMs })
    const reception = createReception(watchdog.sawLife)
    const chunks = wire.reader()
    const outgoing = createOutgoingFetch(limits, reception)
    const ended = new AbortController()
    const got = { text: 0, thinking: false }
    const tags = createThinkTags()
    const collector = createCallCollector()
    // The library would print what it leaves out of a request.
    globalThis.AI_SDK_LOG_WARNINGS = false

    /** Why this answer is none; undefined when all of it came. */
    function failure(): Error | undefined {
      if (request.signal.aborted) return cancelled()
      const observed = reception.observed()
      // An error in front of any text is no stream to the library: nobody has read it yet.
      if (chunks.outcome().finish === undefined && got.text === 0) readError(observed.body, chunks)
      if (!watchdog.hasFired() && observed.status === undefined && observed.cause === undefined)
        return new Error('the request was not made')
      const failed = classifyFailure({
        ...observed,
        ...chunks.outcome(),
        // Calls are an answer once it has ended; before, nobody has been shown anything of them.
        gotText: got.text > 0 || (chunks.outcome().finish !== undefined && collector.calls().length > 0),
        gotThinking: got.thinking || tags.hasThought() || chunks.hasThought(),
        sentKey: apiKey !== undefined,
        timedOut: watchdog.hasFired(),
        now: now(),
      })
      return failed && new ProviderFailure(failed, { host, apiKey, status: observed.status, request })
    }

    function* received(parts: readonly AnswerPart[]): Iterable<GenerationPart> {
      for (const part of parts) {
        if (part.type === 'thought') {
          got.text = 0
          yield part
          continue
        }
        const left = maxTextUtf16 - got.text
        got.text += part.delta.length
        const delta = part.delta.length > left ? firstUnits(part.delta, left) : part.delta
        if (delta !== '') yield { type: 'text', delta }
        if (part.delta.length > left) throw tooLarge('characters', maxTextUtf16)
      }
    }

    try {
      const tools = toolSetOf(request, wire.strictTools)
      const result = streamText({
        model: wire.model(request, outgoing),
        instructions: wire.system(request),
        messages: wire.messages(request),
        ...(tools && { tools }),
        include: { rawChunks: true },
        providerOptions: wire.providerOptions?.(request) ?? {},
        maxOutputTokens: request.maxOutputTokens,
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        abortSignal: AbortSignal.any([request.signal, watchdog.signal, ended.signal]),
        maxRetries: 0,
        // Failures are reported below; without this the library prints errors, which contain the prompt.
        onError: () => undefined,
      })
      for await (const part of result.stream) {
        if (part.type === 'raw') chunks.read(part.rawValue)
        collector.read(part)
        if (collector.units() > maxTextUtf16) throw tooLarge('characters', maxTextUtf16)
        if (part.type === 'reasoning-delta') {
          got.thinking = true
          yield { type: 'thinking', delta: part.text }
        }
        if (part.type === 'text-delta' && !chunks.isRefusing()) yield* received(tags.read(part.text))
      }
      yield* received(tags.end())
    } catch (error) {
      const refusal = isAppError(error) ? error : undefined
      if (refusal && !request.signal.aborted) throw refusal
    } finally {
      watchdog.stop()
      // Whoever stops reading closes the connection.
      ended.abort()
    }
    // Also of an answer that broke off: it was paid for.
    const usage = chunks.usage()
    const brokeOff = chunks.outcome().finish === undefined
    if (usage) yield { type: 'usage', usage, raw: chunks.rawUsage(), ...(brokeOff ? { brokeOff } : {}) }
    const failed = outgoing.refusal() && !request.signal.aborted ? outgoing.refusal() : failure()
    if (failed) throw failed
    const calls = collector.calls()
    if (calls.length > 0) yield { type: 'calls', calls, thinking: collector.thinking() }
    if (chunks.outcome().finish === 'length') yield { type: 'reachedLimit' }
  }

  return { id, stream }
}

/** Reads the events of a body up to the first with an error. */
function readError(body: string, chunks: ChunkReader): void {
  for (const [, event = ''] of body.matchAll(/^data: ?(\{.*\})\r?$/gm)) {
    const { streamError, refusal } = chunks.outcome()
    if (streamError !== undefined || refusal !== undefined) return
    try {
      chunks.read(JSON.parse(event))
    } catch {
      // Cut off or no JSON at all: there is no message in it.
      return
    }
  }
}

interface Watchdog {
  readonly signal: AbortSignal
  sawLife(): void
  hasFired(): boolean
  stop(): void
}

/** Aborts when nothing has come for too long: `firstMs` until the first sign of life, `thenMs` after each. */
function createWatchdog({
  firstMs,
  thenMs,
}: {
  readonly firstMs: number
  readonly thenMs: number
}): Watchdog {
  const abort = new AbortController()
  let timer = setTimeout(() => abort.abort(), firstMs)
  return {
    signal: abort.signal,
    sawLife() {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(), thenMs)
    },
    hasFired: () => abort.signal.aborted,
    stop: () => clearTimeout(timer),
  }
}
