import type { ChannelOutput } from '#contract/index.ts'
import type { WrittenDay } from './tally.ts'

type Statistics = ChannelOutput<'words:statistics:get'>

/** A day with what was written on it. */
export type DatedDay = WrittenDay & { readonly day: string }

const msOfDay = 86_400_000
const msOfMinute = 60_000
const msOfHour = 3_600_000
/** In less time a speed says nothing. */
const leastPacedMs = 5 * msOfMinute
/** The days whose speed is the author's of today. */
const speedDays = 30

/** Days since the epoch of a day of a calendar, which knows neither time zone nor summer time. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msOfDay

/** What the days say, as the page and the terminal show it. `days`: in order, each once; `today`: by the author's clock. */
export function statisticsOf(
  days: readonly DatedDay[],
  { today, goal }: { readonly today: string; readonly goal: number },
): Omit<Statistics, 'chapters'> {
  const written = days.filter((day) => day.words > 0)
  const reached = written.filter(
    (day) => goalOf(day, today, goal) > 0 && day.words >= goalOf(day, today, goal),
  )
  const recent = days.filter(({ day }) => numberOf(day) > numberOf(today) - speedDays)
  return {
    goal,
    days: days.map((day) => ({
      ...{ day: day.day, words: day.words, ai: day.ai, goal: goalOf(day, today, goal) },
      minutes: Math.round(day.paced.ms / msOfMinute),
      wordsPerHour: speedOf([day]),
    })),
    total: {
      words: days.reduce((sum, each) => sum + each.words, 0),
      ai: days.reduce((sum, each) => sum + each.ai, 0),
    },
    wordsPerHour: speedOf(recent),
    streak: streakOf(written, today),
    goalStreak: streakOf(reached, today),
  }
}

/** The goal that was set on the day; of today, the one that is set now. */
const goalOf = (day: DatedDay, today: string, goal: number) => (day.day === today ? goal : day.goal)

function speedOf(days: readonly DatedDay[]): number | null {
  const ms = days.reduce((sum, { paced }) => sum + paced.ms, 0)
  const typed = days.reduce((sum, { paced }) => sum + paced.words, 0)
  return ms < leastPacedMs ? null : Math.max(0, Math.round((typed * msOfHour) / ms))
}

/** The present run of days is not over before a day has passed without. A day ahead of today is of another time zone. */
function streakOf(days: readonly DatedDay[], today: string): Statistics['streak'] {
  let longest = 0
  let length = 0
  let last = Number.NaN
  for (const { day } of days) {
    const number = numberOf(day)
    length = number === last + 1 ? length + 1 : 1
    longest = Math.max(longest, length)
    last = number
  }
  return { current: last >= numberOf(today) - 1 ? length : 0, longest }
}
