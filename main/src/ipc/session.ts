import type { EventName, EventPayload } from './contract/events.ts'
import type { DeepReadonly } from './contract/shared.ts'

/**
 * Who is calling. Made by a host for one window, socket or process; a payload can change nothing in it.
 */
export interface Session {
  readonly id: string
  /** Ids of the projects this session has opened; it may name no others. */
  readonly openProjects: Set<string>
  /** Whether `context:inspect` is allowed right now (D13). */
  mayInspect(): boolean
  /** Sends an event to this caller alone. */
  emit<N extends EventName>(event: N, payload: DeepReadonly<EventPayload<N>>): void
}

export interface SessionOptions {
  readonly id: string
  readonly mayInspect: () => boolean
  readonly emit?: Session['emit']
}

export function createSession({ id, mayInspect, emit }: SessionOptions): Session {
  return { id, openProjects: new Set(), mayInspect, emit: emit ?? (() => undefined) }
}
