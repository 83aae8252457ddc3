import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { describeReasonEn, type Reason } from '../../services/context/index.ts'

interface Reasoned {
  readonly reason: string
  readonly reasonCode?: string | undefined
  readonly params?: object | undefined
}

/** Why a piece is in a prompt. A reason from an older receipt or an embedder's source has only its own words. */
export function reasonOf({ reason, reasonCode, params }: Reasoned, language: UiLanguage): string {
  if (language === 'zh' || params === undefined || (reasonCode ?? 'given') === 'given') return reason
  return describeReasonEn({ code: reasonCode, params } as Reason) // by the contract of reasons
}
