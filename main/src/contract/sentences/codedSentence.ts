import { type Notice, type Reason, reasonParams, warningParams } from '../warnings.ts'
import { keyOf } from './codedKeys.ts'
import type { UiLanguage } from './errorKeys.ts'
import { fill } from './fileFault.ts'
import { reasonNotesEn, reasonsEn } from './reasonsEn.ts'
import { reasonNotesZh, reasonsZh } from './reasonsZh.ts'
import { warningsEn } from './warningsEn.ts'
import { warningsZh } from './warningsZh.ts'

const words = {
  zh: { warnings: warningsZh, reasons: reasonsZh, notes: reasonNotesZh, separator: '；' },
  en: { warnings: warningsEn, reasons: reasonsEn, notes: reasonNotesEn, separator: '; ' },
}
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const formatNumber = (value: number) => numbers.format(value)

/** The sentence of a notice; empty for a code that this version does not have. */
export function noticeSentence({ code, params }: Notice, language: UiLanguage): string {
  const table: Readonly<Record<string, string>> = words[language].warnings
  const key = keyOf(warningParams, code, params)
  return fill(Object.hasOwn(table, key) ? (table[key] ?? '') : '', params, language, formatNumber)
}

/** Programs compare the whole warning with this. */
const fixedText = '知识图谱数据未注入'

/** `CODE: sentence`, or `CODE` alone, for programs and for the log. */
export function describeNotice(notice: Notice, language: UiLanguage): string {
  const sentence =
    language === 'zh' && notice.code === 'KG_UNAVAILABLE' ? fixedText : noticeSentence(notice, language)
  return sentence === '' ? notice.code : `${notice.code}: ${sentence}`
}

/** A reason in parts: the sentence, what it is about, and notes. None for a code that this version does not have. */
export function reasonParts(
  code: string,
  params: Readonly<Record<string, unknown>>,
  language: UiLanguage,
): readonly string[] {
  const { reasons, notes } = words[language]
  const table: Readonly<Record<string, string>> = reasons
  const key =
    code === 'in_window' && params.distance === 0 ? 'in_window_here' : keyOf(reasonParams, code, params)
  const sentence = Object.hasOwn(table, key) ? table[key] : undefined
  if (sentence === undefined) return []
  return [
    fill(sentence, params, language, formatNumber),
    fill(params.terms === undefined ? '{{relation}}' : '{{terms}}', params, language),
    params.shared === true ? notes.shared : '',
    params.stale === true ? notes.stale : '',
  ].filter((part) => part !== '')
}

/** Why a chunk is in the prompt, in one line. */
export function describeReason({ code, params }: Reason, language: UiLanguage): string {
  // Built-in skills have Chinese names.
  if (code === 'skill' && language === 'en') return 'what the skill asks for'
  return reasonParts(code, { ...params }, language).join(words[language].separator) || code
}
