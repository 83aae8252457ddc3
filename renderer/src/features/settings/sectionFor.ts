import type { StoredError } from '#contract/sentences/errorSentence.ts'
import type { ErrorCode } from '../../../../main/src/contract/errorCodes.ts'
import type { SettingsSection } from './settingsPages.ts'

/** Failures whose way out is a setting. */
const sections: Partial<Record<ErrorCode, SettingsSection>> = {
  AI_PROVIDER_MISSING: 'services',
  AI_PROVIDER_REDIRECT: 'services',
  AI_ADDRESS_REFUSED: 'services',
  AI_ADDRESS_WRONG: 'services',
  AI_KEY_ELSEWHERE: 'services',
  AI_KEY_MISSING: 'services',
  AI_KEY_REFUSED: 'services',
  AI_MODEL_NOT_FOUND: 'services',
  AI_NO_STREAMING: 'services',
  AI_OFFLINE: 'services',
  AI_TLS: 'services',
  AI_UNREACHABLE: 'services',
  SPENDING_LIMIT: 'spending',
}

/** The section of the settings where a failure is mended; null where none is. */
export const sectionFor = ({ code }: Pick<StoredError, 'code'>): SettingsSection | null =>
  Object.hasOwn(sections, code) ? (sections[code as ErrorCode] ?? null) : null // its own key
