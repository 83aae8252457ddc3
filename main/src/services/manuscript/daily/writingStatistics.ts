import type { ChannelOutput } from '#contract/index.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { type AcceptedRun, chapterShares } from './chapterShares.ts'
import type { DailyWords } from './dailyWords.ts'
import { statisticsOf } from './statistics.ts'

/** What an author has written, by day and by chapter. */
export type WritingStatistics = (
  projectId: string,
  today: string,
) => Promise<ChannelOutput<'words:statistics:get'>>

/** `acceptedRuns`: the receipts there are of runs, the newest of a book. */
export function createWritingStatistics(options: {
  readonly dailyWords: Pick<DailyWords, 'days'>
  readonly manuscript: Pick<ManuscriptService, 'outline' | 'read'>
  readonly acceptedRuns: (projectId: string) => Promise<readonly AcceptedRun[]>
}): WritingStatistics {
  const { dailyWords, manuscript, acceptedRuns } = options
  return async (projectId, today) => {
    const { days, goal } = dailyWords.days(projectId)
    const chapters = (await manuscript.outline(projectId)).filter(
      ({ planned, missing }) => !planned && !missing,
    )
    const textOf = async (documentId: string) =>
      (await manuscript.read(projectId, documentId).catch(() => ({ text: '' }))).text
    const shares = await chapterShares(chapters, await acceptedRuns(projectId), textOf)
    return { ...statisticsOf(days, { today, goal }), chapters: [...shares] }
  }
}
