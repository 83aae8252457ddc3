import { ErrorCode } from '../../../contract/errorCodes.ts'
import { errorPayload, errorSentence } from '../../../contract/sentences/errorSentence.ts'
import { isAppError, toPayload } from '../../../lib/appError.ts'

/** The book's language: what a tool writes to the model is in it; tool names, codes and paths are not. */
export type Language = 'zh' | 'en'

/** An error as the model reads it. An unforeseen one has no details. */
export function describeError(
  error: unknown,
  language: Language,
): { readonly code: string; readonly message: string } {
  const payload = isAppError(error) ? toPayload(error) : errorPayload(ErrorCode.INTERNAL)
  return { code: payload.code, message: errorSentence(payload, language) }
}
