import type { StatisticsDay } from '#contract/dailyWords.ts'

/** A day of the calendar. */
export interface CalendarDay {
  /** `2026-11-23`. */
  readonly day: string
  readonly words: number
  /** Of `words`, what AI wrote. */
  readonly ai: number
  /** How strong its colour is: 0 for nothing written, 4 for the goal or the most. */
  readonly level: 0 | 1 | 2 | 3 | 4
}

/** A week of the calendar, Monday first. */
export interface CalendarWeek {
  /** The day of its Monday. */
  readonly firstDay: string
  /** The month that begins in it, 1–12; null: none does. */
  readonly month: number | null
  /** Seven; null: it has not come yet. */
  readonly days: readonly (CalendarDay | null)[]
}

const msOfDay = 86_400_000
const daysOfWeek = 7

/** A day of a calendar has neither time zone nor summer time. */
const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** The day so many days later. */
export const dayAfter = (day: string, count: number): string => dayOf(momentOf(day) + count * msOfDay)

/** The last of two days. */
export const laterDay = (a: string, b: string): string => (a > b ? a : b)

/** So many whole weeks, the last of them with `last` in it. A day is as strong as its share of its goal, or of the most. */
export const calendarOf = (
  written: readonly StatisticsDay[],
  last: string,
  weekCount: number,
): readonly CalendarWeek[] => {
  const byDay = new Map(written.map((each) => [each.day, each]))
  const weekday = (new Date(momentOf(last)).getUTCDay() + 6) % daysOfWeek
  const first = dayAfter(last, -weekday - (weekCount - 1) * daysOfWeek)
  const shown = written.filter(({ day }) => day >= first && day <= last)
  const most = Math.max(1, ...shown.map(({ words }) => words))
  return Array.from({ length: weekCount }, (_, week) => {
    const firstDay = dayAfter(first, week * daysOfWeek)
    const dates = Array.from({ length: daysOfWeek }, (_day, at) => dayAfter(firstDay, at))
    const firstOfMonth = dates.find((day) => day.endsWith('-01'))
    const head = week === 0 ? firstDay : firstOfMonth
    return {
      firstDay,
      month: head === undefined ? null : Number(head.slice(5, 7)),
      days: dates.map((day) => {
        if (day > last) return null
        const { words = 0, ai = 0, goal = 0 } = byDay.get(day) ?? {}
        return { day, words, ai, level: levelOf(words, goal || most) }
      }),
    }
  })
}

const levelOf = (words: number, full: number): CalendarDay['level'] => {
  if (words === 0) return 0
  const quarter = Math.ceil((words / full) * 4)
  return quarter >= 4 ? 4 : quarter === 3 ? 3 : quarter === 2 ? 2 : 1
}
