import type { EventName, EventPayload } from '#contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '#contract/index.ts'
import type { Envelope } from '../../../main/src/contract/result.ts'
import { errorPayload } from '../../../main/src/contract/sentences/errorSentence.ts'
import type { Bridge, InvokeOptions, Ipc, Transport } from './types.ts'

declare global {
  interface Window {
    /** Present when the preload script runs, absent in a browser. */
    readonly creonow?: Bridge
  }
}

const alwaysOnline: Transport['connection'] = { get: () => 'online', subscribe: () => () => {} }

/** Exported for the tests: the way through the preload script. */
export const overBridge = ({ invoke, on }: Bridge): Pick<Transport, 'invoke' | 'on'> => ({
  invoke: (channel, input, { signal } = {}) =>
    signal === undefined
      ? invoke(channel, input)
      : invoke(channel, input, (cancel) => signal.addEventListener('abort', cancel, { once: true })),
  on,
})

/** The way through the preload script of the desktop app. */
export const bridgeTransport = (bridge: Bridge): Transport => ({
  ...overBridge(bridge),
  connection: alwaysOnline,
  resumeWith: () => {},
})

/** Types the transport: main has checked every message against the contract before it leaves. */
export const createIpc = (transport: Transport): Ipc => ({
  connection: transport.connection,
  resumeWith: transport.resumeWith,
  async invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>, options: InvokeOptions = {}) {
    if (options.signal?.aborted) return { ok: false, error: errorPayload('CANCELLED') }
    try {
      // Main parses its answers with the contract's own schemas, so the shape is known here.
      return (await transport.invoke(channel, input, options)) as Envelope<ChannelOutput<C>>
    } catch (cause) {
      console.error(channel, cause)
      return { ok: false, error: errorPayload('INTERNAL', { why: 'page' }) }
    }
  },
  on<N extends EventName>(event: N, callback: (payload: EventPayload<N>) => void) {
    // Same reason: events are parsed where they are made.
    return transport.on(event, (payload) => callback(payload as EventPayload<N>))
  },
})
