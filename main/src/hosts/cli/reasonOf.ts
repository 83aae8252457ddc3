import type { Spoken } from '../../contract/sentences/errorKeys.ts'
import { type Reason, sayReasonEn } from '../../services/context/index.ts'

interface Reasoned {
  readonly reason: string
  readonly reasonCode?: string | undefined
  readonly params?: object | undefined
}

/** Why a piece is in a prompt. What an older receipt or an embedder's source says has no words but its own. */
export function reasonOf({ reason, reasonCode, params }: Reasoned, language: Spoken): string {
  if (language === 'zh' || params === undefined || (reasonCode ?? 'given') === 'given') return reason
  return sayReasonEn({ code: reasonCode, params } as Reason) // by the contract of reasons
}
