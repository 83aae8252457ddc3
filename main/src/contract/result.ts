import type { ErrorCode } from './errorCodes.ts'

/** Plain data that crosses a process boundary instead of an exception. */
export interface ErrorPayload {
  /** What callers branch on. */
  readonly code: ErrorCode
  /** One sentence a person understands. */
  readonly message: string
  /** Parameters of the code, as `errorCodes.ts` lists them; redacted. Absent: none. */
  readonly details?: unknown
}

/** What every call answers, across every transport; a call never rejects. */
export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorPayload }

/** The envelope of a success. */
export const ok = <T>(data: T): Envelope<T> => ({ ok: true, data })

/** The envelope of a failure. */
export const fail = (error: ErrorPayload): Envelope<never> => ({ ok: false, error })
