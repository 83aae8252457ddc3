import { setTimeout as pause } from 'node:timers/promises'
import { cancelled } from '../../../lib/until.ts'
import type { GenerationPart, GenerationRequest, Provider } from './provider.ts'
import { ProviderFailure } from './providerFailure.ts'

/** Delays as a dependency: milliseconds, and chance in [0,1). */
export interface RetryTimer {
  /** Resolves after `ms` milliseconds, rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** In [0, 1), for the jitter of a pause. */
  random(): number
}

export const systemRetryTimer: RetryTimer = {
  sleep: (ms, signal) => pause(ms, undefined, { signal }),
  random: Math.random,
}

const attempts = 3
/** A provider that demands a longer delay than this is not tried again. */
const longestWaitMs = 5 * 60_000
const firstWaitMs = 2000

/**
 * The same provider with up to three attempts while it is busy, broken, or ends the connection, as long as no text
 * was shown. The delay is the one that the provider demands; else exponential back-off with full jitter (Brooker,
 * "Exponential Backoff And Jitter", AWS 2015). Each delay is reported as a part of the stream.
 */
export function withRetries(provider: Provider, { sleep, random }: RetryTimer): Provider {
  function waitBefore(error: unknown, attempt: number): number | undefined {
    if (!(error instanceof ProviderFailure) || !error.mayPass || attempt === attempts) return undefined
    // A demand of no time at all is no demand.
    const waitMs = error.retryAfterMs || Math.round(random() * firstWaitMs * 2 ** (attempt - 1))
    return waitMs <= longestWaitMs ? waitMs : undefined
  }

  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    for (let attempt = 1; ; attempt += 1) {
      let gotText = false
      try {
        for await (const part of provider.stream(request)) {
          if (part.type === 'text') gotText = true
          yield part
        }
        return
      } catch (error) {
        const waitMs = gotText ? undefined : waitBefore(error, attempt)
        if (waitMs === undefined || !(error instanceof ProviderFailure)) throw error
        yield { type: 'retrying', code: error.code, waitMs, attempt: attempt + 1, attempts }
        await sleep(waitMs, request.signal).catch(() => undefined)
        if (request.signal.aborted) throw cancelled()
      }
    }
  }

  return { id: provider.id, stream }
}
