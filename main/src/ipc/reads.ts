import type { ChannelName } from '../contract/index.ts'
import type { Call } from './router.ts'

type AnyHandler = (input: never, call: Call) => Promise<unknown>

/**
 * Channels that only look. A look is shared with whoever asks at the same time, so a caller that gives up does not
 * end it; where one is long and its own (a search, suggestions over a whole book), the service ends it as well.
 */
export const reads: ReadonlySet<ChannelName> = new Set<ChannelName>([
  'codex:export',
  'codex:list',
  'codex:mentions',
  'codex:read',
  'codex:suggestions',
  'constraints:get',
  'constraints:list',
  'context:budget:get',
  'context:creonow:conversations:list',
  'context:creonow:conversations:read',
  'context:creonow:rules:get',
  'context:creonow:settings:list',
  'context:creonow:settings:read',
  'context:creonow:status',
  'context:receipt:list',
  'context:receipt:read',
  'documents:list',
  'documents:read',
  'documents:trash',
  'import:preview',
  'memory:episodes',
  'memory:list',
  'projects:list',
  'redaction:allow:list',
  'redaction:matches',
  'retrieval:search',
  'retrieval:status',
  'retrieval:synopses:list',
  'settings:get',
  'skills:list',
])

/**
 * The same handlers; one that only looks is answered with CANCELLED as soon as its caller gives up. Whatever
 * writes is answered with what became of it, or the caller would not know.
 */
export function givingUp<H extends object>(handlers: H): H {
  const wrapped = Object.entries(handlers).map(([channel, handler]) => {
    if (!(reads as ReadonlySet<string>).has(channel)) return [channel, handler]
    const look = handler as AnyHandler // every value is a handler; the router has parsed the input by its channel
    return [channel, (input: never, call: Call) => untilAborted(call.signal, () => look(input, call))]
  })
  return Object.fromEntries(wrapped) as H // same keys, same shapes
}

function untilAborted<T>(signal: AbortSignal, look: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    look()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
