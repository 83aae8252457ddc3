import type { AssembleResult } from '../../contract/context.ts'
import type { Spoken } from '../../contract/sentences/errorKeys.ts'
import { sayNoticeEn } from '../../services/context/index.ts'

/** Warnings as another program reads them: one sentence each behind its code, in the language asked for. */
export const saidNotices = (
  { warnings, notices }: Pick<AssembleResult, 'warnings' | 'notices'>,
  language: Spoken,
): readonly string[] => (language === 'zh' ? warnings : notices.map(sayNoticeEn))
