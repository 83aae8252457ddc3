import type { FileFault } from '../warnings.ts'
import type { UiLanguage } from './errorKeys.ts'
import { faultsEn } from './faultsEn.ts'
import { faultsZh } from './faultsZh.ts'

const tables = { zh: faultsZh, en: faultsEn }
const commas = { zh: '、', en: ', ' }

/** What is wrong with a file, as part of a sentence: without a full stop. */
export function describeFault({ code, params, at }: FileFault, language: UiLanguage): string {
  const table = tables[language]
  const text = filled(table[code], params, language)
  return at ? filled(table.at, { words: text, ...at }, language) : text
}

/** Whether a value out of an error's details is a fault that can be said. */
export function isFault(value: unknown): value is FileFault {
  if (typeof value !== 'object' || value === null || !('code' in value && 'params' in value)) return false
  const { code, params } = value
  return typeof code === 'string' && Object.hasOwn(faultsEn, code) && typeof params === 'object'
}

const filled = (sentence: string, params: object, language: UiLanguage): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value: unknown = Object.entries(params).find(([key]) => key === name)?.[1] ?? ''
    return Array.isArray(value) ? value.join(commas[language]) : String(value)
  })
