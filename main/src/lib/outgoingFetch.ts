import { AppError } from './appError.ts'
import { createResponseMeter, type ResponseLimits } from './responseMeter.ts'

/** The most of a refusal's body that is read. */
const maxErrorBytes = 1_000_000

export interface OutgoingFetch {
  readonly fetch: typeof globalThis.fetch
  /** Why this app itself ended the answer; to be read after the whole answer, or after a failure. */
  refusal(): AppError | undefined
}

/** Gets an answer as it comes; the only place that receives thinking, pings and comments too. */
export interface AnswerObserver {
  /** The connection is there and the headers have come. */
  onHeaders(status: number, headers: Headers): void
  onBytes(chunk: Uint8Array): void
  /** There was no connection, or it ended before the headers. */
  onFailed(error: unknown, url: URL): void
}

/**
 * The only way out of this app, for one request. It goes to the given address and nowhere else: a redirect, which
 * would send the prompt on, is AI_PROVIDER_REDIRECT `{host, to}`. Answers are bounded by `limits`: over them the
 * connection is closed, and the answer ends behind its last whole frame (AI_RESPONSE_TOO_LARGE).
 */
export function createOutgoingFetch(limits: ResponseLimits, observer?: AnswerObserver): OutgoingFetch {
  let refused: AppError | undefined
  const refuse = (error: AppError) => {
    refused = error
    return error
  }

  async function outgoing(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    refused = undefined
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await fetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      observer?.onFailed(error, url)
      throw error
    })
    observer?.onHeaders(response.status, response.headers)
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw refuse(redirected(url, response.headers.get('location')))
    }
    return metered(response, limits, refuse, observer)
  }

  return { fetch: outgoing, refusal: () => refused }
}

function metered(
  response: Response,
  { maxBytes, ...limits }: ResponseLimits,
  refuse: (error: AppError) => void,
  observer: AnswerObserver | undefined,
): Response {
  if (!response.body) return response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const byteLimit = response.ok ? maxBytes : Math.min(maxBytes, maxErrorBytes)
  const meter = createResponseMeter({ maxBytes: byteLimit, ...limits }, isStream ? 'stream' : 'json')
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        observer?.onBytes(chunk)
        const overflow = meter(chunk)
        if (!overflow) return controller.enqueue(chunk)
        refuse(overflow.error)
        controller.enqueue(chunk.subarray(0, overflow.completeBytes))
        // What came before is still read; the source is cancelled, and with it the connection.
        controller.terminate()
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

function redirected(from: URL, location: string | null): AppError {
  const { host } = from
  const to = (location !== null && URL.parse(location, from.href)?.host) || null
  return new AppError('AI_PROVIDER_REDIRECT', { host, to })
}
