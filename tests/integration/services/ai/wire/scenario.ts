import type { WireFormat } from '../../../../../scripts/torture/toolServer.ts'
import type { ServiceSetUp } from '../../../../support/runAgainst.ts'
import type { sentences } from './sentences.ts'
import type { Speech } from './speech.ts'

/** What a service does, and what its author gets of it. */
export interface Scenario {
  /** Goes on behind “a service …”. */
  readonly name: string
  /** Absent: the same is expected in both. */
  readonly only?: WireFormat
  /** Answers each of the requests. */
  readonly does: (speech: Speech) => void | Promise<void>
  /** How the author has set it up; absent: as it should be. */
  readonly setUp?: Partial<ServiceSetUp>
  /** Another address, and what has to be closed afterwards; absent: that of the common server. */
  readonly at?: (baseUrl: string) => Promise<{ readonly baseUrl: string; readonly close: () => unknown }>
  /** Of the watchdog; absent: longer than any test. */
  readonly waiting?: { readonly headersMs?: number; readonly silenceMs?: number }
  /** The author stops the run when this event comes. */
  readonly cancelsAt?: 'text' | 'retrying'
  readonly expected: Expected
}

/** What is left out is as usual: a whole answer, asked for once, billed as reported. */
export interface Expected {
  /** `limit`: done, and it says that the text stops midway. Absent: done. */
  readonly ends?: 'limit' | 'cancelled' | FailureName
  /** Absent: 雾散了。 where it is done or at its limit, else nothing. */
  readonly text?: string
  /** Requests that reached the server. Absent: 1. */
  readonly requests?: number
  /** Before each request that repeats one, milliseconds. */
  readonly waits?: readonly number[]
  /** The warnings that the author reads. */
  readonly warnings?: readonly string[]
  /**
   * `reported`: to the cent what the vendor counts; `nothing`; or an estimate, marked as one, with the tokens of
   * this output. Absent: `reported` where it is done or at its limit, else `nothing`.
   */
  readonly booked?: 'reported' | 'nothing' | { readonly estimatedOf: string }
  /** In the sentence. */
  readonly status?: number
  /** In the sentence: what the service asked to wait. */
  readonly seconds?: number
}

/** A failure that `sentences.ts` has. */
type FailureName = Extract<keyof typeof sentences, `AI_${string}`>

/** Repeats what it does until the n-th request, which it answers. */
export const once =
  (does: Scenario['does'], until = 2): Scenario['does'] =>
  (speech) =>
    speech.n < until ? does(speech) : speech.answer()

/** A page where an answer is expected. */
export const page = '<!doctype html><html><body><h1>Sign in</h1></body></html>'
