import { useTranslation } from 'react-i18next'
import type { ChapterVersion } from '#contract/history.ts'
import { useHistory } from '../../app/AppContext.tsx'
import { formatCount, formatDay, formatTime } from '../../i18n/format.ts'
import { byDay } from './versionDays.ts'

const signed = (growth: number) =>
  `${growth > 0 ? '+' : growth < 0 ? '−' : '±'}${formatCount(Math.abs(growth))}`

interface VersionListProps {
  readonly versions: readonly ChapterVersion[]
  /** The id of the version that is compared. */
  readonly chosen: string
}

/** The versions by day, newest first; the arrow keys go from one to the next. */
export const VersionList = ({ versions, chosen }: VersionListProps) => {
  const { t, i18n } = useTranslation()
  const history = useHistory()
  const today = new Date().setHours(0, 0, 0, 0)
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  const nameOf = (day: number) => {
    if (day === today) return t('history.today')
    return day === yesterday ? t('history.yesterday') : formatDay(day, i18n.language)
  }
  return (
    <div className="history-list" role="radiogroup" aria-label={t('history.versions')}>
      {byDay(versions).map(({ day, versions: ofDay }) => (
        <section key={day} aria-label={nameOf(day)}>
          <h3>{nameOf(day)}</h3>
          {ofDay.map(({ versionId, savedAt, cause, words, growth }) => (
            <label key={versionId} className="history-row" data-testid="history-version">
              <input
                type="radio"
                name="history-version"
                checked={versionId === chosen}
                onChange={() => void history.choose(versionId)}
              />
              <span className="history-time">{formatTime(new Date(savedAt))}</span>
              <span className="history-cause">{t(`history.cause.${cause}`)}</span>
              <span className="number" title={t('history.length', { n: formatCount(words) })}>
                {growth === null ? formatCount(words) : signed(growth)}
              </span>
            </label>
          ))}
        </section>
      ))}
    </div>
  )
}
