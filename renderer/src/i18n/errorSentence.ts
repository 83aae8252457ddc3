import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ErrorPayload } from '../../../main/src/contract/result.ts'
import type { ErrorKey } from './errorKeys.ts'
import type { FailureKey } from './sentences.ts'
import { zh } from './zh.ts'

/** Codes whose sentences, here and in main, say themselves that nothing was changed. */
const sayNothingChanged: ReadonlySet<string> = new Set([
  'INTERNAL',
  'IO_ERROR',
  'READ_ONLY',
  'OPEN_ELSEWHERE',
])

export const saysNothingChanged = ({ code }: Said): boolean => sayNothingChanged.has(code)

/** An error as it is kept: one from an earlier version of the program may have any code. */
export type Said = Omit<ErrorPayload, 'code'> & { readonly code: string }

type Details = Readonly<Record<string, unknown>>

const isFailure = (code: string): code is FailureKey => Object.hasOwn(zh.failure, code)
const isKey = (key: string): key is ErrorKey => Object.hasOwn(zh.problem, key)
// An object of a checked envelope; its fields are looked at one by one.
const detailsOf = ({ details }: Said): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {}

/** The word of an error's details on which its sentence depends; empty where there is none. */
function wordOf(details: Details): string {
  if (typeof details.to === 'string') return 'to'
  return String(details.why ?? details.reason ?? details.limit ?? details.field ?? '')
}

/**
 * An error in the language of the page. Main speaks Chinese, and names what it is about: the Chinese page shows its
 * words. Other languages have the sentence of the code; main's words stay for a code that this page does not know.
 */
export function errorSentence(error: Said, t: TFunction, language: string): string {
  if (language === 'zh') return error.message
  const details = detailsOf(error)
  if (isFailure(error.code)) return failureSentence(error.code, details, t)
  const key = [`${error.code}_${wordOf(details)}`, error.code].find(isKey)
  return key === undefined ? error.message : t(`problem.${key}`, { replace: details })
}

/** What a provider's failure means; a busy one may say how long it wants to be left alone. */
function failureSentence(code: FailureKey, { host, model, seconds }: Details, t: TFunction): string {
  const later = code === 'AI_BUSY' && typeof seconds === 'number'
  const minutes = later ? Math.max(1, Math.ceil(seconds / 60)) : ''
  return t(`failure.${later ? 'AI_BUSY_later' : code}`, { host: String(host), model: String(model), minutes })
}

/** `errorSentence` for a part of the page. */
export const useErrorSentence = (): ((error: Said) => string) => {
  const { t, i18n } = useTranslation()
  return (error) => errorSentence(error, t, i18n.language)
}
