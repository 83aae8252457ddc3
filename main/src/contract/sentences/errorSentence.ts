import type { ErrorCode, FailureCode } from '../errorCodes.ts'
import type { ErrorPayload } from '../result.ts'
import type { DetailsArgument, ErrorKey, FailureParams, UiLanguage } from './errorKeys.ts'
import { errorsEn } from './errorsEn.ts'
import { errorsZh } from './errorsZh.ts'
import { failuresEn } from './failuresEn.ts'
import { failuresZh } from './failuresZh.ts'
import { fill, isFault } from './fileFault.ts'

/** An error as it is stored: one from an earlier version of the program may have any code. */
export type StoredError = Omit<ErrorPayload, 'code'> & { readonly code: string }

type Details = Readonly<Record<string, unknown>>

const errors = { zh: errorsZh, en: errorsEn }
const failures = { zh: failuresZh, en: failuresEn }
/** Of a file that could not be read: what was in the way is a sentence of its own. */
const fileNotRead = { zh: '“{{path}}”没有读到：{{sentence}}', en: '{{path}} was not read: {{sentence}}' }

const isFailure = (code: string): code is FailureCode => Object.hasOwn(failuresEn, code)
const isKey = (key: string): key is ErrorKey => Object.hasOwn(errorsEn, key)
// An object of a checked envelope; its fields are looked at one by one.
const detailsOf = (details: unknown): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {}

/** What of an error's details chooses its sentence; empty where nothing does. */
function whyOf(details: Details): string {
  if (typeof details.to === 'string') return 'to'
  if (details.why === undefined && isFault(details.fault)) return 'fault'
  return String(details.why ?? '')
}

/** An error as it leaves the process, with its sentence in Chinese. */
export function errorPayload<C extends ErrorCode>(code: C, ...[details]: DetailsArgument<C>): ErrorPayload {
  const message = sentenceOf(code, details, 'zh') ?? code
  return details === undefined ? { code, message } : { code, message, details }
}

/** An error for people. Its own words stay for a code that this version does not have. */
export const errorSentence = ({ code, message, details }: StoredError, language: UiLanguage): string =>
  language === 'zh' ? message : (sentenceOf(code, details, language) ?? message)

/** The sentence of a code and its details; undefined for a code that this version does not have. */
export function sentenceOf(code: string, unchecked: unknown, language: UiLanguage): string | undefined {
  const details = detailsOf(unchecked)
  const sentence = ownSentence(code, details, language)
  const isOfFile = details.cause === code && typeof details.path === 'string'
  return isOfFile && sentence !== undefined
    ? fill(fileNotRead[language], { ...details, sentence }, language)
    : sentence
}

function ownSentence(code: string, details: Details, language: UiLanguage): string | undefined {
  const key = [`${code}_${whyOf(details)}`, code].find(isKey)
  if (key !== undefined) return fill(errors[language][key], details, language, formatNumber)
  return isFailure(code) ? failures[language][code](paramsOf(details)) : undefined
}

const paramsOf = ({ host = '', model = '', status, seconds }: Details): FailureParams => ({
  ...{ host: String(host), model: String(model) },
  ...(typeof status === 'number' && { status }),
  ...(typeof seconds === 'number' && { seconds }),
})

/** Bounds are read as amounts; lines, columns and ports are not. */
const formatNumber = (value: number, name: string) =>
  name === 'least' || name === 'most' ? value.toLocaleString('en-US') : String(value)
