import type { EventName, EventPayload } from '#contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '#contract/index.ts'
import { type Envelope, fail } from '../../../main/src/contract/result.ts'
import { createSocketTransport } from './socket.ts'
import type { Ipc, Transport } from './types.ts'

declare global {
  interface Window {
    /** Present when the preload script runs, absent in a browser. */
    readonly creonow?: Pick<Transport, 'invoke' | 'on'>
  }
}

const alwaysOnline: Transport['connection'] = { get: () => 'online', subscribe: () => () => {} }

const chooseTransport = (): Transport => {
  if (window.creonow !== undefined) {
    const { invoke, on } = window.creonow
    return { invoke, on, connection: alwaysOnline, resumeWith: () => {} }
  }
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return createSocketTransport({ url: `${scheme}//${location.host}/ipc` })
}

/** Types the transport: main has checked every message against the contract before it leaves. */
export const createIpc = (transport: Transport = chooseTransport()): Ipc => ({
  connection: transport.connection,
  resumeWith: transport.resumeWith,
  async invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>) {
    try {
      // Main parses its answers with the contract's own schemas, so the shape is known here.
      return (await transport.invoke(channel, input)) as Envelope<ChannelOutput<C>>
    } catch (cause) {
      console.error(channel, cause)
      return fail('INTERNAL', '应用内部出了问题，请再试一次。')
    }
  },
  on<N extends EventName>(event: N, callback: (payload: EventPayload<N>) => void) {
    // Same reason: events are parsed where they are made.
    return transport.on(event, (payload) => callback(payload as EventPayload<N>))
  },
})
