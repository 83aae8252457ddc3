import type { ErrorCode } from './errorCodes.ts'

/** Plain data that crosses a process boundary instead of an exception. */
export interface ErrorPayload {
  readonly code: ErrorCode
  /** One sentence a person understands. */
  readonly message: string
  readonly details?: unknown
}

export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorPayload }

export const ok = <T>(data: T): Envelope<T> => ({ ok: true, data })

export const fail = (error: ErrorPayload): Envelope<never> => ({ ok: false, error })
