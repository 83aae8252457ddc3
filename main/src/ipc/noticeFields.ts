import type { Notice } from '#contract/warnings.ts'
import { describeNotice } from '../contract/sentences/codedSentence.ts'

/** The first ten notices of an answer, as `noticeFields` of the contract declares them. */
export function withNotices(all: readonly Notice[]): {
  readonly warnings?: string[]
  readonly notices?: Notice[]
} {
  const notices = all.slice(0, 10)
  return notices.length > 0
    ? { warnings: notices.map((notice) => describeNotice(notice, 'zh')), notices }
    : {}
}
