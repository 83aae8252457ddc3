import type { EventName, EventPayload } from './events.ts'
import type { Envelope } from './result.ts'
import type { DeepReadonly } from './shared.ts'

/**
 * What crosses the web socket and the lines of `rpc`, one JSON text each, in both directions. Free of zod, so that
 * the page reads and writes by the same code as the hosts.
 */

/** Chosen by the caller: 1–128 characters, or a safe integer. */
export type FrameId = string | number

/** Calls a channel. */
export interface RequestFrame {
  /** Comes back in the answer; of no other open request. */
  readonly id: FrameId
  /** A channel of the contract, at most 128 UTF-16 units. */
  readonly channel: string
  /** Checked by the router. */
  readonly input?: unknown
}

/** Ends a request that is not answered yet; it is answered all the same, as a rule with CANCELLED. */
export interface CancelFrame {
  /** Of the request. */
  readonly cancel: FrameId
}

/** The id is null when the request could not be read so far. */
export type AnswerFrame = { readonly id: FrameId | null } & Envelope<unknown>

/** An event on its way to a page. */
export interface EventFrame {
  /** An event of the contract. */
  readonly event: string
  /** Repeats the payload's, for readers that only route; absent where the payload has none. */
  readonly runId?: string
  /** As the contract declares it for this event. */
  readonly payload: unknown
}

/** A text that is no request, with the id that it names, so that its sender gets an answer. */
export interface BrokenFrame {
  /** The id that the text contains; null when none can be read. */
  readonly broken: FrameId | null
}

/** The largest request, in bytes: a novel of 64 MiB as base64 fits. */
export const maxFrameBytes = 128 * 1024 * 1024
/** Of ids and names of channels. */
const maxNameUnits = 128

/** Whether a value may be the id of a frame. */
export const isFrameId = (value: unknown): value is FrameId =>
  typeof value === 'string' ? value.length > 0 && value.length <= maxNameUnits : Number.isSafeInteger(value)

/** What a host has been sent. Never throws: whatever is no frame comes back as broken. */
export function readRequest(text: string): RequestFrame | CancelFrame | BrokenFrame {
  const frame = objectOf(text)
  const id = isFrameId(frame.id) ? frame.id : null
  const keys = Object.keys(frame)
  if (isFrameId(frame.cancel) && keys.length === 1) return { cancel: frame.cancel }
  const isRequest = keys.every((key) => key === 'id' || key === 'channel' || key === 'input')
  const { channel, input } = frame
  if (!isRequest || id === null || typeof channel !== 'string' || channel.length > maxNameUnits)
    return { broken: id }
  return { id, channel, input }
}

/** What a page has been sent by its host; null when it is neither an answer nor an event. */
export function readReply(text: string): AnswerFrame | EventFrame | null {
  const frame = objectOf(text)
  // The host is ours and writes frames with the types above; only their kind is checked here.
  if (typeof frame.event === 'string') return frame as unknown as EventFrame
  return typeof frame.ok === 'boolean' ? (frame as unknown as AnswerFrame) : null
}

/** The frame of one event, with the `runId` of its payload. */
export function eventFrame<N extends EventName>(
  event: N,
  payload: DeepReadonly<EventPayload<N>>,
): EventFrame {
  return 'runId' in payload ? { event, runId: payload.runId, payload } : { event, payload }
}

/** One line of JSON for every reader: some, like Node's readline, end a line at U+2028 and U+2029 too. */
export function writeFrame(frame: object): string {
  return JSON.stringify(frame).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** The members of a JSON object; none of anything else. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : {} // checked on the line above
  } catch {
    // Not JSON is one of the many ways of not being a frame; the callers answer for all of them.
    return {}
  }
}
