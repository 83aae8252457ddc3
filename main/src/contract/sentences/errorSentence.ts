import type { ErrorPayload } from '../result.ts'
import type { ErrorKey, FailureCode, FailureParams, UiLanguage } from './errorKeys.ts'
import { errorsEn } from './errorsEn.ts'
import { errorsZh } from './errorsZh.ts'
import { failuresEn } from './failuresEn.ts'
import { describeFault, isFault } from './fileFault.ts'

/** An error as it is kept: one from an earlier version of the program may have any code. */
export type StoredError = Omit<ErrorPayload, 'code'> & { readonly code: string }

type Details = Readonly<Record<string, unknown>>

const isFailure = (code: string): code is FailureCode => Object.hasOwn(failuresEn, code)
const isKey = (key: string): key is ErrorKey => Object.hasOwn(errorsEn, key)
// An object of a checked envelope; its fields are looked at one by one.
const detailsOf = ({ details }: StoredError): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {}

/** The word of an error's details on which its sentence depends; empty where there is none. */
function wordOf(details: Details): string {
  if (typeof details.to === 'string') return 'to'
  if (isFault(details.fault)) return 'fault'
  return String(details.why ?? details.reason ?? details.limit ?? details.field ?? '')
}

/**
 * An error for people. Each carries its own sentence in Chinese, which names what it is about. In English it may carry
 * one too (`details.english`); else there is that of its code, and its own words stay for a code that is not known here.
 */
export function errorSentence(error: StoredError, language: UiLanguage): string {
  if (language === 'zh') return error.message
  const details = detailsOf(error)
  if (typeof details.english === 'string') return details.english
  if (isFailure(error.code)) return failuresEn[error.code](paramsOf(details))
  const key = [`${error.code}_${wordOf(details)}`, error.code].find(isKey)
  return key === undefined ? error.message : filled(errorsEn[key], details, 'en')
}

/** The Chinese sentence of a key, with what it names; an error carries it as its message. */
export const sentenceZh = (key: ErrorKey, details: Details): string => filled(errorsZh[key], details, 'zh')

const paramsOf = ({ host, model, status, seconds }: Details): FailureParams => ({
  ...{ host: String(host), model: String(model) },
  ...(typeof status === 'number' && { status }),
  ...(typeof seconds === 'number' && { seconds }),
})

const filled = (sentence: string, details: Details, language: UiLanguage): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = details[name] ?? ''
    if (isFault(value)) return describeFault(value, language)
    return isBound(name) && typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  })

/** These are read as amounts; lines and columns are no amounts. */
const isBound = (name: string) => name === 'least' || name === 'most'
