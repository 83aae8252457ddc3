import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatisticsDay } from '#contract/dailyWords.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { type CalendarDay, type CalendarWeek, calendarOf, dayAfter, laterDay } from './calendar.ts'

interface WritingCalendarProps {
  readonly days: readonly StatisticsDay[]
  /** `2026-11-23`. */
  readonly today: string
}

/** What fits beside the text. */
const weekCount = 20
const daysOfWeek = 7
/** A Monday, for the names of the days. */
const weekStart = '2026-11-23'

const nameOf = (day: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))

/** A table of days, weeks beside each other; each cell says its day and its words, and is coloured by them. */
export const WritingCalendar = ({ days, today }: WritingCalendarProps) => {
  const { t, i18n } = useTranslation()
  const [back, setBack] = useState(0)
  const last = laterDay(today, days.at(-1)?.day ?? today)
  const shown = dayAfter(last, -back * weekCount * daysOfWeek)
  const weeks = calendarOf(days, shown, weekCount)
  const first = weeks[0]?.firstDay ?? shown
  const hasEarlier = (days[0]?.day ?? last) < first
  const from = nameOf(first, i18n.language, { year: 'numeric', month: 'short' })
  const to = nameOf(shown, i18n.language, { year: 'numeric', month: 'short' })
  return (
    <section className="statistics-part" aria-labelledby="statistics-calendar">
      <div className="statistics-heading">
        <h3 id="statistics-calendar">{t('statistics.calendar')}</h3>
        <span className="quiet">{t('statistics.span', { from, to })}</span>
        <span className="grow" />
        <IconButton
          icon={ChevronLeft}
          label={t('statistics.earlier')}
          disabled={!hasEarlier}
          onPress={() => setBack(back + 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={t('statistics.later')}
          disabled={back === 0}
          onPress={() => setBack(back - 1)}
        />
      </div>
      <table className="statistics-calendar" data-testid="statistics-calendar">
        <caption className="visually-hidden">{t('statistics.calendarOf', { from, to })}</caption>
        <thead>
          <tr>
            <td />
            {weeks.map((week) => (
              <MonthCell key={week.firstDay} week={week} />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: daysOfWeek }, (_, at) => {
            const weekday = dayAfter(weekStart, at)
            return (
              <tr key={weekday}>
                <th scope="row">
                  <span className="visually-hidden">
                    {nameOf(weekday, i18n.language, { weekday: 'long' })}
                  </span>
                  <span aria-hidden="true">
                    {at % 2 === 0 ? nameOf(weekday, i18n.language, { weekday: 'narrow' }) : ''}
                  </span>
                </th>
                {weeks.map((week) => (
                  <DayCell key={week.firstDay} day={week.days[at] ?? null} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="statistics-legend quiet" aria-hidden="true">
        {t('statistics.less')}
        {[0, 1, 2, 3, 4].map((level) => (
          <span key={level} className={`statistics-day statistics-level-${level}`} />
        ))}
        {t('statistics.more')}
      </p>
    </section>
  )
}

const MonthCell = ({ week }: { readonly week: CalendarWeek }) => {
  const { i18n } = useTranslation()
  const day =
    week.month === null
      ? week.firstDay
      : `${week.firstDay.slice(0, 4)}-${String(week.month).padStart(2, '0')}-01`
  return (
    <th scope="col">
      <span className="visually-hidden">
        {nameOf(week.firstDay, i18n.language, { month: 'long', day: 'numeric' })}
      </span>
      {week.month !== null && (
        <span className="statistics-month" aria-hidden="true">
          {nameOf(day, i18n.language, { month: 'short' })}
        </span>
      )}
    </th>
  )
}

const DayCell = ({ day }: { readonly day: CalendarDay | null }) => {
  const { t, i18n } = useTranslation()
  if (day === null) return <td />
  const { words, ai, level } = day
  const date = nameOf(day.day, i18n.language, { month: 'long', day: 'numeric' })
  const count = t('statistics.words', { n: formatCount(words) })
  const byAi = ai > 0 ? ` · ${t('statistics.byAi', { n: formatCount(ai) })}` : ''
  const label = words === 0 ? t('statistics.nothingOn', { date }) : `${date}: ${count}${byAi}`
  return (
    <td className={`statistics-day statistics-level-${level}`} title={label}>
      <span className="visually-hidden">{label}</span>
    </td>
  )
}
