import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useEditor, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { localDay, watchDay } from '../dailyWords/localDay.ts'
import { ChapterShares } from './ChapterShares.tsx'
import { RecentDays } from './RecentDays.tsx'
import { WritingCalendar } from './WritingCalendar.tsx'
import './StatisticsScreen.css'

type Statistics = ChannelOutput<'words:statistics:get'>

/** What was written: runs of days, a calendar, the last days, and who wrote what stands in the chapters. */
export const StatisticsScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const editor = useEditor()
  const [today, setToday] = useState(() => localDay(new Date()))
  useEffect(() => watchDay(setToday), [])
  // What is typed counts.
  useEffect(() => void editor.flush(), [editor])
  const { data, error } = useChannelQuery(
    'words:statistics:get',
    { projectId, day: today },
    { showPreviousIf: () => true },
  )
  return (
    <>
      <p className="quiet">{t('statistics.about')}</p>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={6} />}
      {data !== undefined && (
        <>
          <Figures statistics={data} />
          <WritingCalendar days={data.days} today={today} />
          <RecentDays days={data.days} />
          <ChapterShares chapters={data.chapters} />
        </>
      )}
    </>
  )
}

const Figures = ({ statistics }: { readonly statistics: Statistics }) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { streak, goalStreak, goal, wordsPerHour, total } = statistics
  const runOf = (key: 'streakDays' | 'reachedDays', { current, longest }: Statistics['streak']) =>
    t(`statistics.${key}`, { n: formatCount(current), longest: formatCount(longest) })
  return (
    <>
      <dl className="statistics-figures" data-testid="statistics-figures">
        <dt>{t('statistics.streak')}</dt>
        <dd>{runOf('streakDays', streak)}</dd>
        <dt>{t('statistics.goal')}</dt>
        <dd>
          {goal === 0
            ? t('statistics.noGoal')
            : `${t('statistics.goalWords', { n: formatCount(goal) })} · ${runOf('reachedDays', goalStreak)}`}
        </dd>
        <dt>{t('statistics.speed')}</dt>
        <dd>
          {wordsPerHour === null
            ? t('statistics.noSpeed')
            : t('statistics.wordsPerHour', { n: formatCount(wordsPerHour) })}
        </dd>
        <dt>{t('statistics.total')}</dt>
        <dd>
          {t('statistics.words', { n: formatCount(total.words) })}
          {total.ai > 0 && ` · ${t('statistics.byAi', { n: formatCount(total.ai) })}`}
        </dd>
      </dl>
      <div className="sheet-tools">
        <Button onClick={() => view.setState({ goalOpen: true })}>{t('statistics.setGoal')}</Button>
      </div>
    </>
  )
}
