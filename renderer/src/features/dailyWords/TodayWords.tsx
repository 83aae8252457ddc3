import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useToday } from './useToday.ts'
import './TodayWords.css'

/** Words of today and how far they are on the way to the goal; pressed, it is set. */
export const TodayWords = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const today = useToday()
  if (today === null) return null
  const { words, ai, goal } = today
  const counts = { n: formatCount(words), goal: formatCount(goal), ai: formatCount(ai) }
  const label = goal === 0 ? t('today.words', counts) : t('today.ofGoal', counts)
  return (
    <button
      type="button"
      className="today-words"
      data-testid="today-words"
      title={`${t('today.counted')} ${t(ai > 0 ? 'today.fromAi' : 'today.noAi', counts)}`}
      onClick={() => view.setState({ goalOpen: true })}
    >
      {goal > 0 && (
        <span className="today-bar" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (words / goal) * 100)}%` }} />
        </span>
      )}
      {label}
      {goal > 0 && words >= goal && ` · ${t('today.reached')}`}
    </button>
  )
}
