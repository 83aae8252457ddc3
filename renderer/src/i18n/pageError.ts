import type { ErrorCode } from '../../../main/src/contract/errorCodes.ts'
import type { ErrorPayload } from '../../../main/src/contract/result.ts'
import type { errorWords } from '../../../main/src/contract/sentences/errorKeys.ts'
import { errorsZh } from '../../../main/src/contract/sentences/errorsZh.ts'

type Translations = typeof errorWords
type OwnCode = Extract<ErrorCode, keyof typeof errorsZh>
type WhyOf<C extends OwnCode> = C extends keyof Translations ? Translations[C][number] : never

/** What the page itself has to tell, in the shape of main's answers: the Chinese sentence, and the word for others. */
export function pageError<C extends OwnCode>(code: C, reason?: WhyOf<C>): ErrorPayload {
  if (reason === undefined) return { code, message: errorsZh[code] }
  const sentences: Readonly<Record<string, string>> = errorsZh
  return { code, message: sentences[`${code}_${reason}`] ?? errorsZh[code], details: { why: reason } }
}
