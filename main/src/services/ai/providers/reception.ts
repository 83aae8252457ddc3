import type { AnswerObserver } from '../../../lib/outgoingFetch.ts'
import { type ObservedResponse, otherHttp, proxyFailed } from './failures.ts'

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
    onFailed(error, url) {
      cause = causeOf(error, url) ?? 'unknown'
    },
    observed: () => ({
      ...{ headers, body },
      ...(status === undefined ? {} : { status }),
      ...(cause === undefined ? {} : { cause }),
    }),
  }
}

/** The code of the first error in the chain that has one; of several tries at one address, the first. */
function causeOf(error: unknown, url: URL): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return isOfProxy(at, url) ? proxyFailed : at.code
    if (at.name === 'HTTPParserError') return otherHttp
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}

/** Whether a proxy refused the way to the address, or another one than it was asked for: only a proxy is between. */
function isOfProxy(error: Error, { hostname, port, protocol }: URL): boolean {
  if ('code' in error && error.code === 'UND_ERR_ABORTED') return true
  const asked = Number(port) || (protocol === 'https:' ? 443 : 80)
  if ('hostname' in error && typeof error.hostname === 'string')
    return error.hostname !== hostname.replace(/^\[|\]$/g, '')
  return 'port' in error && typeof error.port === 'number' && error.port !== asked
}
