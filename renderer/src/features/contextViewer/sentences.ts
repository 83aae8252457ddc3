import type { TFunction } from 'i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { Finding } from '#contract/judge.ts'
import {
  type FileFault,
  type FindingCoded,
  findingParams,
  type Notice,
  reasonParams,
  warningParams,
} from '#contract/warnings.ts'
import {
  type FindingKey,
  keyOf,
  type ReasonKey,
  type WarningKey,
} from '../../../../main/src/contract/sentences/codedKeys.ts'
import { formatCount } from '../../i18n/format.ts'
import { zh } from '../../i18n/zh.ts'

type Params = NonNullable<ReceiptChunk['params']>
/** Also those of warnings. */
type Param = Params[string] | readonly string[] | FileFault
type ReasonFields = Pick<ReceiptChunk, 'reasonCode' | 'params'>

const isWarning = (key: string): key is WarningKey => Object.hasOwn(zh.warning, key)
const isFinding = (key: string): key is FindingKey => Object.hasOwn(zh.judge.sentences, key)
const isReason = (key: string): key is ReasonKey => Object.hasOwn(zh.reason, key)

/** What is wrong with a file, as part of a sentence. */
export const faultWords = ({ code, params, at }: FileFault, t: TFunction): string => {
  const sentence = t(`fault.${code}`, { replace: inWords(params, t) })
  return at ? t('fault.at', { replace: { words: sentence, ...at } }) : sentence
}

/** Parameters as they stand in a sentence: numbers in groups, lists with commas, faults in words. */
const inWords = (params: Readonly<Record<string, Param>>, t: TFunction): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? formatCount(value)
        : Array.isArray(value)
          ? value.join(t('run.comma'))
          : typeof value === 'object'
            ? faultWords(value as FileFault, t) // no other parameter is an object
            : String(value),
    ]),
  )

/** A notice in the interface's language; null for a code that this page does not know. */
export const noticeSentence = ({ code, params }: Notice, t: TFunction): string | null => {
  const key = keyOf(warningParams, code, params)
  return isWarning(key) ? t(`warning.${key}`, { replace: inWords(params, t) }) : null
}

/** What the Judge found, in the interface's language; the constraint stands beside it. */
export const findingSentence = ({ code, params }: FindingCoded, t: TFunction): string => {
  const key = keyOf(findingParams, code, params)
  return isFinding(key) ? t(`judge.sentences.${key}`, { replace: inWords(params, t) }) : code
}

/** A finding and the constraint it breaks, for a mark in the text. */
export const findingWords = (finding: Finding, t: TFunction): string => {
  const sentence = findingSentence(finding, t)
  const { constraint } = finding
  return constraint === undefined ? sentence : `${sentence}\n${t('judge.constraint', { text: constraint })}`
}

/** A warning without parameters, `CODE` or `CODE: 说明`: a sentence where the code is enough, else its own words. */
const plainSentence = (warning: string, t: TFunction): string => {
  const [code = '', ...rest] = warning.split(':')
  const sentence = rest.join(':').trim()
  if (isWarning(code) && !zh.warning[code].includes('{{')) return t(`warning.${code}`)
  return sentence === '' ? warning : sentence
}

/** A warning for people: the translation of its notice, which `notices` may hold at the same place. */
export const warningSentence = (
  warning: string,
  receipt: Partial<Pick<Receipt, 'warnings' | 'notices'>>,
  t: TFunction,
): string => {
  const notice = receipt.notices?.[receipt.warnings?.indexOf(warning) ?? -1]
  return (notice && noticeSentence(notice, t)) ?? plainSentence(warning, t)
}

/** Main calls its own skills by their Chinese names. */
const skillNamed = (name: Params[string] | undefined, t: TFunction): string => {
  const id = skillIds.find((each) => zh.skills[each] === name)
  return id === undefined ? String(name ?? '') : t(`skills.${id}`)
}
const skillIds = Object.keys(zh.skills) as (keyof typeof zh.skills)[] // its own keys

/** Why material was there, in parts; none when there is no code, as in older receipts, or an unknown one. */
export const reasonParts = ({ reasonCode = '', params = {} }: ReasonFields, t: TFunction): string[] => {
  const isHere = reasonCode === 'in_window' && params.distance === 0
  const key = isHere ? 'in_window_here' : keyOf(reasonParams, reasonCode, params)
  if (!isReason(key)) return []
  const replace: Readonly<Record<string, string>> = {
    ...inWords(params, t),
    ...(reasonCode === 'skill' && { name: skillNamed(params.name, t) }),
  }
  return [
    t(`reason.${key}`, { replace }),
    replace.terms ?? '',
    replace.relation ?? '',
    params.shared === true ? t('reasonNote.shared') : '',
    params.stale === true ? t('reasonNote.stale') : '',
  ].filter((part) => part !== '')
}
