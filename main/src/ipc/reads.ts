import { reading } from '../contract/effects.ts'
import { untilAborted } from '../lib/until.ts'
import type { Call } from './router.ts'

type AnyHandler = (input: never, call: Call) => Promise<unknown>

/**
 * The same handlers; a read is answered with CANCELLED as soon as its caller gives up. A write is always answered
 * with its result, or the caller would not know. A read is shared with callers at the same time, so giving up does
 * not end it; where it is long and of one caller (a search, suggestions over a whole book), the service ends it as
 * well.
 */
export function givingUp<H extends object>(handlers: H): H {
  const wrapped = Object.entries(handlers).map(([channel, handler]) => {
    if (!reading.has(channel)) return [channel, handler]
    const read = handler as AnyHandler // every value is a handler; the router has parsed the input by its channel
    return [
      channel,
      async (input: never, call: Call) => {
        call.signal.throwIfAborted()
        return untilAborted(read(input, call), call.signal)
      },
    ]
  })
  return Object.fromEntries(wrapped) as H // same keys, same shapes
}
