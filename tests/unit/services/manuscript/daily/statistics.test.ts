import { expect, test } from 'vitest'
import { type DatedDay, statisticsOf } from '../../../../../main/src/services/manuscript/daily/statistics.ts'

const day = (date: string, words: number, more: Partial<DatedDay> = {}): DatedDay => ({
  ...{ day: date, words, ai: 0, paced: { words: 0, ms: 0 }, goal: 0, ...more },
})
const streakOf = (dates: readonly string[], today: string) =>
  statisticsOf(
    dates.map((date) => day(date, 10)),
    { today, goal: 0 },
  ).streak

test('a day is told with its goal, its time and its speed, and all days are added up', () => {
  const days = [
    day('2026-11-20', 1200, { ai: 200, goal: 1000, paced: { words: 1000, ms: 1_800_000 } }),
    day('2026-11-23', 300, { goal: 1000, paced: { words: 40, ms: 60_000 } }),
  ]
  expect(statisticsOf(days, { today: '2026-11-23', goal: 200 })).toEqual({
    goal: 200,
    days: [
      { day: '2026-11-20', words: 1200, ai: 200, goal: 1000, minutes: 30, wordsPerHour: 2000 },
      { day: '2026-11-23', words: 300, ai: 0, goal: 200, minutes: 1, wordsPerHour: null },
    ],
    total: { words: 1500, ai: 200 },
    wordsPerHour: Math.round((1040 * 60) / 31),
    streak: { current: 1, longest: 1 },
    goalStreak: { current: 1, longest: 1 },
  })
})

test.each<[string, readonly string[], string, { current: number; longest: number }]>([
  ['is nothing where nothing was written', [], '2026-11-23', { current: 0, longest: 0 }],
  [
    'goes on while today has nothing yet',
    ['2026-11-21', '2026-11-22'],
    '2026-11-23',
    { current: 2, longest: 2 },
  ],
  ['is over after a day without', ['2026-11-20', '2026-11-21'], '2026-11-23', { current: 0, longest: 2 }],
  [
    'goes over the end of a year and a leap day',
    ['2027-12-31', '2028-01-01', '2028-02-28', '2028-02-29', '2028-03-01'],
    '2028-03-01',
    { current: 3, longest: 3 },
  ],
  [
    'goes over a change of summer time',
    ['2026-03-28', '2026-03-29', '2026-03-30'],
    '2026-03-30',
    { current: 3, longest: 3 },
  ],
  [
    'has a day that a device in another time zone is ahead',
    ['2026-11-22', '2026-11-23', '2026-11-24'],
    '2026-11-23',
    { current: 3, longest: 3 },
  ],
])('the run of days with writing is right: it %s', (_what, dates, today, expected) => {
  expect(streakOf(dates, today)).toEqual(expected)
})

test('a day of which more was deleted than written is in the calendar and in no run of days', () => {
  const days = [day('2026-11-22', 10), day('2026-11-23', 0), day('2026-11-24', 10)]
  const { streak, days: shown } = statisticsOf(days, { today: '2026-11-24', goal: 0 })
  expect([streak, shown.length]).toEqual([{ current: 1, longest: 1 }, 3])
})

test('the speed is of the last thirty days, and never below nothing', () => {
  const paced = { words: 600, ms: 3_600_000 }
  const days = [
    day('2026-10-24', 900, { paced: { words: 9000, ms: 3_600_000 } }),
    day('2026-10-25', 600, { paced }),
  ]
  expect(statisticsOf(days, { today: '2026-11-23', goal: 0 }).wordsPerHour).toBe(600)
  const deleted = [day('2026-11-23', 0, { paced: { words: -50, ms: 3_600_000 } })]
  expect(statisticsOf(deleted, { today: '2026-11-23', goal: 0 }).wordsPerHour).toBe(0)
})
