import { ErrorCode } from '../contract/errorCodes.ts'
import type { FrameId, RequestFrame } from '../contract/frames.ts'
import { type Envelope, fail } from '../contract/result.ts'
import { errorPayload } from '../contract/sentences/errorSentence.ts'

/** Requests of one caller that may be under way at once. */
export const maxInFlight = 1024

export type Dispatch = (channel: string, input: unknown, signal: AbortSignal) => Promise<Envelope<unknown>>

/** The requests of one window, page or terminal that are not answered yet. */
export interface CallsUnderWay {
  /** Never rejects. An id in use and a request too many are answered with a code, without being dispatched. */
  answer(request: RequestFrame): Promise<Envelope<unknown>>
  /** Aborts the signal of one request; an unknown id does nothing, for the answer may have crossed it. */
  cancel(id: FrameId): void
  /** Resolves when everything that is under way now is answered. */
  drain(): Promise<void>
}

export function createCallsUnderWay(dispatch: Dispatch, limit = maxInFlight): CallsUnderWay {
  const running = new Map<FrameId, { readonly abort: AbortController; readonly answered: Promise<unknown> }>()
  return {
    async answer({ id, channel, input = {} }) {
      if (running.has(id)) return fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { why: 'callId' }))
      if (running.size >= limit) return fail(errorPayload(ErrorCode.CONTEXT_BACKPRESSURE))
      const abort = new AbortController()
      const answered = dispatch(channel, input, abort.signal)
      running.set(id, { abort, answered })
      try {
        return await answered
      } finally {
        running.delete(id)
      }
    },
    cancel: (id) => running.get(id)?.abort.abort(),
    async drain() {
      await Promise.all([...running.values()].map(({ answered }) => answered))
    },
  }
}
