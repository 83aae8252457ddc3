import { useTranslation } from 'react-i18next'
import type { StatisticsDay } from '#contract/dailyWords.ts'
import { formatCount } from '../../i18n/format.ts'

const shownDays = 10

/** The last days with writing, with time and speed. */
export const RecentDays = ({ days }: { readonly days: readonly StatisticsDay[] }) => {
  const { t, i18n } = useTranslation()
  const recent = days.slice(-shownDays).toReversed()
  const dateOf = (day: string) =>
    new Intl.DateTimeFormat(i18n.language, {
      ...{ timeZone: 'UTC', month: 'short', day: 'numeric', weekday: 'short' },
    }).format(new Date(`${day}T00:00:00Z`))
  return (
    <section className="statistics-part" aria-labelledby="statistics-recent">
      <h3 id="statistics-recent">{t('statistics.recent')}</h3>
      {recent.length === 0 ? (
        <p className="quiet">{t('statistics.empty')}</p>
      ) : (
        <table className="statistics-table" data-testid="statistics-recent">
          <thead>
            <tr>
              <th scope="col">{t('statistics.day')}</th>
              <th scope="col">{t('statistics.wordsColumn')}</th>
              <th scope="col">{t('statistics.aiColumn')}</th>
              <th scope="col">{t('statistics.minutes')}</th>
              <th scope="col">{t('statistics.speedColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {recent.map(({ day, words, ai, goal, minutes, wordsPerHour }) => (
              <tr key={day}>
                <th scope="row">{dateOf(day)}</th>
                <td className="number">
                  {formatCount(words)}
                  {goal > 0 && words >= goal && (
                    <span className="statistics-reached"> {t('statistics.reached')}</span>
                  )}
                </td>
                <td className="number">{formatCount(ai)}</td>
                <td className="number">{formatCount(minutes)}</td>
                <td className="number">{wordsPerHour === null ? '—' : formatCount(wordsPerHour)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
