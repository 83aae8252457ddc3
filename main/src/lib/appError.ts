/**
 * The one error class inside a process. `code` is a member of `contract/errorCodes.ts`; `data` travels to the
 * caller as `details`; `cause` stays in the log.
 */
export class AppError<Code extends string = string> extends Error {
  override readonly name = 'AppError'
  readonly code: Code
  readonly data: unknown

  constructor(code: Code, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.data = options.data
  }
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
