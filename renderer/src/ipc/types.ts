import type { EventName, EventPayload } from '#contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '#contract/index.ts'
import type { Envelope } from '../../../main/src/contract/result.ts'
import type { Closed } from './authenticator.ts'

/** `reconnecting` also before the first connection; the others say why there is none. */
export type Connection = 'online' | 'reconnecting' | Exclude<Closed, 'away'>

export interface InvokeOptions {
  /** When it aborts, main is told to stop; the answer still comes, as a rule with CANCELLED. */
  readonly signal?: AbortSignal
}

/** What the preload script gives: see there why a cancel is a function and not a signal. */
export interface Bridge {
  invoke(channel: string, input: unknown, whenCancelled?: (cancel: () => void) => void): Promise<unknown>
  on(event: string, callback: (payload: unknown) => void): () => void
}

/** How one answer or one event looks on either transport, before it is typed. */
export interface Transport {
  invoke(channel: string, input: unknown, options?: InvokeOptions): Promise<unknown>
  on(event: string, callback: (payload: unknown) => void): () => void
  readonly connection: {
    get(): Connection
    /** Returns a function that stops it. */
    subscribe(listener: () => void): () => void
  }
  /** What to ask before anything else on a new connection, which main does not know yet. */
  resumeWith(resumeRequest: () => { readonly channel: string; readonly input: unknown } | null): void
}

/** The only way the page talks to main. Never rejects: every answer is an envelope. */
export interface Ipc {
  invoke<C extends ChannelName>(
    channel: C,
    input: ChannelInput<C>,
    options?: InvokeOptions,
  ): Promise<Envelope<ChannelOutput<C>>>
  on<N extends EventName>(event: N, callback: (payload: EventPayload<N>) => void): () => void
  readonly connection: Transport['connection']
  readonly resumeWith: Transport['resumeWith']
}
