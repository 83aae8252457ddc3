import { type Notice, type Reason, reasonParams, warningParams } from '../warnings.ts'
import { keyOf } from './codedKeys.ts'
import type { UiLanguage } from './errorKeys.ts'
import { fill } from './fileFault.ts'
import { reasonNotesEn, reasonsEn } from './reasonsEn.ts'
import { reasonNotesZh, reasonsZh } from './reasonsZh.ts'
import { warningsEn } from './warningsEn.ts'
import { warningsZh } from './warningsZh.ts'

const words = {
  zh: { warnings: warningsZh, reasons: reasonsZh, notes: reasonNotesZh, colon: '：' },
  en: { warnings: warningsEn, reasons: reasonsEn, notes: reasonNotesEn, colon: ': ' },
}
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const formatNumber = (value: number) => numbers.format(value)

/** The sentence of a notice; empty for a code that this version does not have. */
export function noticeSentence({ code, params }: Notice, language: UiLanguage): string {
  const table: Readonly<Record<string, string>> = words[language].warnings
  return fill(table[keyOf(warningParams, code, params)] ?? '', params, language, formatNumber)
}

/** Programs compare the whole warning with this. */
const fixedText = '知识图谱数据未注入'

/** `CODE: sentence`, or `CODE` alone, for programs and for the log. */
export function describeNotice(notice: Notice, language: UiLanguage): string {
  const sentence =
    language === 'zh' && notice.code === 'KG_UNAVAILABLE' ? fixedText : noticeSentence(notice, language)
  return sentence === '' ? notice.code : `${notice.code}: ${sentence}`
}

/** Why a chunk is in the prompt: the reason, what it is about, and notes in brackets. */
export function describeReason({ code, params }: Reason, language: UiLanguage): string {
  // Built-in skills have Chinese names.
  if (code === 'skill' && language === 'en') return 'what the skill asks for'
  const { reasons, notes, colon } = words[language]
  const table: Readonly<Record<string, string>> = reasons
  const given: Readonly<Record<string, unknown>> = params
  const key =
    code === 'in_window' && given.distance === 0 ? 'in_window_here' : keyOf(reasonParams, code, params)
  const about = fill(given.terms === undefined ? '{{relation}}' : '{{terms}}', params, language, formatNumber)
  const added = [given.shared === true && notes.shared, given.stale === true && notes.stale].filter(
    (note) => note,
  )
  return [
    fill(table[key] ?? code, params, language, formatNumber),
    about === '' ? '' : `${colon}${about}`,
    added.length === 0 ? '' : language === 'zh' ? `（${added.join('；')}）` : ` (${added.join('; ')})`,
  ].join('')
}
