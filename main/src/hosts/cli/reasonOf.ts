import { describeReason } from '../../contract/sentences/codedSentence.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import type { Reason } from '../../contract/warnings.ts'

interface Reasoned {
  readonly reason: string
  readonly reasonCode?: string | undefined
  readonly params?: object | undefined
}

/** Why a piece is in a prompt. A reason from an older receipt or an embedder's source has only its own words. */
export function reasonOf({ reason, reasonCode, params }: Reasoned, language: UiLanguage): string {
  if (language === 'zh' || params === undefined || (reasonCode ?? 'given') === 'given') return reason
  return describeReason({ code: reasonCode, params } as Reason, language) // by the contract of reasons
}
