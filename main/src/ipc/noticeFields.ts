import { describeNotice } from '../services/context/index.ts'

type Notices = Parameters<typeof describeNotice>[0][]

/** The first ten notices of an answer, as `noticeFields` of the contract declares them. */
export function withNotices(all: Readonly<Notices>): {
  readonly warnings?: string[]
  readonly notices?: Notices
} {
  const notices = all.slice(0, 10)
  return notices.length > 0 ? { warnings: notices.map(describeNotice), notices } : {}
}
