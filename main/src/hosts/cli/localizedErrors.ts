import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { errorSentence, type StoredError } from '../../contract/sentences/errorSentence.ts'

/**
 * An answer, an event or a step as it is, but for the message of the error in it (`error`, also of its step or task), which is in
 * the language of the command; code and details are for programs and stay.
 */
export function localizeErrors<T extends object>(value: T, language: UiLanguage): T {
  if (language === 'zh') return value
  const parts: Record<string, unknown> = {}
  if ('error' in value && isStoredError(value.error))
    parts.error = { ...value.error, message: errorSentence(value.error, language) }
  for (const [name, part] of Object.entries(value))
    if ((name === 'step' || name === 'task') && typeof part === 'object' && part !== null)
      parts[name] = localizeErrors(part, language)
  return { ...value, ...parts }
}

const isStoredError = (error: unknown): error is StoredError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string'
