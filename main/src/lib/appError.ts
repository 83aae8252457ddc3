import type { ErrorCode } from '../contract/errorCodes.ts'
import type { ErrorPayload } from '../contract/result.ts'
import type { ErrorDetails } from '../contract/sentences/errorKeys.ts'
import { type StoredError, sentenceOf } from '../contract/sentences/errorSentence.ts'

/** Details, where a sentence of the code needs some, and the error that caused it, which only the log gets. */
type AppErrorArguments<C extends ErrorCode> =
  Record<never, never> extends ErrorDetails<C>
    ? [details?: ErrorDetails<C>, options?: { readonly cause?: unknown }]
    : [details: ErrorDetails<C>, options?: { readonly cause?: unknown }]

/**
 * The one error class inside a process. `details.why` and the other parameters choose and fill the sentence, which
 * `toPayload` makes where the error leaves the process; `message` is for logs.
 */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError'
  readonly code: Code
  /** Travels to the caller. */
  readonly details: unknown

  constructor(code: Code, ...[details, options]: AppErrorArguments<Code>) {
    const why: unknown = Object(details).why
    super(
      why === undefined ? code : `${code}: ${String(why)}`,
      options?.cause === undefined ? undefined : { cause: options.cause },
    )
    this.code = code
    this.details = details
  }
}

/** An error as it leaves the process, with its sentence in Chinese. */
export function toPayload({ code, details }: AppError): ErrorPayload {
  const message = sentenceOf(code, details, 'zh') ?? code
  return details === undefined ? { code, message } : { code, message, details }
}

/** The error that an envelope had been made of. */
export function fromPayload({ code, details }: StoredError): AppError {
  // Of this version's own process, where both come from an AppError.
  return new AppError(code as ErrorCode, details as never)
}

/** True for an AppError of any copy of this module, optionally of one code. */
export function isAppError(error: unknown, code?: string): error is AppError {
  if (!(error instanceof Error) || error.name !== 'AppError') return false
  return code === undefined || (error as AppError).code === code
}

/** Node's `code` of a file-system or network error, else undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
