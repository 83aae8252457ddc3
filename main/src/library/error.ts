import { errorSentence } from '../contract/sentences/errorSentence.ts'
import { isAppError, toPayload } from '../lib/appError.ts'
import type { Language } from './types.ts'

/** Codes that a request can fail with; decide by them, not by the message. */
export type ContextErrorCode =
  /** What is required does not fit: Rules, selection, instruction. `details`: layers and the largest texts. */
  | 'CONTEXT_INPUT_TOO_LARGE'
  /** A draft belongs to another project. Nothing was returned. */
  | 'CONTEXT_SCOPE_VIOLATION'
  /** Too many requests of the document run and queue already. */
  | 'CONTEXT_BACKPRESSURE'
  /** The ratios of a budget do not add up to 1. */
  | 'CONTEXT_BUDGET_INVALID_RATIO'
  /** A minimum of a budget is no integer ≥ 0. */
  | 'CONTEXT_BUDGET_INVALID_MINIMUM'
  /** A file of `createFileStores` is no budget. `details`: its path. */
  | 'FILE_BROKEN'
  /** A selection is not in the text. */
  | 'INVALID_ARGUMENT'
  /** The signal of the request was aborted. */
  | 'CANCELLED'

/** The rest of an error, apart from its code and message. */
export interface ContextErrorOptions {
  /** See `ContextError.details`. */
  readonly details?: unknown
  /** The error that it was made from; for logs. */
  readonly cause?: unknown
}

/** Every expected failure of the engine. */
export class ContextError extends Error {
  /** Of the class, also in other copies of it. */
  override readonly name = 'ContextError'
  /** What happened. */
  readonly code: ContextErrorCode
  /** Figures and names that belong to the code; never text of a document. */
  readonly details: unknown

  constructor(code: ContextErrorCode, message: string, options: ContextErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
  }
}

/** An error of the app in the package's class and language; anything else is a fault of the program and stays as it is. */
export function toContextError(error: unknown, language: Language): unknown {
  if (!isAppError(error)) return error
  const { code, details } = error
  const sentence = errorSentence(toPayload(error), language)
  // The engine throws no other codes: `ContextErrorCode` lists them.
  return new ContextError(code as ContextErrorCode, sentence, { details, cause: error })
}
