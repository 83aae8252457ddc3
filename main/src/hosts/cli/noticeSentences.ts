import type { AssembleResult } from '../../contract/context.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { describeNoticeEn } from '../../services/context/index.ts'

/** Warnings as another program reads them: one sentence each behind its code, in the requested language. */
export const formatNotices = (
  { warnings, notices }: Pick<AssembleResult, 'warnings' | 'notices'>,
  language: UiLanguage,
): readonly string[] => (language === 'zh' ? warnings : notices.map(describeNoticeEn))
