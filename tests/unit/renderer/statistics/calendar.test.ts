import { expect, test } from 'vitest'
import { calendarOf, dayAfter } from '../../../../renderer/src/features/statistics/calendar.ts'

const written = (day: string, words: number, goal = 0) => ({
  ...{ day, words, ai: 0, goal, minutes: 0, wordsPerHour: null },
})

test('the calendar has whole weeks from Monday, months where they begin, and no day that has not come', () => {
  const weeks = calendarOf([written('2026-11-30', 40), written('2026-12-01', 100)], '2026-12-02', 2)
  const empty = { words: 0, ai: 0, level: 0 }
  const [before, last] = weeks
  expect(before?.days.map((day) => day?.day)).toEqual([
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
  expect([before?.month, last]).toEqual([
    11,
    {
      firstDay: '2026-11-30',
      month: 12,
      days: [
        { day: '2026-11-30', words: 40, ai: 0, level: 2 },
        { day: '2026-12-01', words: 100, ai: 0, level: 4 },
        { day: '2026-12-02', ...empty },
        ...[null, null, null, null],
      ],
    },
  ])
})

test('the colour of a day is its share of the goal of that day, else of the most that was written', () => {
  const days = [
    written('2026-11-23', 1, 1000),
    written('2026-11-24', 500, 1000),
    written('2026-11-25', 501, 1000),
    written('2026-11-26', 999, 1000),
    written('2026-11-27', 5000, 1000),
    written('2026-11-28', 1250),
  ]
  const [week] = calendarOf(days, '2026-11-29', 1)
  expect(week?.days.map((day) => day?.level)).toEqual([1, 2, 3, 4, 4, 1, 0])
})

test('a day after another is the next of the calendar over months, leap days and changes of summer time', () => {
  expect([
    dayAfter('2028-02-28', 1),
    dayAfter('2026-12-31', 1),
    dayAfter('2026-03-28', 2),
    dayAfter('2026-03-01', -1),
  ]).toEqual(['2028-02-29', '2027-01-01', '2026-03-30', '2026-02-28'])
})
