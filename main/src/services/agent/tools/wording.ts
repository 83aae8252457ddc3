import { ErrorCode } from '../../../contract/errorCodes.ts'
import { errorPayload, errorSentence } from '../../../contract/sentences/errorSentence.ts'
import { isAppError, toPayload } from '../../../lib/appError.ts'

/** The book's: what a tool says to the model is in it; tool names, codes and paths are neither. */
export type Language = 'zh' | 'en'

/** An error as the model reads it. One that nobody foresaw says nothing of itself. */
export function describeError(
  error: unknown,
  language: Language,
): { readonly code: string; readonly message: string } {
  const payload = isAppError(error) ? toPayload(error) : errorPayload(ErrorCode.INTERNAL)
  return { code: payload.code, message: errorSentence(payload, language) }
}
