import type { FileFault } from '../warnings.ts'
import type { UiLanguage } from './errorKeys.ts'
import { faultsEn } from './faultsEn.ts'
import { faultsZh } from './faultsZh.ts'

const tables = { zh: faultsZh, en: faultsEn }
const commas = { zh: '、', en: ', ' }

/** What is wrong with a file, as part of a sentence: without a full stop. */
export function describeFault({ code, params, at }: FileFault, language: UiLanguage): string {
  const table = tables[language]
  const text = fill(table[code], params, language)
  return at ? fill(table.at, { words: text, ...at }, language) : text
}

/** Whether a value out of an error's details is a fault that can be said. */
export function isFault(value: unknown): value is FileFault {
  if (typeof value !== 'object' || value === null || !('code' in value && 'params' in value)) return false
  const { code, params } = value
  return typeof code === 'string' && Object.hasOwn(faultsEn, code) && typeof params === 'object'
}

/**
 * Fills the placeholders of a sentence: a list is joined, a fault is described, a pair has its text in both languages.
 * Numbers are as `formatNumber` writes them.
 */
export function fill(
  sentence: string,
  params: object,
  language: UiLanguage,
  formatNumber: (value: number, name: string) => string = String,
): string {
  const values = new Map<string, unknown>(Object.entries(params))
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name) ?? ''
    if (isFault(value)) return describeFault(value, language)
    if (Array.isArray(value)) return value.join(commas[language])
    if (typeof value === 'object') return String(new Map(Object.entries(value)).get(language) ?? '')
    return typeof value === 'number' ? formatNumber(value, name) : String(value)
  })
}
