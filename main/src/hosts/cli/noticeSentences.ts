import type { AssembleResult } from '../../contract/context.ts'
import { describeNotice } from '../../contract/sentences/codedSentence.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'

/** Warnings as another program reads them: one sentence each behind its code, in the requested language. */
export const formatNotices = (
  { warnings, notices }: Pick<AssembleResult, 'warnings' | 'notices'>,
  language: UiLanguage,
): readonly string[] =>
  language === 'zh' ? warnings : notices.map((notice) => describeNotice(notice, language))
