import type { ErrorCode } from '../../../main/src/contract/errorCodes.ts'
import type { ErrorPayload } from '../../../main/src/contract/result.ts'
import type { errorWords } from './errorKeys.ts'
import { problem } from './zhErrors.ts'

type Words = typeof errorWords
type OwnCode = Extract<ErrorCode, keyof typeof problem>
type WhyOf<C extends OwnCode> = C extends keyof Words ? Words[C][number] : never

/** What the page itself has to tell, in the shape of main's answers: the Chinese sentence, and the word for others. */
export function pageError<C extends OwnCode>(code: C, why?: WhyOf<C>): ErrorPayload {
  if (why === undefined) return { code, message: problem[code] }
  const sentences: Readonly<Record<string, string>> = problem
  return { code, message: sentences[`${code}_${why}`] ?? problem[code], details: { why } }
}
