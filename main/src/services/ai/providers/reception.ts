import type { AnswerObserver } from '../../../lib/outgoingFetch.ts'
import type { ObservedResponse } from './failures.ts'

/** The most of a body that is stored, in UTF-16 units. */
const maxBodyUnits = 20_000

export interface Reception extends AnswerObserver {
  /** Headers and the first of the body, or why there are none. */
  observed(): Pick<ObservedResponse, 'status' | 'headers' | 'body' | 'cause'>
}

/** Remembers what one request got back. `onLife`: a line has come, be it thinking, a ping or a comment. */
export function createReception(onLife: () => void): Reception {
  let status: number | undefined
  let cause: string | undefined
  let headers: Record<string, string> = {}
  let body = ''
  const decoder = new TextDecoder()
  return {
    onHeaders(code, given) {
      status = code
      headers = Object.fromEntries(given)
      onLife()
    },
    onBytes(chunk) {
      // A line that never ends is no life.
      if (chunk.includes(0x0a)) onLife()
      if (body.length < maxBodyUnits) body += decoder.decode(chunk, { stream: true })
    },
    onFailed(error) {
      cause = causeOf(error) ?? 'unknown'
    },
    observed: () => ({
      ...{ headers, body },
      ...(status === undefined ? {} : { status }),
      ...(cause === undefined ? {} : { cause }),
    }),
  }
}

/** The code of the first error in the chain that has one; of several tries at one address, the first. */
function causeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}
