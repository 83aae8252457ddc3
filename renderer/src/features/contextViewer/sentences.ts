import type { TFunction } from 'i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { Finding } from '#contract/judge.ts'
import { type FindingCoded, findingParams, type Notice } from '#contract/warnings.ts'
import { type FindingKey, keyOf } from '../../../../main/src/contract/sentences/codedKeys.ts'
import {
  reasonParts as partsOf,
  noticeSentence as sentenceOf,
} from '../../../../main/src/contract/sentences/codedSentence.ts'
import type { UiLanguage } from '../../../../main/src/contract/sentences/errorKeys.ts'
import { fill } from '../../../../main/src/contract/sentences/fileFault.ts'
import { warningsZh } from '../../../../main/src/contract/sentences/warningsZh.ts'
import { formatCount } from '../../i18n/format.ts'
import { zh } from '../../i18n/zh.ts'

const isFinding = (key: string): key is FindingKey => Object.hasOwn(zh.judge.sentences, key)
export const languageOf = (t: TFunction): UiLanguage => (t('languageCode') === 'en' ? 'en' : 'zh')

/** A notice in the interface's language; null for a code that this page does not know. */
export const noticeSentence = (notice: Notice, t: TFunction): string | null =>
  sentenceOf(notice, languageOf(t)) || null

/** What the Judge found, in the interface's language; the constraint stands beside it. */
export const findingSentence = ({ code, params }: FindingCoded, t: TFunction): string => {
  const key = keyOf(findingParams, code, params)
  if (!isFinding(key)) return code
  return fill(t(`judge.sentences.${key}`, { skipInterpolation: true }), params, languageOf(t), formatCount)
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
  const isPlain = Object.entries(warningsZh).some(([key, text]) => key === code && !text.includes('{{'))
  if (isPlain) return sentenceOf({ code, params: {} } as Notice, languageOf(t)) // of a code without parameters
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
const skillNamed = (name: unknown, t: TFunction): string => {
  const id = skillIds.find((each) => zh.skills[each] === name)
  return id === undefined ? String(name ?? '') : t(`skills.${id}`)
}
const skillIds = Object.keys(zh.skills) as (keyof typeof zh.skills)[] // its own keys

/** Why material was there, in parts; none when there is no code, as in older receipts, or an unknown one. */
export const reasonParts = (
  { reasonCode = '', params = {} }: Pick<ReceiptChunk, 'reasonCode' | 'params'>,
  t: TFunction,
): readonly string[] => {
  const skill = reasonCode === 'skill' ? { name: skillNamed(params.name, t) } : {}
  return partsOf(reasonCode, { ...params, ...skill }, languageOf(t))
}
